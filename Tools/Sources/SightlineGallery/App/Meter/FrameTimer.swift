import CSightlineGTK
import SightlineGTKToolkit

/// Measures the frames of a widget's window, from the clock's first phase to its last.
@MainActor
final class FrameTimer {
  /// Called after each frame with its duration, and again with each further one.
  private let frameEnded: @MainActor (Duration) -> Void
  private var begin = 0
  private var signals: [SignalToken] = []

  init(of widget: WidgetPointer, _ frameEnded: @escaping @MainActor (Duration) -> Void) {
    self.frameEnded = frameEnded
    Signal.connect(widget, "realize", after: true) { [weak self] in self?.start(of: widget) }
    Signal.connect(widget, "unrealize") { [weak self] in self?.stop() }
    if gtk_widget_get_realized(widget) != 0 { start(of: widget) }
  }

  /// Microseconds on the monotonic clock.
  static var now: Int { Int(g_get_monotonic_time()) }

  private func start(of widget: WidgetPointer) {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    signals = [
      Signal.connect(clock, "before-paint") { [weak self] in self?.begin = Self.now },
      Signal.connect(clock, "after-paint", after: true) { [weak self] in
        // Created within a frame, it hasn't seen the frame's beginning.
        if let self, begin > 0 { frameEnded(.microseconds(Self.now - begin)) }
      },
    ]
  }

  func stop() {
    for signal in signals { signal.disconnect() }
    signals = []
  }
}

/// The medians of the window's frames, and of the interval between them while something moves.
@MainActor
final class FrameTimes {
  private var work: [Duration] = []
  private var intervals: [Duration] = []
  private var last: ContinuousClock.Instant?
  private var timer: FrameTimer?

  /// Frames further apart than this belong to separate movements.
  private static let rest = Duration.milliseconds(100)

  init(of window: WidgetPointer) {
    timer = FrameTimer(of: window) { [weak self] in self?.frameEnded($0) }
  }

  private func frameEnded(_ duration: Duration) {
    let now = ContinuousClock.now
    work.append(duration)
    if let last, now - last < Self.rest { intervals.append(now - last) }
    last = now
  }

  func stop() { timer?.stop() }

  /// A summary; `nil` if nothing moved.
  var summary: String? {
    guard !work.isEmpty, !intervals.isEmpty else { return nil }
    return "frames take \(Self.median(work)), one every \(Self.median(intervals)) while something "
      + "moves (medians)"
  }

  private static func median(_ values: [Duration]) -> String {
    values.sorted()[values.count / 2].inMilliseconds(step: 0.1).withPlainSpaces
  }
}
