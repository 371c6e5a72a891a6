#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTKToolkit

/// Sideways drags with a finger or the mouse, of a widget and of what is in it.
///
/// A press becomes a drag once it has gone eight points, further sideways than up or down; until
/// then, and where it goes up or down, it belongs to what lies under it: buttons, lists. What is
/// inside and drags sideways itself goes first.
@MainActor
final class HorizontalDrag {
  private enum State {
    case idle
    case pressed
    /// From where it counts, in points to the right of the press.
    case dragging(from: Double)
  }

  /// How far a press may go and still be a tap, as GTK's own threshold.
  static let threshold = 8.0

  /// Called with a press at a point of the widget; returns whether a drag may begin there.
  var pressed: (Double, Double) -> Bool = { _, _ in true }
  /// Called when the press has become a drag.
  var began: () -> Void = {}
  /// Called with how far it is to the right of where it began, in points.
  var moved: (Double) -> Void = { _ in }
  /// Called when the finger was lifted, whether it dragged or not, with its speed to the right in
  /// points a second.
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

/// How fast a finger goes, from the last tenth of a second in which it moved.
struct DragSpeed {
  private static let window = Duration.milliseconds(100)
  private var samples: [(time: MonotonicTime, place: Double)] = []

  mutating func add(_ place: Double, at time: MonotonicTime) {
    samples.removeAll { time - $0.time > DragSpeed.window }
    samples.append((time, place))
  }

  /// In points a second; 0 for a finger that has rested.
  func value(at now: MonotonicTime) -> Double {
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      now - last.time <= DragSpeed.window
    else { return 0 }
    return (last.place - first.place) / ((last.time - first.time) / .seconds(1))
  }
}
#endif
