internal import CGTK

/// Sideways scrolling with a wheel (with Shift held, any wheel) or on a touchpad.
@MainActor
final class HorizontalWheel {
  /// A touchpad that says nothing for this long has stopped; not all say that they do.
  private static let quiet = Duration.milliseconds(150)

  /// A wheel turned by so many notches to the right; answers whether that did anything.
  var turned: (Int) -> Bool = { _ in false }
  /// Two fingers began to scroll.
  var began: () -> Void = {}
  /// How far they have scrolled to the right since then, in points.
  var moved: (Double) -> Void = { _ in }
  /// They are off, or rest.
  var ended: () -> Void = {}

  private var notches = 0.0
  private var distance: Double?
  private var stop: LoopSource?

  init(on widget: WidgetPointer) {
    guard let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
    else { preconditionFailure("GTK made no controller") }
    Signal.answer(controller, "scroll") { [weak self] arguments in
      let controller = arguments.sender(as: UnsafeMutableRawPointer.self)
      return self?.scroll(arguments.double(0), arguments.double(1), controller) ?? false
    }
    Signal.connect(controller, "scroll-end") { [weak self] in self?.finish() }
    gtk_widget_add_controller(widget, sightline_event_controller(controller.instance))
  }

  private func scroll(
    _ x: Double, _ y: Double, _ pointer: UnsafeMutableRawPointer
  ) -> Bool {
    let controller = sightline_event_controller(pointer)
    let state = gtk_event_controller_get_current_event_state(controller)
    let isShifted = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    let (x, y) = isShifted && x == 0 ? (y, 0) : (x, y)
    guard x != 0, abs(x) > abs(y) else { return false }
    let unit = gtk_event_controller_scroll_get_unit(OpaquePointer(pointer))
    if unit == GDK_SCROLL_UNIT_WHEEL {
      if notches * x < 0 { notches = 0 }
      notches += x
      let whole = notches.rounded(.towardZero)
      notches -= whole
      return whole == 0 || turned(Int(max(-100, min(100, whole))))
    }
    if distance == nil {
      distance = 0
      began()
    }
    distance = (distance ?? 0) + x
    moved(distance ?? 0)
    stop?.cancel()
    stop = MainLoop.after(HorizontalWheel.quiet) { [weak self] in self?.finish() }
    return true
  }

  private func finish() {
    stop?.cancel()
    stop = nil
    guard distance != nil else { return }
    distance = nil
    ended()
  }
}
