import SightlineGTK
import SightlineGTKToolkit

/// The cost of the page, always on screen: Sightline's part of a frame, or that nothing runs.
///
/// At rest it runs nothing. Frames that occur anyway start a timer, which ends after a period
/// without frames. The few frames caused by the meter's own drawing don't count as movement.
@MainActor
final class Meter {
  /// The update interval while something moves: readable, at little cost.
  private static let period = Duration.milliseconds(400)
  /// The time limit for the frames of the meter's own drawing.
  private static let ownTime = Duration.milliseconds(200)
  private static let idle = "Idle"

  let widget: WidgetPointer
  private let lamp = Make.block("lamp").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
  private let text = Make.line(Meter.idle).expanding(vertically: false)
  private let status: WidgetPointer
  /// Weak, because the timer may fire after the window is gone.
  private let window: WeakObjectReference<WidgetPointer>
  private var cost = FrameCost()
  /// The number of upcoming frames caused by the meter, and the time limit for them.
  private var own = (frames: 0, until: ContinuousClock.now)
  private var timer: LoopSource?

  init(of window: WidgetPointer) {
    self.window = WeakObjectReference(window)
    status = Make.row(spacing: 8, [lamp, text]).expanding(vertically: false)
    status.setAccessibleRole(GTK_ACCESSIBLE_ROLE_STATUS)
    widget = Make.row([status]).styled("meter")
    show(Self.idle, isAwake: false)
    FrameCost.follow(window) { [weak self] in self?.frameEnded($0) }
  }

  private func frameEnded(_ frame: FrameCost) {
    if own.frames > 0, .now < own.until {
      own.frames -= 1
      return
    }
    cost.add(frame)
    if timer == nil { start() }
  }

  private func start() {
    timer = MainLoop.after(Self.period) { [weak self] in self?.tick() }
  }

  private func tick() {
    timer = nil
    guard window.pointer != nil else { return }
    if cost.frames > 0 {
      show("Sightline \(cost.words)", isAwake: true)
      start()
    } else {
      show(Self.idle, isAwake: false)
    }
    cost = FrameCost()
  }

  /// Shows a text. It causes two frames: one by GTK, and one in which Sightline finds that nothing
  /// else has moved.
  private func show(_ words: String, isAwake: Bool) {
    let statistics = window.pointer?.visibility.window
    let passes = "\(statistics?.passCount ?? 0) passes"
    gtk_widget_set_tooltip_text(
      status,
      "Sightline's part of the time of a frame. So far: \(passes); the last one read "
        + "\(statistics?.statistics.widgetsRead ?? 0) views.")
    if String(cString: gtk_label_get_text(OpaquePointer(text))) == words, cost.frames > 0 { return }
    own = (3, .now + Self.ownTime)
    text.setText(words)
    lamp.setClass("is-awake", isAwake)
    status.setAccessibleLabel(isAwake ? "Sightline is measuring" : "Sightline is idle, \(passes)")
  }
}
