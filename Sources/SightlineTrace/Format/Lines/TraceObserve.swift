/// Targets that all of a browser's observers start or stop watching.
struct TraceObserve: TraceRecord {
  var step = 0
  /// The targets, in order. A negative number means that its node is no longer watched.
  var ids: [Int] = []

  static let format = LineFormat<TraceObserve>(
    "observe",
    [
      .required("s", \.step, .count),
      .required("ids", \.ids, .list(.integer(-TraceLimits.id...TraceLimits.id))),
    ])
}
