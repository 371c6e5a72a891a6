import CSightlineGTK
import SightlineGTKToolkit

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
    Knob.text(values.sorted()[values.count / 2] / .milliseconds(1), step: 0.1, unit: "ms")
      .replacing("\u{A0}", with: " ")
  }
}
