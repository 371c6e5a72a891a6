#if Log
/// An impression policy with its name in reports.
public struct LogPolicy: Hashable, Sendable {
  /// The name in reports, such as `feed`.
  public let name: String
  /// The policy. The log stores it in full, once.
  public let policy: ImpressionPolicy

  /// Creates a named policy.
  public init(_ name: String, _ policy: ImpressionPolicy) {
    self.name = name
    self.policy = policy
  }
}

extension LogPolicy {
  /// `ImpressionPolicy.feed`, named *feed*.
  public static let feed = LogPolicy("feed", .feed)
  /// `ImpressionPolicy.mrcDisplay`, named *mrc-display*.
  public static let mrcDisplay = LogPolicy("mrc-display", .mrcDisplay)
  /// `ImpressionPolicy.mrcLargeDisplay`, named *mrc-large-display*.
  public static let mrcLargeDisplay = LogPolicy("mrc-large-display", .mrcLargeDisplay)
  /// `ImpressionPolicy.mrcVideo`, named *mrc-video*.
  public static let mrcVideo = LogPolicy("mrc-video", .mrcVideo)
}

extension ImpressionPolicy {
  /// The policy as one line of JSON, with durations in nanoseconds. Equal texts mean equal
  /// policies, in every launch.
  var parameters: String {
    let accumulation =
      switch accumulation {
      case .continuous: "continuous"
      case .cumulative: "cumulative"
      }
    let inactivity =
      switch inactivity {
      case .drops: "drops"
      case .pauses: "pauses"
      }
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
