#if Log
/// An impression policy and the name that reports show for it.
public struct LogPolicy: Hashable, Sendable {
  /// The name in reports: `feed`.
  public let name: String
  /// The policy itself. It is written down in full, once.
  public let policy: ImpressionPolicy

  /// Names a policy.
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
  /// All of a policy as one line of JSON: equal texts are equal policies, in every launch.
  /// Durations are in nanoseconds.
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
    switch self {
    case .once: "\"once\""
    case .oncePerSession: "\"oncePerSession\""
    case .oncePerScreenVisit: "\"oncePerScreenVisit\""
    case .afterLeaving: "\"afterLeaving\""
    case .afterCoolDown(let duration): "{\"afterCoolDown\":\(duration.saturatedNanoseconds)}"
    case .perDay(let limit): "{\"perDay\":\(limit)}"
    }
  }
}

extension VisibilityRule {
  fileprivate var parameters: String {
    let measure =
      switch measure {
      case .item: "item"
      case .viewport: "viewport"
      case .smaller: "smaller"
      case .edges: "edges"
      }
    return
      "{\"measure\":\"\(measure)\",\"thresholds\":[\(thresholds.map(json).joined(separator: ","))]"
      + ",\"hysteresis\":\(json(hysteresis)),\"minimumOpacity\":\(json(minimumOpacity))"
      + ",\"minimumArea\":\(json(minimumArea))}"
  }
}

/// The shortest text that reads as the same number; JSON has no infinity.
private func json(_ number: Double) -> String { number.isFinite ? "\(number)" : "null" }
#endif
