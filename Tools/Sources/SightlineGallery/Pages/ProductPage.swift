import CGTK
import SightlineCore
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll

/// The blocks put together: a header that collapses, tabs under it, pages that each keep their scroll
/// position, a carousel in one of them, and hearts that fly to the header.
final class ProductPage: Page {
  static let name = "product"
  static let title = "As a product"
  static let welcome: String? =
    "Sightline knows what people see while they scroll.\n"
    + "Here are its parts put together; each other page shows one of them.\n"
    + "Play shows a page being used, Code the lines that it takes."
  static let summary =
    "The header goes from 82 to 53 points once a page is scrolled by 142. Swipe sideways anywhere, "
    + "also on the header: each page is where it was left."

  private static let titles = ["For you", "Favourites of the week", "Nearby", "New"]

  let widget: WidgetPointer
  private let tabs: PagedTabs
  private let head: ProductLook
  private let hearts: FlyingHeart
  private let carousel = CarouselView()
  private var scrollers: [WidgetPointer] = []
  private var buttons: [WidgetPointer] = []
  private var favourites = 0
  private let log: EventLog

  init(log: EventLog) {
    self.log = log
    let tabs = PagedTabs()
    self.tabs = tabs
    tabs.pagesLieUnderTabs = true
    let counter = Make.label("♥ 0", "product-hearts").aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let head = ProductLook(tabs: tabs, counter: counter)
    self.head = head
    hearts = FlyingHeart(to: counter)
    widget = Make.overlay(head.make().expanding(), [hearts.widget]).expanding()
    carousel.label = "Offers"
    carousel.setItems(
      ["blue", "teal", "green", "purple", "orange"].enumerated().map { index, colour in
        let label = Make.label("Offer \(index + 1)", "title").expanding()
          .aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        return Make.column([label]).styled("slide", colour).sized(210, 110)
      })
    for (index, title) in Self.titles.enumerated() {
      let scroller = makePage(title, top: index == 0 ? carousel.widget : nil)
      scrollers.append(scroller)
      tabs.append(title, scroller)
      Signal.connect(scroller.verticalAdjustment, "value-changed") { [weak self] in
        guard let self, self.tabs.selectedIndex == index else { return }
        follow(scroller)
      }
    }
    // Now that the tabs' height is known.
    let inset = Int((ProductLook.inset + tabs.stripHeight).rounded(.up)) + 16
    for scroller in scrollers {
      if let list = (scroller.firstDescendant { $0.className == "GtkBox" }) {
        gtk_widget_set_margin_top(list, gint(inset))
      }
    }
    tabs.onSelect = { [weak self] index in
      guard let self else { return }
      log.note("page \(index): \(Self.titles[index])")
      follow(scrollers[index])
    }
    follow(scrollers[0])
  }

  private func makePage(_ title: String, top: WidgetPointer?) -> WidgetPointer {
    let list = Make.column(spacing: 12).margins(0, 0, 24, 0)
    if let top { list.append(top) }
    for number in 1...20 {
      let heart = HeartButton("Favourite, \(title), item \(number)")
      let button = heart.widget.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
      heart.toggled = { [weak self] in self?.love(button, $0) }
      buttons.append(button)
      let text = Make.column(
        spacing: 3,
        [
          Make.label("\(title), item \(number)", "card-title"),
          Make.label("Tap the heart to keep it.", "caption"),
        ]
      ).expanding()
      list.append(Make.row([text, button]).styled("story").margins(0, 20, 0, 20))
    }
    return Make.scroller(list)
  }

  private func love(_ button: WidgetPointer, _ isFavourite: Bool) {
    guard isFavourite else { return count(-1) }
    hearts.fly(from: button) { [weak self] in self?.count(1) }
  }

  private func count(_ change: Int) {
    favourites += change
    head.counter.setText("♥ \(favourites)")
    log.note("favourites: \(favourites)")
  }

  private func follow(_ scroller: WidgetPointer) {
    let wasCollapsed = head.header.isCollapsed
    head.scroll(to: gtk_adjustment_get_value(scroller.verticalAdjustment))
    if head.header.isCollapsed != wasCollapsed {
      log.note(wasCollapsed ? "header expands" : "header collapses")
    }
  }

  func perform(_ stage: Stage) async throws {
    await stage.wait(.milliseconds(300))
    gtk_widget_activate(buttons[0])
    await stage.wait(.milliseconds(150))
    gtk_widget_activate(buttons[1])
    await stage.wait(.milliseconds(150))
    try await stage.shot("hearts")
    await stage.scroll(scrollers[0].verticalAdjustment, to: 240, over: .milliseconds(500))
    await stage.wait(.milliseconds(120))
    // On the header: it lets the finger through.
    await stage.drag(tabs, to: -300, at: 20)
    try await stage.shot("swipe-on-the-header")
    tabs.endDragging(speed: -500)
    await stage.wait(.milliseconds(450))
    tabs.select(0)
    await stage.wait(.milliseconds(600))
    try await stage.shot("as-it-was-left")
  }
}

/// Lays a collapsing header over tabs with pages. The pages never move: the header's height is kept out
/// of their scrolling.
@MainActor
final class ProductLook: CustomWidgetDelegate {
  static let inset = CollapsingHeader().contentInset

  private(set) var header = CollapsingHeader()
  let counter: WidgetPointer
  private let tabs: PagedTabs
  private let bar: WidgetPointer
  private let label = Make.label("favourites nearby, as of today", "product-label")
  private var reference: WeakObjectReference<WidgetPointer>?
  private var ticks: TickWhileMoving?

  init(tabs: PagedTabs, counter: WidgetPointer) {
    self.tabs = tabs
    self.counter = counter
    let text = Make.column([Make.label("1,204", "product-number"), label])
      .expanding().aligned(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
    bar = Make.row([text, counter]).styled("product-header")
    gtk_widget_set_overflow(bar, GTK_OVERFLOW_HIDDEN)
    tabs.addSwipeArea(bar)
    ticks = TickWhileMoving { [weak self] now in self?.update(at: now) ?? false }
  }

  func make() -> WidgetPointer {
    let widget = CustomWidget.make(self)
    reference = WeakObjectReference(widget)
    CustomWidget.add(tabs.widget, to: widget)
    CustomWidget.add(bar, to: widget)
    return widget
  }

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
  ) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(tabs.widget, orientation, -1, &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(tabs.widget, Placement(width: Double(width), height: Double(height)))
    CustomWidget.place(bar, Placement(width: Double(width), height: tabs.stripTop))
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The first widget in this one for which something holds.
  fileprivate func firstDescendant(where isWanted: (WidgetPointer) -> Bool) -> WidgetPointer? {
    for child in CustomWidget.children(of: self) {
      if isWanted(child) { return child }
      if let found = child.firstDescendant(where: isWanted) { return found }
    }
    return nil
  }
}
