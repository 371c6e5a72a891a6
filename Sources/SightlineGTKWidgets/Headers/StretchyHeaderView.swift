#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Content under a header that stretches when pulled down and scrolls away more slowly than the
/// content.
///
/// ```swift
/// let view = StretchyHeaderView(
///   StretchyHeader(height: 240), title: "Lakes", background: picture, content: list)
/// box.append(view.widget)
/// ```
///
/// 1. The widget is a scrolled window whose first content is the header. Dragging down with a
///    finger or the mouse scrolls to the top. Beyond that, or with ``pull(by:)``, the header grows
///    by exactly the pull in whole pixels and its top stays in place; the content moves in the same
///    layout.
/// 2. The background is scaled, so a picture keeps its aspect ratio, and moves at the header's
///    parallax rate. The title's size is also a scale, so scrolling measures nothing.
/// 3. GTK's wheel can't pull; past the edge it has no effect.
/// 4. When released, the header springs back in ``springBack``, or immediately with Reduce Motion.
///
/// A screen reader says "Lakes, heading level 1". The background is hidden from it, so put any
/// information into the title.
@MainActor
public final class StretchyHeaderView {
  /// The duration of the spring back.
  public static let springBack = Duration.milliseconds(300)
  /// The distance of the title from the header's edges.
  private static let titleMargin = 20.0

  /// The header's metrics.
  public let header: StretchyHeader
  private let scroller: WeakObjectReference<WidgetPointer>
  private let slot: WeakObjectReference<WidgetPointer>
  private let background: WidgetPointer
  private let title: WidgetPointer
  private var springing: TimedTransition<Double>?
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.spring() ?? false }
  /// The offset of the most recent placement.
  private var placedOffset: Double?
  private let handlers = ScrollHandlers<Double>()

  /// The distance the content is pulled down, in points.
  public private(set) var pull = 0.0

  /// Creates the header and a scrolled window containing it and the content.
  ///
  /// - Parameters:
  ///   - header: the header's metrics.
  ///   - title: the text at the header's lower edge.
  ///   - background: the widget that fills the header.
  ///   - content: the content below the header.
  public init(
    _ header: StretchyHeader, title: String, background: UnsafeMutablePointer<GtkWidget>,
    content: UnsafeMutablePointer<GtkWidget>
  ) {
    self.header = header
    self.background = background
    self.title = gtk_label_new(title)
    let column = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let scroller = VerticalScrolling.makeScroller(of: column)
    self.scroller = WeakObjectReference(scroller)
    let slot = CustomWidget.make(cssName: "stretchy-header")
    self.slot = WeakObjectReference(slot)
    CustomWidget.setDelegate(self, of: slot)
    gtk_widget_set_overflow(slot, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(background, to: slot)
    background.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, true)
    setUpTitle()
    CustomWidget.add(self.title, to: slot)
    gtk_box_append(sightline_box(column), slot)
    gtk_box_append(sightline_box(column), content)
    ScrollObserver.of(scroller).geometryChanged { [weak self] _ in
      // exact: whole pixels.
      guard let self, offset != placedOffset, let slot = self.slot.pointer else { return }
      gtk_widget_queue_allocate(slot)
    }
    listen(to: scroller)
  }

  /// The scrolled window.
  public var widget: UnsafeMutablePointer<GtkWidget> { scroller.alive("the stretchy header") }

  /// Calls a closure with the new pull whenever it changes.
  @discardableResult
  public func pullChanged(_ body: @escaping @MainActor (Double) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// Scrolls to the top and pulls the content down by a distance.
  ///
  /// - Parameter distance: the distance in points, rounded to whole pixels. Negative and non-finite
  ///   values count as 0.
  public func pull(by distance: Double) {
    guard let scroller = scroller.pointer else { return }
    springing = nil
    gtk_adjustment_set_value(scroller.scrollAdjustment(.vertical), 0)
    setPull(distance)
  }

  /// Ends the pull; the header springs back to its height.
  public func release() {
    guard pull > 0, let scroller = scroller.pointer else { return }
    springing = TimedTransition(
      from: pull, to: 0, start: .now, duration: StretchyHeaderView.springBack, easing: .easeOut,
      motion: scroller.motion)
    if spring() { ticks.start(on: scroller) }
  }

  private func setPull(_ distance: Double) {
    let distance = distance.isFinite ? max(0, distance.rounded()) : 0
    // exact: whole pixels.
    guard distance != pull, let slot = slot.pointer else { return }
    pull = distance
    gtk_widget_queue_resize(slot)
    handlers.call(pull)
  }

  private func spring() -> Bool {
    guard let springing else { return false }
    let now = MonotonicTime.now
    setPull(springing.value(at: now))
    // A closure may have begun another one.
    if self.springing?.isFinished(at: now) == true { self.springing = nil }
    return self.springing != nil
  }

  // MARK: The title

  /// Lays the title out at its largest size; it is scaled down from there.
  private func setUpTitle() {
    let label = OpaquePointer(title)
    let attributes = pango_attr_list_new()
    let size = header.titleSize.value(at: 0)
    pango_attr_list_insert(
      attributes, pango_attr_size_new_absolute(Int32(size * Double(PANGO_SCALE))))
    gtk_label_set_attributes(label, attributes)
    pango_attr_list_unref(attributes)
    gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label, 0)
    gtk_widget_add_css_class(title, "stretchy-title")
    title.setAccessibleRole(GTK_ACCESSIBLE_ROLE_HEADING)
    title.setAccessibleLevel(1)
  }

  // MARK: Pulling

  /// A downward drag, from the point at which the header took it over.
  private struct Pulling {
    /// The finger's distance below its starting point at that time.
    var begin: Double
    /// The scroll offset at that time. The drag first scrolls by this distance, then pulls.
    var offset: Double
  }

  private func listen(to scroller: WidgetPointer) {
    let drag = required(gtk_gesture_drag_new())
    var pulling: Pulling?
    Signal.connect(drag, "drag-begin") { pulling = nil }
    Signal.connect(drag, "drag-update") { [weak self] (arguments: SignalArguments) in
      let (x, y) = (arguments.double(0), arguments.double(1))
      guard let self else { return }
      if pulling == nil {
        let drag = arguments.sender(as: UnsafeMutableRawPointer.self)
        let event = gtk_event_controller_get_current_event(sightline_event_controller(drag))
        let isTouch = event.map { gdk_event_get_event_type($0) == GDK_TOUCH_UPDATE } ?? false
        pulling = beginPulling(x, y, isTouch: isTouch)
        if pulling != nil {
          gtk_gesture_set_state(sightline_gesture(drag), GTK_EVENT_SEQUENCE_CLAIMED)
        }
      }
      if let pulling { pull(pulling, to: y) }
    }
    for signal in ["drag-end", "cancel"] {
      Signal.connect(drag, signal) { [weak self] in if pulling != nil { self?.release() } }
    }
    scroller.addController(drag, in: GTK_PHASE_CAPTURE)
  }

  /// A finger scrolls until the content is at its top, then pulls. A mouse doesn't scroll content
  /// in GTK, so this drag scrolls to the top and then pulls.
  private func beginPulling(_ x: Double, _ y: Double, isTouch: Bool) -> Pulling? {
    guard let scroller = scroller.pointer else { return nil }
    // A shorter movement is a click, as everywhere in GTK.
    let settings = required(gtk_widget_get_settings(scroller))
    let threshold = settings.property("gtk-dnd-drag-threshold", sightline_type_int()) {
      Double(g_value_get_int($0))
    }
    let geometry = ScrollObserver.of(scroller).geometry
    guard y > threshold, y > abs(x), !isTouch || geometry.isAtStart(along: .vertical) else {
      return nil
    }
    return Pulling(
      begin: isTouch ? max(threshold, y - 1) : threshold,
      offset: max(0, geometry.distance(along: .vertical)))
  }

  private func pull(_ pulling: Pulling, to y: Double) {
    guard let scroller = scroller.pointer else { return }
    let way = y - pulling.begin - pulling.offset
    // The finger moves the content even if the offset doesn't change.
    ScrollObserver.of(scroller).handle(.dragged)
    springing = nil
    gtk_adjustment_set_value(scroller.scrollAdjustment(.vertical), max(0, -way))
    setPull(way)
  }

  // MARK: Layout

  /// GTK's viewport rounds its child's position up to whole pixels.
  private var offset: Double {
    scroller.pointer.map {
      ScrollObserver.of($0).geometry.distance(along: .vertical).rounded(.down)
    } ?? 0
  }
}

// The header's place in the content, which owns the view.
extension StretchyHeaderView: OwnLayout {
  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    let length =
      orientation == GTK_ORIENTATION_VERTICAL
      ? Int(pixelsFor: header.height.rounded() + pull) : Int(2 * StretchyHeaderView.titleMargin)
    return (length, length)
  }

  func allocate(_ slot: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let scroller = scroller.pointer else { return }
    let offset = offset
    placedOffset = offset
    let layout = header.layout(
      scrolled: offset - pull, width: Double(width), motion: scroller.motion)
    // The slot itself scrolls, so placements are relative to it. A pulled header may scroll too.
    var picture = Placement(
      y: layout.background.minY + offset, width: layout.frame.width,
      height: header.height.rounded(), scale: layout.scale)
    picture.anchor.y = 0
    CustomWidget.place(background, picture)

    let margin = StretchyHeaderView.titleMargin
    let room = max(0, layout.frame.width - 2 * margin)
    let titleWidth = min(room, title.naturalLength(GTK_ORIENTATION_HORIZONTAL))
    let titleHeight = title.naturalLength(GTK_ORIENTATION_VERTICAL, for: titleWidth)
    let isRightToLeft = slot.layoutDirection == .rightToLeft
    let greatest = header.titleSize.value(at: 0)
    var place = Placement(
      x: isRightToLeft ? layout.frame.width - margin - titleWidth : margin,
      y: Double(height) - margin - titleHeight, width: titleWidth, height: titleHeight,
      scale: greatest > 0 ? layout.titleSize / greatest : 1)
    place.anchor = LayoutPoint(x: isRightToLeft ? 1 : 0, y: 1)
    CustomWidget.place(title, place)
  }
}
#endif
