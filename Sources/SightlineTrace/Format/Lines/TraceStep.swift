import SightlineCore

/// A step begins: one frame of the recording, one pass of an engine.
struct TraceStep: TraceRecord {
  /// The step's number; numbers only grow.
  var step = 0
  /// When it began; may have a fraction.
  var milliseconds = 0.0
  /// When it began, exactly, where the recorder knew it.
  var nanoseconds: Int64?
  /// What the page was made to do, as JSON text on one line, for people.
  var action: String?

  /// Times reach this far in either direction: what 64 bits of nanoseconds hold, 292 years.
  static let millisecondRange = -9.2e12...9.2e12

  static let format = LineFormat<TraceStep>(
    "step",
    [
      .required("s", \.step, .count),
      .required("ms", \.milliseconds, .number(millisecondRange)),
      .optional("ns", \.nanoseconds, .nanoseconds),
      .optional("do", \.action, .json),
    ])

  /// When the step began: the exact nanoseconds, or else the milliseconds rounded to them.
  var time: MonotonicTime {
    if let nanoseconds { return MonotonicTime(nanoseconds: nanoseconds) }
    let range = TraceStep.millisecondRange
    guard range.contains(milliseconds) else {
      return milliseconds > range.upperBound ? .never : MonotonicTime(nanoseconds: .min)
    }
    return MonotonicTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }
}

extension TraceStep {
  /// A step at its exact time.
  init(_ step: Int, at time: MonotonicTime) {
    self.init(
      step: step, milliseconds: Double(time.nanoseconds) / 1e6, nanoseconds: time.nanoseconds)
  }
}
