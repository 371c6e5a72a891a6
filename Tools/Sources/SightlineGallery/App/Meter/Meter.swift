import CSightlineGTK
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
  /// The time limit for the frames of the meter's own drawing, in microseconds.
  private static let ownTime = 200_000
  private static let idle = "Idle"

  let widget: WidgetPointer
  private let lamp = Make.block("lamp").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
  private let text = Make.line(Meter.idle).expanding(vertically: false)
  private let status: WidgetPointer
  /// Weak, because the timer may fire after the window is gone.
  private let window: WeakObjectReference<WidgetPointer>
  private var frames = 0
  private var work = Duration.zero
  /// The number of upcoming frames caused by the meter, and the time limit for them.
  private var own = (frames: 0, until: 0)
  private var timer: LoopSource?
  private var shown = FrameStatistics()

  init(of window: WidgetPointer) {
    self.window = WeakObjectReference(window)
    status = Make.row(spacing: 8, [lamp, text]).expanding(vertically: false)
    status.setAccessibleRole(GTK_ACCESSIBLE_ROLE_STATUS)
    widget = Make.row([status]).styled("meter")
    show(Self.idle, isAwake: false)
    FrameTimer.follow(window) { [weak self] in self?.frameEnded($0) }
  }

  private func frameEnded(_ duration: Duration) {
    if own.frames > 0, FrameTimer.now < own.until {
      own.frames -= 1
      return
    }
    frames += 1
    work += duration
    if timer == nil { start() }
  }

  private func start() {
    timer = MainLoop.after(Self.period) { [weak self] in self?.tick() }
  }

  private func tick() {
    timer = nil
    guard let visibility = window.pointer?.visibility.window else { return }
    if frames > 0 {
      show(Self.text(own: ownMean(visibility), frame: work / frames), isAwake: true)
      start()
    } else {
      show(Self.idle, isAwake: false)
    }
    (frames, work) = (0, .zero)
  }

  /// Returns Sightline's time per frame since the last call.
  private func ownMean(_ visibility: WindowVisibility) -> Duration {
    let now = visibility.statistics
    // The statistics may have been reset.
    let isReset = now.frames < shown.frames || now.total < shown.total
    let count = now.frames - (isReset ? 0 : shown.frames)
    let time = now.total - (isReset ? .zero : shown.total)
    shown = now
    return count > 0 ? time / count : .zero
  }

  /// - Parameters:
  ///   - own: Sightline's time per frame.
  ///   - frame: the time of the whole frame, including GTK, the page and Sightline.
  nonisolated static func text(own: Duration, frame: Duration) -> String {
    let share = frame > .zero ? own / frame * 100 : 0
    return "Measuring: " + own.inMicroseconds(step: own < .microseconds(10) ? 0.1 : 1)
      + " of a \(frame.inMilliseconds(step: 0.1)) frame, "
      + Quantity.text(share, step: 0.1, unit: "%")
  }

  /// Shows a text. It causes two frames: one by GTK, and one in which Sightline finds that nothing
  /// else has moved.
  private func show(_ words: String, isAwake: Bool) {
    let statistics = window.pointer?.visibility.window
    let passes = "\(statistics?.passCount ?? 0) passes"
    gtk_widget_set_tooltip_text(
      status,
      "Sightline's part of a frame. So far: \(passes); the last one read "
        + "\(statistics?.statistics.widgetsRead ?? 0) views.")
    if String(cString: gtk_label_get_text(OpaquePointer(text))) == words, frames > 0 { return }
    own = (3, FrameTimer.now + Self.ownTime)
    text.setText(words)
    lamp.setClass("is-awake", isAwake)
    status.setAccessibleLabel(isAwake ? "Sightline is measuring" : "Sightline is idle, \(passes)")
  }
}
