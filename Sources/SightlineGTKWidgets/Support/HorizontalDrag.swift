#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Sideways drags with a finger or the mouse on a widget and its content.
///
/// A press becomes a drag after eight points, if it has moved further sideways than up or down.
/// Until then, and if it moves up or down, it belongs to the content, such as buttons and lists.
/// Content that handles sideways drags has priority.
@MainActor
final class HorizontalDrag {
  /// The distance a press may move and still be a tap; GTK's own threshold.
  static let threshold = 8.0

  /// Called with a press at a point of the widget. Returns whether a drag may begin there.
  var pressed: (Double, Double) -> Bool = { _, _ in true }
  /// Called when the press becomes a drag.
  var began: () -> Void = {}
  /// Called with the distance to the right of the drag's start, in points.
  var moved: (Double) -> Void = { _ in }
  /// Called when the finger is lifted, dragging or not, with its speed to the right in points per
  /// second.
  var ended: (Double) -> Void = { _ in }

  /// The current press.
  private var session: DragSession?

  init(on widget: WidgetPointer) {
    guard let gesture = gtk_gesture_drag_new() else { preconditionFailure("GTK made no gesture") }
    let controller = sightline_event_controller(gesture.instance)
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_BUBBLE)
    Signal.connect(gesture, "drag-begin") { [weak self] arguments in
      let gesture = arguments.sender(as: UnsafeMutableRawPointer.self)
      self?.press(arguments.double(0), arguments.double(1), gesture)
    }
    Signal.connect(gesture, "drag-update") { [weak self] arguments in
      let gesture = arguments.sender(as: UnsafeMutableRawPointer.self)
      self?.move(arguments.double(0), arguments.double(1), gesture)
    }
    Signal.connect(gesture, "drag-end") { [weak self] in self?.end() }
    Signal.connect(gesture, "cancel") { [weak self] in self?.end(isCancelled: true) }
    gtk_widget_add_controller(widget, controller)
  }

  private func press(_ x: Double, _ y: Double, _ gesture: UnsafeMutableRawPointer) {
    end(isCancelled: true)
    guard pressed(x, y) else { return deny(gesture) }
    session = DragSession(slop: HorizontalDrag.threshold)
  }

  private func move(_ x: Double, _ y: Double, _ gesture: UnsafeMutableRawPointer) {
    switch session?.move(to: LayoutPoint(x: x, y: y), at: .now) {
    case .began:
      gtk_gesture_set_state(sightline_gesture(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
      began()
    case .moved(let way): moved(way)
    default:
      guard session?.state == .refused else { return }
      end(isCancelled: true)
      deny(gesture)
    }
  }

  private func end(isCancelled: Bool = false) {
    guard var session else { return }
    self.session = nil
    if !isCancelled, case .ended(let speed) = session.end(at: .now) {
      ended(speed)
    } else {
      ended(0)
    }
  }

  private func deny(_ gesture: UnsafeMutableRawPointer) {
    gtk_gesture_set_state(sightline_gesture(gesture), GTK_EVENT_SEQUENCE_DENIED)
  }
}
#endif
