#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Content under a header that shrinks and loses its label once scrolled past a threshold.
///
/// ```swift
/// let view = CollapsingHeaderView(main: number, label: caption, content: list)
/// box.append(view.widget)
/// ```
///
/// 1. The header lies over the scrolled content, whose top inset is always the expanded height. The
///    header therefore never affects the offset.
/// 2. It animates on ticks of the frame clock for the style's duration, without measuring.
/// 3. The wheel over the header scrolls the content.
/// 4. Focused widgets are scrolled clear of the expanded header.
///
/// A screen reader says "128 messages, heading level 1", combining the names of both widgets,
/// whether or not the label is shown.
@MainActor
public final class CollapsingHeaderView {
  private let root: WeakObjectReference<WidgetPointer>
  private let scrolled: WeakObjectReference<WidgetPointer>
  private let bar: WidgetPointer
  private let barContent: BarContent
  private var state: CollapsingHeader
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.step() ?? false }
  private let handlers = ScrollHandlers<Bool>()

  /// Creates the header and a scrolled window under it.
  ///
  /// - Parameters:
  ///   - style: the header's metrics.
  ///   - main: the part of the header that is always shown.
  ///   - label: the part below it, shown while expanded.
  ///   - content: the scrolled content.
  public init(
    style: CollapsingHeader.Style = CollapsingHeader.Style(),
    main: UnsafeMutablePointer<GtkWidget>, label: UnsafeMutablePointer<GtkWidget>,
    content: UnsafeMutablePointer<GtkWidget>
  ) {
    state = CollapsingHeader(style: style)
    let column = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let room = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_size_request(room, -1, gint(Int(pixelsFor: state.contentInset.rounded())))
    gtk_box_append(sightline_box(column), room)
    gtk_box_append(sightline_box(column), content)
    let scroller = VerticalScrolling.makeScroller(of: column)
    scrolled = WeakObjectReference(scroller)
    barContent = BarContent(main: main, label: label)
    bar = CustomWidget.make(
      barContent, cssName: "collapsing-header", role: GTK_ACCESSIBLE_ROLE_HEADING)
    bar.setAccessibleLevel(1)
    sightline_accessible_set_labels(bar, main, label)
    gtk_widget_set_overflow(bar, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(main, to: bar)
    CustomWidget.add(label, to: bar)
    let widget = CustomWidget.make()
    root = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    CustomWidget.add(scroller, to: widget)
    CustomWidget.add(bar, to: widget)
    VerticalScrolling.forwardWheel(of: bar) { [scrolled] in scrolled.pointer }
    ScrollObserver.of(scroller).geometryChanged { [weak self] in self?.scrolled(to: $0) }
    VerticalScrolling.keepFocusClear(in: scroller) { [weak self] in self?.state.contentInset ?? 0 }
    barContent.layout = state.layout(at: .now)
  }

  /// The header with its content.
  public var widget: UnsafeMutablePointer<GtkWidget> { root.alive("the header") }

  /// The scrolled window under the header.
  public var scroller: UnsafeMutablePointer<GtkWidget> { scrolled.alive("the header") }

  /// Whether the header is collapsed or collapsing.
  public var isCollapsed: Bool { state.isCollapsed }

  /// The header's current height, in points.
  public var height: Double { state.layout(at: .now).height }

  /// Calls a closure when the header begins to collapse (`true`) or to expand.
  @discardableResult
  public func collapseChanged(_ body: @escaping @MainActor (Bool) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  private func scrolled(to geometry: ScrollMetrics) {
    // There is no offset before the first layout; apply the first one without an animation.
    guard geometry.containerSize.height > 0, let widget = root.pointer else { return }
    let now = MonotonicTime.now
    let distance = geometry.distance(along: .vertical)
    guard state.scroll(to: distance, at: now, motion: widget.motion) else { return }
    if step() { ticks.start(on: root.pointer) }
    handlers.call(state.isCollapsed)
  }

  private func step() -> Bool {
    guard let widget = root.pointer else { return false }
    let now = MonotonicTime.now
    barContent.layout = state.layout(at: now)
    gtk_widget_queue_allocate(bar)
    gtk_widget_queue_allocate(widget)
    return state.isAnimating(at: now)
  }
}

// MARK: Layout

extension CollapsingHeaderView: OwnLayout {
  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    // The header's own height is 0.
    let room = [scroller, bar].greatestRoom(along: orientation)
    if orientation == GTK_ORIENTATION_HORIZONTAL { return room }
    let least = max(room.minimum, Int(pixelsFor: state.style.expandedHeight))
    return (least, max(least, room.natural))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(scroller, Placement(width: Double(width), height: Double(height)))
    CustomWidget.place(bar, Placement(width: Double(width), height: barContent.layout?.height ?? 0))
  }
}

/// The content of the header.
@MainActor
private final class BarContent: CustomWidgetDelegate {
  private let main: WidgetPointer
  private let label: WidgetPointer
  var layout: CollapsingHeader.Layout?

  init(main: WidgetPointer, label: WidgetPointer) {
    self.main = main
    self.label = label
  }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    // The header's metrics determine its height; overflow is clipped.
    if orientation == GTK_ORIENTATION_VERTICAL { return (0, 0) }
    return [main, label].greatestRoom(along: orientation)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let layout else { return }
    let width = Double(width)
    let mainHeight = main.naturalLength(GTK_ORIENTATION_VERTICAL, for: width)
    let labelHeight = label.naturalLength(GTK_ORIENTATION_VERTICAL, for: width)
    // The label's height shrinks with the collapse, so the main part doesn't jump when the label
    // disappears.
    let taken = mainHeight + labelHeight * (1 - layout.collapse)
    let room = Double(height) - 2 * layout.padding
    let top = layout.padding + max(0, (room - taken) / 2)
    CustomWidget.place(main, Placement(y: top, width: width, height: mainHeight))
    gtk_widget_set_child_visible(label, layout.showsLabel ? 1 : 0)
    guard layout.showsLabel else { return }
    CustomWidget.place(label, Placement(y: top + mainHeight, width: width, height: labelHeight))
  }
}
#endif
