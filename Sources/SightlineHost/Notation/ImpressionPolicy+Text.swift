public import SightlineCore

extension ImpressionPolicy: TextNotation {
  /// The text of the policy, such as `mrcDisplay`, `0.7,dwell=2s,repeat=leaving` or
  /// `mrcVideo,speed=800,pauses`: the name of an equal preset, or else all properties that differ
  /// from the defaults.
  ///
  /// ``init(parsing:)`` returns an equal policy.
  public var text: String {
    if let preset = ImpressionPolicy.presets.first(where: { $0.policy == self }) {
      return preset.name
    }
    let rule = RuleParts(rule)
    var parts = [rule.head]
    if dwell != .zero { parts.append("dwell=\(DurationText.print(dwell))") }
    if repetition != .once { parts.append("repeat=\(PolicyText.text(of: repetition))") }
    if accumulation != .continuous { parts.append("\(accumulation.notation)") }
    if inactivity != .drops { parts.append("\(inactivity.notation)") }
    if let speed = scrollSpeedLimit { parts.append("speed=\(shortest(speed))") }
    return (parts + rule.tail).joined(separator: ",")
  }

  /// Creates a policy from its text, such as one from a server.
  ///
  /// A text begins with a preset (`feed`, `mrcDisplay` and so on) or with the text of a rule.
  /// The options after it change individual properties: `dwell=2s`, `repeat=session` or another
  /// repetition such as `coolDown:30s` and `day:3`, `cumulative`, `pauses`, `speed=800`, and those
  /// of a rule. Durations have a unit from `ns` to `d`.
  ///
  /// - Throws: a ``PolicyTextError`` with the expected syntax.
  public init(parsing text: String) throws(PolicyTextError) {
    var reader = OptionReader(text)
    let preset = ImpressionPolicy.presets.first { $0.name == reader.head }?.policy
    guard var rule = preset.map({ RuleParts($0.rule) }) ?? RuleParts(reader.head) else {
      let presets = ImpressionPolicy.presets.map(\.name).joined(separator: ", ")
      throw PolicyTextError("it must begin with \(presets), \(RuleParts.expectation)")
    }
    var dwell = preset?.dwell ?? .zero
    var repetition = preset?.repetition ?? .once
    var (accumulation, inactivity) = (Accumulation.continuous, Inactivity.drops)
    var speed: Double?
    while let option = try reader.next() {
      if try rule.take(option) { continue }
      switch (option.key, option.value) {
      case (PolicyText.cumulative, nil): accumulation = .cumulative
      case (PolicyText.pauses, nil): inactivity = .pauses
      case ("dwell", let value):
        guard let parsed = value.flatMap({ DurationText.parse($0) }) else {
          throw option.wrong(DurationText.expectation)
        }
        dwell = parsed
      case ("repeat", let value):
        guard let parsed = value.flatMap(PolicyText.repetition) else {
          throw option.wrong(PolicyText.repetitionExpectation)
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
      rule: rule.rule, dwell: dwell, accumulation: accumulation, inactivity: inactivity,
      repetition: repetition, scrollSpeedLimit: speed)
  }
}

/// The words of policies.
private enum PolicyText {
  static let cumulative = "\(ImpressionPolicy.Accumulation.cumulative.notation)"
  static let pauses = "\(ImpressionPolicy.Inactivity.pauses.notation)"
  static let options =
    [
      "dwell=2s", "repeat=" + repetitions.joined(separator: "|"), cumulative, pauses, "speed=800",
    ] + RuleParts.options

  /// An example for each kind of repetition.
  private static let repetitions = ImpressionRepetition.Kind.allCases.map {
    text(of: ImpressionRepetition($0, duration: .seconds(30), count: 3))
  }
  static let repetitionExpectation =
    "\(oneOf(repetitions)), with \(DurationText.expectation), or a count of at least 1"

  static func text(of repetition: ImpressionRepetition) -> String {
    let (kind, duration, count) = repetition.parts
    let (word, _, unit) = kind.notation
    return switch unit {
    case nil: "\(word)"
    case .duration: "\(word):\(DurationText.print(duration))"
    case .count: "\(word):\(count)"
    }
  }

  static func repetition(_ text: Substring) -> ImpressionRepetition? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard
      let kind = ImpressionRepetition.Kind.allCases.first(where: {
        "\($0.notation.word)" == parts[0]
      }),
      parts.count == (kind.notation.unit == nil ? 1 : 2)
    else { return nil }
    switch kind.notation.unit {
    case nil: return ImpressionRepetition(kind)
    case .duration:
      return DurationText.parse(parts[1]).map { ImpressionRepetition(kind, duration: $0) }
    case .count:
      // `Int` would also accept a sign.
      guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(parts[1]),
        count >= 1
      else { return nil }
      return ImpressionRepetition(kind, count: count)
    }
  }
}
