#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// Content under a header that grows when it is pulled down, and scrolls away slower than the content.
///
/// ```swift
/// let view = StretchyHeaderView(
///   StretchyHeader(height: 240), title: "Lakes", background: picture, content: list)
/// box.append(view.widget)
/// ```
///
/// 1. The widget is a scrolled window with the header as the first thing in it. Pulled by a finger or
///    the mouse at the top, or by ``pull(by:)``, the header becomes higher by exactly the pull, in whole
///    pixels, with its top at the top; the content goes along in the same layout.
/// 2. The background is scaled, so that a picture keeps its shape, and moves by the header's parallax
///    rate. The title's size is a scaling as well: nothing is measured anew while scrolling.
/// 3. GTK's wheel cannot pull: past the edge it moves nothing.
/// 4. Let go, the header springs back in ``springBack``; with Reduce Motion at once.
///
/// A screen reader says "Lakes, heading level 1". The background is hidden from it: what that has to say
/// belongs into the title.
@MainActor
public final class StretchyHeaderView {
  /// How long the header takes to go back.
  public static let springBack = Duration.milliseconds(300)
  /// The title's distance to the header's edges.
  private static let titleMargin = 20.0

  /// The header's numbers.
  public let header: StretchyHeader
  private let scroller: WeakObjectReference<WidgetPointer>
  private let slot: WeakObjectReference<WidgetPointer>
  private let background: WidgetPointer
  private let title: WidgetPointer
  private var springing: TimedTransition<Double>?
  private lazy var ticks = TickWhileMoving { [weak self] _ in self?.spring() ?? false }
  /// The offset that the parts were placed for.
  private var placedOffset: Double?
  private var pullHandler: (@MainActor (Double) -> Void)?

  /// How far the content is pulled down, in points.
  public private(set) var pull = 0.0

  /// Creates the header and a scrolled window around it and the content.
  ///
  /// - Parameters:
  ///   - header: the header's numbers.
  ///   - title: its text, at its lower edge.
  ///   - background: what fills it.
  ///   - content: what is below it.
  public init(
    _ header: StretchyHeader, title: String, background: UnsafeMutablePointer<GtkWidget>,
    content: UnsafeMutablePointer<GtkWidget>
  ) {
    self.header = header
    self.background = background
    self.title = gtk_label_new(title)
    let scroller = required(gtk_scrolled_window_new())
    self.scroller = WeakObjectReference(scroller)
    let parts = HeaderSlot()
    let slot = CustomWidget.make(parts, cssName: "stretchy-header")
    self.slot = WeakObjectReference(slot)
    parts.view = self
    gtk_widget_set_overflow(slot, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(background, to: slot)
    background.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, true)
    setUpTitle()
    CustomWidget.add(self.title, to: slot)
    let column = required(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_box_append(sightline_box(column), slot)
    gtk_box_append(sightline_box(column), content)
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(pointer, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(pointer, column)
    ScrollObserver.of(scroller).geometryChanged { [weak self] _ in self?.apply() }
    listen(to: scroller)
  }

  /// The scrolled window.
  public var widget: UnsafeMutablePointer<GtkWidget> { scroller.alive("the stretchy header") }

  /// Calls a closure whenever the pull has changed; one at a time.
  public func pulled(_ body: @escaping @MainActor (Double) -> Void) { pullHandler = body }

  /// Pulls the content down by a distance from its rest, and scrolls to the top for that.
  ///
  /// - Parameter distance: in points, rounded to whole pixels; below 0 or not finite counts as 0.
  public func pull(by distance: Double) {
    springing = nil
    setPull(distance)
  }

  /// Lets go: the header goes back to its height.
  public func release() {
    guard pull > 0, let scroller = scroller.pointer else { return }
    springing = TimedTransition(
      from: pull, to: 0, start: .now, duration: StretchyHeaderView.springBack, easing: .easeOut,
      motion: scroller.motion)
    if spring() { ticks.start(on: scroller) }
  }

  private func setPull(_ distance: Double) {
    let distance = distance.isFinite ? max(0, distance.rounded()) : 0
    guard distance != pull, let slot = slot.pointer, let scroller = scroller.pointer else { return }
    pull = distance
    if pull > 0 { gtk_adjustment_set_value(scroller.scrollAdjustment(.vertical), 0) }
    gtk_widget_queue_resize(slot)
    pullHandler?(pull)
  }

  private func spring() -> Bool {
    guard let springing else { return false }
    let now = MonotonicTime.now
    setPull(springing.value(at: now))
    if springing.isFinished(at: now) { self.springing = nil }
    return self.springing != nil
  }

  private func apply() {
    let offset = offset
    guard offset != placedOffset else { return }
    if let slot = slot.pointer { gtk_widget_queue_allocate(slot) }
  }

  // MARK: The title

  /// The title is laid out at its greatest size and scaled down from there.
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

  private func listen(to scroller: WidgetPointer) {
    let drag = required(gtk_gesture_drag_new())
    gtk_event_controller_set_propagation_phase(
      sightline_event_controller(UnsafeMutableRawPointer(drag)), GTK_PHASE_CAPTURE)
    let gesture = WeakObjectReference(drag)
    var isOurs = false
    Signal.connect(drag, "drag-begin") { isOurs = false }
    Signal.connect(drag, "drag-update") { [weak self] (arguments: SignalArguments) in
      let (x, y) = (arguments.double(0), arguments.double(1))
      guard let self, let scroller = self.scroller.pointer, let drag = gesture.pointer else {
        return
      }
      // What moves less is a click, as everywhere in GTK.
      let threshold = StretchyHeaderView.dragThreshold(of: scroller)
      if !isOurs {
        let isAtTop = ScrollObserver.of(scroller).geometry.distance(along: .vertical) <= 0
        guard isAtTop, y > threshold, y > abs(x) else { return }
        isOurs = true
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      // The finger moves the content, although the offset does not change.
      ScrollObserver.of(scroller).handle(.dragged)
      pull(by: y - threshold)
    }
    for signal in ["drag-end", "cancel"] {
      Signal.connect(drag, signal) { [weak self] in if isOurs { self?.release() } }
    }
    gtk_widget_add_controller(scroller, sightline_event_controller(UnsafeMutableRawPointer(drag)))
  }

  private static func dragThreshold(of widget: WidgetPointer) -> Double {
    var value = GValue()
    g_value_init(&value, sightline_type_int())
    defer { g_value_unset(&value) }
    let settings = UnsafeMutableRawPointer(required(gtk_widget_get_settings(widget))).object
    g_object_get_property(settings, "gtk-dnd-drag-threshold", &value)
    return Double(g_value_get_int(&value))
  }

  // MARK: Layout

  fileprivate var slotHeight: Int { Int(header.height.rounded() + pull) }

  /// GTK's viewport places its child at whole pixels, rounded up from where it should be.
  private var offset: Double {
    scroller.pointer.map {
      ScrollObserver.of($0).geometry.distance(along: .vertical).rounded(.down)
    } ?? 0
  }

  fileprivate func allocate(width: Int) {
    guard let scroller = scroller.pointer, let slot = slot.pointer else { return }
    let offset = offset
    placedOffset = offset
    let layout = header.layout(
      scrolled: offset - pull, width: Double(width), motion: scroller.motion)
    // The slot scrolls by itself: what is placed in it is seen from there.
    var picture = Placement(
      y: layout.background.minY - layout.frame.minY, width: layout.frame.width,
      height: header.height.rounded(), scale: layout.scale)
    picture.anchor = (0.5, 0)
    CustomWidget.place(background, picture)

    let margin = StretchyHeaderView.titleMargin
    let room = max(0, layout.frame.width - 2 * margin)
    let natural = title.lengths(GTK_ORIENTATION_HORIZONTAL).natural
    let titleWidth = min(room, natural)
    let titleHeight = title.lengths(GTK_ORIENTATION_VERTICAL, for: titleWidth).natural
    let isRightToLeft = slot.layoutDirection == .rightToLeft
    let greatest = header.titleSize.value(at: 0)
    var place = Placement(
      x: isRightToLeft ? layout.frame.width - margin - titleWidth : margin,
      y: layout.frame.height - margin - titleHeight, width: titleWidth, height: titleHeight,
      scale: greatest > 0 ? layout.titleSize / greatest : 1)
    place.anchor = (isRightToLeft ? 1 : 0, 1)
    CustomWidget.place(title, place)
  }

  fileprivate var leastWidth: Int { Int(2 * StretchyHeaderView.titleMargin) }
}

/// The header's place in the content. It owns the view: both live as long as the widget.
@MainActor
private final class HeaderSlot: CustomWidgetDelegate {
  var view: StretchyHeaderView?

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    guard let view else { return (0, 0) }
    let length = orientation == GTK_ORIENTATION_VERTICAL ? view.slotHeight : view.leastWidth
    return (length, length)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    view?.allocate(width: width)
  }
}

extension WeakObjectReference where Instance == WidgetPointer {
  /// The widget, which must be there.
  ///
  /// - Precondition: it has not been destroyed.
  func alive(_ name: String) -> WidgetPointer {
    guard let pointer else { preconditionFailure("the widget of \(name) has been destroyed") }
    return pointer
  }
}
#endif
