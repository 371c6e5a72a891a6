import CGTK
import SightlineGTK
import SightlineGTKToolkit

/// The cost of the page, always on screen: the time of Sightline and of the whole frame, the views
/// read, the passes, and whether anything is running.
///
/// At rest it runs nothing. Frames that occur anyway start a timer, which ends after a period
/// without frames. The few frames caused by the meter's own drawing don't count as movement.
@MainActor
final class Meter {
  /// The update interval while something moves: readable, at little cost.
  private static let period = Duration.milliseconds(400)

  let widget: WidgetPointer
  private let lamp = Make.block("lamp").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
  private let state = Make.label("asleep")
  private let numbers = (0..<4).map { _ in Make.label("") }
  /// Weak, because the timer may fire after the window is gone.
  private let window: WeakObjectReference<WidgetPointer>
  private var frames = 0
  private var work = 0
  private var begin = 0
  /// The number of upcoming frames caused by the meter, and the time limit for them.
  private var own = (frames: 0, until: 0)
  private var timer: LoopSource?
  private var shown = FrameStatistics()

  init(of window: WidgetPointer) {
    self.window = WeakObjectReference(window)
    let status = Make.row(spacing: 6, [lamp, state])
    status.setAccessibleRole(GTK_ACCESSIBLE_ROLE_STATUS)
    status.setAccessibleLabel("Sightline is asleep")
    gtk_widget_set_tooltip_text(status, "Nothing is read and nothing runs while nothing moves")
    statusReference = WeakObjectReference(status)
    widget = Make.column([Flow.make(gap: 18, rowGap: 2, [status] + numbers)]).styled("meter")
    Signal.connect(window, "realize", after: true) { [weak self] in self?.follow() }
    if gtk_widget_get_realized(window) != 0 { follow() }
  }

  private let statusReference: WeakObjectReference<WidgetPointer>

  private func follow() {
    guard let window = window.pointer, let clock = gtk_widget_get_frame_clock(window) else {
      return
    }
    Signal.connect(clock, "before-paint") { [weak self] in self?.begin = Self.now }
    Signal.connect(clock, "after-paint", after: true) { [weak self] in self?.frameEnded() }
  }

  private static var now: Int { Int(g_get_monotonic_time()) }

  private func frameEnded() {
    let now = Self.now
    if own.frames > 0, now < own.until {
      own.frames -= 1
      return
    }
    frames += 1
    if begin > 0 { work += now - begin }
    if timer == nil { start() }
  }

  /// Expects the frames caused by new text: one by GTK, and one in which Sightline finds that
  /// nothing else has moved.
  private func expectOwnFrames() { own = (3, Self.now + Self.ownTime) }

  /// In microseconds.
  private static let ownTime = 200_000

  private func start() {
    timer = MainLoop.after(Self.period) { [weak self] in self?.tick() }
  }

  private func tick() {
    timer = nil
    guard window.pointer != nil else { return }
    let isAwake = frames > 0
    if isAwake {
      showNumbers()
      start()
    }
    showState(isAwake)
    frames = 0
    work = 0
  }

  private func showState(_ isAwake: Bool) {
    let text = isAwake ? "awake" : "asleep"
    if String(cString: gtk_label_get_text(OpaquePointer(state))) == text { return }
    expectOwnFrames()
    state.setText(text)
    lamp.setClass("is-awake", isAwake)
    statusReference.pointer?.setAccessibleLabel("Sightline is \(text)")
  }

  /// Shows the means of the frames since the last update.
  private func showNumbers() {
    guard let visibility = window.pointer?.visibility.window else { return }
    let now = visibility.statistics
    // The statistics may have been reset.
    let isAnew = now.frames < shown.frames || now.total < shown.total
    let count = now.frames - (isAnew ? 0 : shown.frames)
    let time = now.total - (isAnew ? .zero : shown.total)
    shown = now
    let texts = MeterText.numbers(
      own: count > 0 ? time / count : .zero, frame: .microseconds(work / max(1, frames)),
      reads: now.widgetsRead, passes: visibility.passCount)
    for (label, text) in zip(numbers, texts)
    where String(cString: gtk_label_get_text(OpaquePointer(label))) != text {
      expectOwnFrames()
      label.setText(text)
    }
  }
}
