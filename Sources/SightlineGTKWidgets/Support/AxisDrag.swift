#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Drags along an axis with a finger or the mouse, on a widget and its content. Lives as long as
/// the widget.
///
/// A press becomes a drag after eight points, if it has moved further along the axis than across
/// it. Until then, and if it moves across the axis, it goes to the content, such as buttons and
/// lists. Content that handles such drags itself has priority.
@MainActor
final class AxisDrag {
  /// The distance a press may move and still be a tap; GTK's own threshold.
  private static let threshold = 8.0

  /// Called with a press at a point of the widget. Returns whether a drag may begin there.
  var pressed: (Double, Double) -> Bool = { _, _ in true }
  /// Called with the events of the drag, to the right (or down). Every press ends with an event,
  /// even if it never became a drag.
  var dragged: (DragEvent) -> Void = { _ in }

  private let axis: VisibilityScene.Axis
  /// The current press.
  private var recognizer: DragRecognizer?
  var isPressed: Bool { recognizer != nil }

  init(on widget: WidgetPointer, along axis: VisibilityScene.Axis = .horizontal) {
    self.axis = axis
    let gesture = required(gtk_gesture_drag_new())
    Signal.connect(gesture, "drag-begin") { [self] arguments in
      end(isCancelled: true)
      if pressed(arguments.double(0), arguments.double(1)) {
        recognizer = DragRecognizer(slop: AxisDrag.threshold)
      } else {
        set(GTK_EVENT_SEQUENCE_DENIED, arguments)
      }
    }
    Signal.connect(gesture, "drag-update") { [self] arguments in move(arguments) }
    Signal.connect(gesture, "drag-end") { [self] in end() }
    Signal.connect(gesture, "cancel") { [self] in end(isCancelled: true) }
    widget.addController(gesture)
  }

  private func move(_ arguments: SignalArguments) {
    let (x, y) = (arguments.double(0), arguments.double(1))
    let way = axis == .horizontal ? LayoutPoint(x: x, y: y) : LayoutPoint(x: y, y: x)
    if let event = recognizer?.move(to: way, at: .now) {
      if event == .began { set(GTK_EVENT_SEQUENCE_CLAIMED, arguments) }
      dragged(event)
    } else if recognizer?.state == .refused {
      end(isCancelled: true)
      set(GTK_EVENT_SEQUENCE_DENIED, arguments)
    }
  }

  private func end(isCancelled: Bool = false) {
    guard var recognizer else { return }
    self.recognizer = nil
    dragged((isCancelled ? nil : recognizer.end(at: .now)) ?? .cancelled)
  }

  private func set(_ state: GtkEventSequenceState, _ arguments: SignalArguments) {
    let gesture = arguments.sender(as: UnsafeMutableRawPointer.self)
    gtk_gesture_set_state(sightline_gesture(gesture), state)
  }
}
#endif
