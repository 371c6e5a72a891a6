#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// A widget that handles sideways scrolling. While it can scroll, its ancestors leave such events
/// alone.
@MainActor
protocol SidewaysScrolling {
  var canScrollSideways: Bool { get }
}

/// Sideways scrolling with a wheel (any wheel while Shift is held) or a touchpad.
///
/// A `GtkScrolledWindow` consumes events in directions it doesn't scroll, so the widget handles
/// them before its content. Content under the pointer that scrolls sideways still has priority.
/// Lives as long as the widget.
@MainActor
final class HorizontalWheel {
  /// A touchpad without events for this long has stopped; not all touchpads report a stop.
  private static let quiet = Duration.milliseconds(150)

  /// Called with the number of notches a wheel turned to the right. Returns whether that had an
  /// effect.
  var turned: (Int) -> Bool = { _ in false }
  /// Called before a touchpad scroll begins. Returns whether it may begin: not during a drag.
  var pressed: () -> Bool = { true }
  /// Called with the events of a drag that moves the content like the touchpad.
  var dragged: (DragEvent) -> Void = { _ in }

  private var notches = 0.0
  private var pointer: (x: Double, y: Double)?
  private var distance: Double?
  private var stop: LoopSource?

  init(on widget: WidgetPointer) {
    let wheel = required(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    Signal.answer(wheel, "scroll") { [self] arguments in
      scroll(
        arguments.double(0), arguments.double(1), arguments.sender(as: UnsafeMutableRawPointer.self)
      )
    }
    Signal.connect(wheel, "scroll-end") { [self] in finish() }
    widget.addController(wheel, in: GTK_PHASE_CAPTURE)
    let motion = required(gtk_event_controller_motion_new())
    for signal in ["enter", "motion"] {
      Signal.connect(motion, signal) { [self] arguments in
        pointer = (arguments.double(0), arguments.double(1))
      }
    }
    widget.addController(motion, in: GTK_PHASE_CAPTURE)
  }

  private func scroll(_ x: Double, _ y: Double, _ pointer: UnsafeMutableRawPointer) -> Bool {
    let controller = sightline_event_controller(pointer)
    let state = gtk_event_controller_get_current_event_state(controller)
    let isShifted = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    let (x, y) = isShifted && x == 0 ? (y, 0) : (x, y)
    guard x != 0, abs(x) > abs(y), distance != nil || !isForSomethingInside(controller) else {
      return false
    }
    let unit = gtk_event_controller_scroll_get_unit(OpaquePointer(pointer))
    if unit == GDK_SCROLL_UNIT_WHEEL {
      if notches * x < 0 { notches = 0 }
      notches += x
      let whole = notches.rounded(.towardZero)
      notches -= whole
      return whole == 0 || turned(Int(max(-100, min(100, whole))))
    }
    return pan(by: x)
  }

  /// Handles a touchpad's movement to the right, in points. Returns whether the scroll was allowed.
  func pan(by x: Double) -> Bool {
    if distance == nil {
      guard pressed() else { return false }
      dragged(.began)
    }
    let way = (distance ?? 0) + x
    distance = way
    dragged(.moved(-way))
    stop?.cancel()
    stop = MainLoop.after(HorizontalWheel.quiet) { [self] in finish() }
    return true
  }

  private func isForSomethingInside(_ controller: OpaquePointer) -> Bool {
    // GTK's scroll events have no position, so use the pointer's last one.
    guard let widget = gtk_event_controller_get_widget(controller), let pointer else {
      return false
    }
    var inside = gtk_widget_pick(widget, pointer.x, pointer.y, GTK_PICK_DEFAULT)
    while let one = inside, one != widget {
      let delegate = CustomWidget.delegate(of: one) as? any SidewaysScrolling
      if delegate?.canScrollSideways == true { return true }
      if sightline_is_scrolled_window(one) != 0, canScrollSideways(one) { return true }
      inside = gtk_widget_get_parent(one)
    }
    return false
  }

  private func canScrollSideways(_ scroller: WidgetPointer) -> Bool {
    var policy = GTK_POLICY_NEVER
    gtk_scrolled_window_get_policy(OpaquePointer(scroller), &policy, nil)
    let adjustment = gtk_scrolled_window_get_hadjustment(OpaquePointer(scroller))
    return policy != GTK_POLICY_NEVER
      && gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
  }

  private func finish() {
    stop?.cancel()
    stop = nil
    guard distance != nil else { return }
    distance = nil
    dragged(.ended(velocity: 0))
  }
}
#endif
