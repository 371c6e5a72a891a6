import CGTK
import SightlineGTKToolkit

/// Measures the window's frames, from the clock's first phase to its last, and the interval between
/// them while something moves.
@MainActor
final class FrameTimes {
  private var work: [Int] = []
  private var intervals: [Int] = []
  private var begin = 0
  private var last = 0
  private var tokens: [SignalToken] = []

  /// Frames further apart than this, in microseconds, belong to separate movements.
  private static let rest = 100_000

  /// Measures the frames of a window on screen.
  init(of window: WidgetPointer) {
    guard let clock = gtk_widget_get_frame_clock(window) else { return }
    tokens = [
      Signal.connect(clock, "before-paint") { [weak self] in self?.begin = Self.now },
      Signal.connect(clock, "after-paint", after: true) { [weak self] in self?.frameEnded() },
    ]
  }

  private static var now: Int { Int(g_get_monotonic_time()) }

  private func frameEnded() {
    let now = Self.now
    if begin > 0 { work.append(now - begin) }
    if last > 0, now - last < Self.rest { intervals.append(now - last) }
    last = now
  }

  /// Restarts the measurement.
  func reset() {
    work = []
    intervals = []
    last = 0
  }

  func stop() {
    for token in tokens { token.disconnect() }
    tokens = []
  }

  /// A summary of the medians; `nil` if nothing moved.
  var summary: String? {
    guard !work.isEmpty, !intervals.isEmpty else { return nil }
    return "frames take \(milliseconds(Self.median(work))) ms, one every "
      + "\(milliseconds(Self.median(intervals))) ms while something moves (medians)"
  }

  private func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
}
