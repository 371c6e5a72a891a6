public import SightlineCore

extension ImpressionPolicy {
  /// The text of the policy, such as `display`, `0.7,dwell=2s,repeat=leaving` or
  /// `video,speed=800,pauses`: the name of an equal preset, or else all properties that differ from
  /// the defaults.
  ///
  /// ``init(parsing:)`` returns an equal policy.
  public var text: String {
    if let preset = PolicyText.presets.first(where: { $0.policy == self }) { return preset.name }
    let rule = RuleParts(rule)
    var parts = [rule.head]
    if dwell != .zero { parts.append("dwell=\(DurationText.print(dwell))") }
    switch repetition {
    case .once: break
    case .oncePerSession: parts.append("repeat=session")
    case .oncePerScreenVisit: parts.append("repeat=visit")
    case .afterLeaving: parts.append("repeat=leaving")
    case .afterCoolDown(let duration):
      parts.append("repeat=cooldown:\(DurationText.print(duration))")
    case .perDay(let count): parts.append("repeat=day:\(count)")
    }
    if accumulation == .cumulative { parts.append("cumulative") }
    if inactivity == .pauses { parts.append("pauses") }
    if let speed = scrollSpeedLimit { parts.append("speed=\(shortest(speed))") }
    return (parts + rule.tail).joined(separator: ",")
  }

  /// Creates a policy from its text, such as one from a server.
  ///
  /// A text begins with a preset (`feed`, `display`, `large`, `video`) or with the text of a rule.
  /// The options after it change individual properties: `dwell=2s`, `repeat=` with `once`,
  /// `session`, `visit`, `leaving`, `cooldown:30s` or `day:3`, `cumulative`, `pauses`, `speed=800`,
  /// and those of a rule. Durations have a unit from `ns` to `d`.
  ///
  /// - Throws: a ``PolicyTextError`` with the expected syntax.
  public init(parsing text: String) throws(PolicyTextError) {
    var reader = OptionReader(text)
    let preset = PolicyText.presets.first { $0.name == reader.head }?.policy
    guard var rule = preset.map({ RuleParts($0.rule) }) ?? RuleParts(reader.head) else {
      throw PolicyTextError(
        "it must begin with feed, display, large, video, \(RuleParts.expectation)")
    }
    var dwell = preset?.dwell ?? .zero
    var repetition = preset?.repetition ?? .once
    var (isCumulative, pauses) = (false, false)
    var speed: Double?
    while let option = try reader.next() {
      if try rule.take(option) { continue }
      switch (option.key, option.value) {
      case ("cumulative", nil): isCumulative = true
      case ("pauses", nil): pauses = true
      case ("dwell", let value):
        guard let parsed = value.flatMap({ DurationText.parse($0) }) else {
          throw option.wrong(DurationText.expectation)
        }
        dwell = parsed
      case ("repeat", let value):
        guard let parsed = value.flatMap(PolicyText.repetition) else {
          throw option.wrong(
            "once, session, visit, leaving, cooldown:30s (\(DurationText.expectation)), "
              + "or day:3 (a count of at least 1)")
        }
        repetition = parsed
      case ("speed", "inf"): speed = .infinity
      case ("speed", _):
        speed = try option.number(
          in: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude,
          "a number of points a second above 0")
      default: throw option.unknown(among: PolicyText.options)
      }
    }
    self.init(
      rule: rule.rule, dwell: dwell, accumulation: isCumulative ? .cumulative : .continuous,
      inactivity: pauses ? .pauses : .drops, repetition: repetition, scrollSpeedLimit: speed)
  }
}

/// A policy is encoded as its text, in a single value.
extension ImpressionPolicy: Codable {
  /// Decodes the policy from its text.
  ///
  /// - Throws: a `DecodingError` with the expected syntax.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeText { text throws(PolicyTextError) in
      try ImpressionPolicy(parsing: text)
    }
  }

  /// Encodes the text of the policy.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The words of policies.
private enum PolicyText {
  static let presets: [(name: String, policy: ImpressionPolicy)] = [
    ("feed", .feed), ("display", .mrcDisplay), ("large", .mrcLargeDisplay), ("video", .mrcVideo),
  ]
  static let options =
    ["dwell=2s", "repeat=once|session|visit|leaving|cooldown:30s|day:3", "cumulative", "pauses"]
    + ["speed=800"] + RuleParts.options

  static func repetition(_ text: Substring) -> ImpressionRepetition? {
    switch text {
    case "once": return .once
    case "session": return .oncePerSession
    case "visit": return .oncePerScreenVisit
    case "leaving": return .afterLeaving
    default: break
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "cooldown": return DurationText.parse(parts[1]).map { .afterCoolDown($0) }
    case "day":
      // `Int` would also accept a sign.
      guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(parts[1]),
        count >= 1
      else { return nil }
      return .perDay(count)
    default: return nil
    }
  }
}
