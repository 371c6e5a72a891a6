import SightlineCore

/// The beginning of a step: one frame of the recording, one pass of an engine.
struct TraceStep: TraceRecord {
  /// The step's number. Numbers only increase.
  var step = 0
  /// The start time, possibly with a fraction.
  var milliseconds = 0.0
  /// The exact start time, if recorded.
  var nanoseconds: Int64?
  /// The nanoseconds slept, if changed since the previous step.
  var asleep: Int64?

  /// 292 years in either direction, as in 64-bit nanoseconds.
  private static let range = -9.2e12...9.2e12

  static let format = LineFormat<TraceStep>(
    "step",
    [
      .required("s", \.step, .count),
      .required("ms", \.milliseconds, .number(range)),
      .optional("ns", \.nanoseconds, .nanoseconds),
      .optional("asleep", \.asleep, .nanoseconds),
    ])

  /// The start time: the exact nanoseconds, or else the milliseconds rounded to nanoseconds.
  var time: MonotonicTime {
    if let nanoseconds { return MonotonicTime(nanoseconds: nanoseconds) }
    return MonotonicTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }
}

extension TraceStep {
  /// Creates a step with an exact time, and the time slept if that has changed.
  init(_ step: Int, at time: MonotonicTime, asleep: Duration? = nil) {
    let milliseconds = min(
      max(Double(time.nanoseconds) / 1e6, Self.range.lowerBound), Self.range.upperBound)
    self.init(
      step: step, milliseconds: milliseconds, nanoseconds: time.nanoseconds,
      asleep: asleep?.saturatedNanoseconds)
  }
}
