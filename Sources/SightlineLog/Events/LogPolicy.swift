#if Log
extension ImpressionPolicy {
  /// The policy as one line of JSON, with durations in nanoseconds. Equal texts mean equal
  /// policies, in every launch.
  var parameters: String {
    let accumulation = accumulation == .continuous ? "continuous" : "cumulative"
    let inactivity = inactivity == .drops ? "drops" : "pauses"
    return "{\"rule\":\(rule.parameters),\"dwell\":\(dwell.saturatedNanoseconds)"
      + ",\"accumulation\":\"\(accumulation)\",\"inactivity\":\"\(inactivity)\""
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
    "{\"measure\":\"\(measure.word)\""
      + ",\"thresholds\":[\(thresholds.map(json).joined(separator: ","))]"
      + ",\"hysteresis\":\(json(hysteresis)),\"minimumOpacity\":\(json(minimumOpacity))"
      + ",\"minimumArea\":\(json(minimumArea))}"
  }
}

/// Returns the shortest text that parses as the same number, or `null` for infinity, which JSON
/// lacks.
private func json(_ number: Double) -> String { number.isFinite ? "\(number)" : "null" }
#endif
