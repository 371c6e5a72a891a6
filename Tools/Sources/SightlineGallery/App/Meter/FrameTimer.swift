import CSightlineGTK
import SightlineGTKToolkit

/// Measures the frames of a widget's window, from the clock's first phase to its last.
@MainActor
enum FrameTimer {
  /// Calls a closure after each frame with its duration, and again with each further one.
  static func follow(_ widget: WidgetPointer, _ frameEnded: @escaping @MainActor (Duration) -> Void)
  {
    // A frame under way has no known beginning.
    var begin = 0
    Frames.follow(widget, "before-paint") { begin = now }
    Frames.follow(widget) { if begin > 0 { frameEnded(.microseconds(now - begin)) } }
  }

  /// Microseconds on the monotonic clock.
  static var now: Int { Int(g_get_monotonic_time()) }
}

/// The medians of the window's frames, and of the interval between them while something moves.
@MainActor
final class FrameTimes {
  private var work: [Duration] = []
  private var intervals: [Duration] = []
  private var last: ContinuousClock.Instant?

  /// Frames further apart than this belong to separate movements.
  private static let rest = Duration.milliseconds(100)

  init(of window: WidgetPointer) {
    FrameTimer.follow(window) { [weak self] in self?.frameEnded($0) }
  }

  private func frameEnded(_ duration: Duration) {
    let now = ContinuousClock.now
    work.append(duration)
    if let last, now - last < Self.rest { intervals.append(now - last) }
    last = now
  }

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
