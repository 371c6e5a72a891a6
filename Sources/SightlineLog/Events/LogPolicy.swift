#if Log
extension ImpressionPolicy {
  /// The policy as one line of JSON, with durations in nanoseconds. Equal texts mean equal
  /// policies, in every launch.
  var parameters: String {
    "{\"rule\":\(rule.parameters),\"dwell\":\(dwell.saturatedNanoseconds)"
      + ",\"accumulation\":\"\(accumulation.notation)\",\"inactivity\":\"\(inactivity.notation)\""
      + ",\"repetition\":\(repetition.parameters)"
      + ",\"scrollSpeedLimit\":\(scrollSpeedLimit.map(json) ?? "null")}"
  }
}

extension ImpressionRepetition {
  fileprivate var parameters: String {
    let (_, name, unit) = parts.kind.notation
    return unit == nil ? "\"\(name)\"" : "{\"\(name)\":\(number)}"
  }
}

extension VisibilityRule {
  fileprivate var parameters: String {
    "{\"measure\":\"\(measure.notation.name)\""
      + ",\"thresholds\":[\(thresholds.map(json).joined(separator: ","))]"
      + Number.allCases.map { ",\"\($0.notation.name)\":\(json(self[$0]))" }.joined() + "}"
  }
}

/// Returns the shortest text that parses as the same number, or `null` for infinity, which JSON
/// lacks.
private func json(_ number: Double) -> String { number.isFinite ? "\(number)" : "null" }
#endif
