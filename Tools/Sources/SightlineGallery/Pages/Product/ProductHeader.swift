import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets

/// Lays a collapsing header over tabs with pages. The pages never move, because the header's height
/// is a constant inset of their scroll content. The header covers the rows that scroll below it.
@MainActor
final class ProductHeader: CustomWidgetDelegate {
  private(set) var header: CollapsingHeader
  let counter = Make.label("♥ 0", "pill").aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
  private let seen = Make.label("", "pill").aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
  private let label = Make.line("20 places", "product-label")
  private let tabs: PagedTabs
  private let bar: WidgetPointer
  /// Covers rows where the tabs do, which are drawn by the pages' container.
  private let shade = Make.block()
  private var reference: WeakObjectReference<WidgetPointer>?
  private var ticks: TickWhileMoving?

  init(tabs: PagedTabs) {
    let scale = Style.shared.wholeTextScale
    header = CollapsingHeader(
      style: CollapsingHeader.Style(expandedHeight: 82 * scale, collapsedHeight: 53 * scale))
    self.tabs = tabs
    let text = Make.column([Make.label("Weekend", "product-title"), label]).expanding()
    // If there is no space beside the title, which keeps its width, the counts are below it.
    let parts = Flow.make([text, seen, counter]).expanding()
    bar = Make.column([parts.aligned(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)]).styled("product-header")
    gtk_widget_set_overflow(bar, GTK_OVERFLOW_HIDDEN)
    for cover in [bar, shade] { cover.visibility.setCover(.opaque) }
    gtk_widget_set_can_target(shade, 0)
    tabs.addSwipeArea(bar)
    showFavourites(0)
    ticks = TickWhileMoving { [weak self] now in self?.update(at: now) ?? false }
  }

  func make() -> WidgetPointer {
    let widget = CustomWidget.make(self)
    reference = WeakObjectReference(widget)
    CustomWidget.add(tabs.widget, to: widget)
    for child in [shade, bar] { CustomWidget.add(child, to: widget) }
    return widget
  }

  func showFavourites(_ count: Int) {
    counter.setText("♥ \(count)")
    counter.setAccessibleLabel("Favourites: \(count)")
  }

  func showSeen(_ count: Int, of all: Int) { seen.setText("\(count) of \(all) seen") }

  func scroll(to distance: Double) {
    guard let widget = reference?.pointer else { return }
    let now = MonotonicTime.frame(of: widget)
    header.scroll(to: distance, at: now)
    gtk_widget_set_visible(label, header.layout(at: now).showsLabel ? 1 : 0)
    if update(at: now) { ticks?.start(on: widget) }
  }

  private func update(at now: MonotonicTime) -> Bool {
    guard let widget = reference?.pointer else { return false }
    tabs.stripTop = header.layout(at: now).height
    gtk_widget_queue_allocate(widget)
    return header.isAnimating(at: now)
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { tabs.widget.room(along: orientation) }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(tabs.widget, Placement(width: Double(width), height: Double(height)))
    let (width, top) = (Double(width), tabs.stripTop)
    CustomWidget.place(shade, Placement(y: top, width: width, height: tabs.stripHeight))
    CustomWidget.place(bar, Placement(width: width, height: top))
  }
}
