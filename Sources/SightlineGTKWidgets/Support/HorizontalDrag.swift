#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit

/// Sideways drags with a finger or the mouse on a widget and its content.
///
/// A press becomes a drag after eight points, if it has moved further sideways than up or down.
/// Until then, and if it moves up or down, it belongs to the content, such as buttons and lists.
/// Content that handles sideways drags has priority.
@MainActor
final class HorizontalDrag {
  private enum State {
    case idle
    case pressed
    /// The drag counts from this distance to the right of the press, in points.
    case dragging(from: Double)
  }

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

  private var state = State.idle
  private var speed = DragSpeed()

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
    state = .pressed
    speed = DragSpeed()
  }

  private func move(_ x: Double, _ y: Double, _ gesture: UnsafeMutableRawPointer) {
    switch state {
    case .idle: return
    case .pressed:
      guard max(abs(x), abs(y)) >= HorizontalDrag.threshold else { return }
      guard abs(x) > abs(y) else {
        end(isCancelled: true)
        return deny(gesture)
      }
      gtk_gesture_set_state(sightline_gesture(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
      state = .dragging(from: x)
      speed.add(x, at: .now)
      began()
    case .dragging(let origin):
      speed.add(x, at: .now)
      moved(x - origin)
    }
  }

  private func end(isCancelled: Bool = false) {
    switch state {
    case .idle: return
    case .pressed:
      state = .idle
      ended(0)
    case .dragging:
      state = .idle
      ended(isCancelled ? 0 : speed.value(at: .now))
    }
  }

  private func deny(_ gesture: UnsafeMutableRawPointer) {
    gtk_gesture_set_state(sightline_gesture(gesture), GTK_EVENT_SEQUENCE_DENIED)
  }
}

/// A finger's speed over the last tenth of a second.
struct DragSpeed {
  private static let window = Duration.milliseconds(100)
  private var samples: [(time: MonotonicTime, place: Double)] = []

  mutating func add(_ place: Double, at time: MonotonicTime) {
    samples.removeAll { time - $0.time > DragSpeed.window }
    samples.append((time, place))
  }

  /// Returns the speed in points per second; 0 if the finger has rested.
  func value(at now: MonotonicTime) -> Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      now - last.time <= DragSpeed.window
    else { return 0 }
    return (last.place - first.place) / ((last.time - first.time) / .seconds(1))
  }
}
#endif
