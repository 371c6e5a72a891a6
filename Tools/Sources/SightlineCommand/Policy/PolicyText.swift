import ArgumentParser
import SightlineCore

/// An impression policy as `--impressions` says it, which reads back as the same policy: `display`,
/// `0.7,dwell=2s,repeat=leaving`, `video,speed=800,pauses`.
///
/// A text begins with a preset or with a rule; what follows changes single parts of it. It is
/// printed as a preset where it is one, else in full.
struct PolicyText: CustomStringConvertible, Equatable {
  let policy: ImpressionPolicy

  private static let presets: [(name: String, policy: ImpressionPolicy)] = [
    ("feed", .feed), ("display", .mrcDisplay), ("large", .mrcLargeDisplay), ("video", .mrcVideo),
  ]
  private static let options =
    ["dwell=2s", "repeat=once|session|visit|leaving|cooldown:30s|day:3", "cumulative", "pauses"]
    + ["speed=800"] + RuleParts.options

  init(_ policy: ImpressionPolicy) { self.policy = policy }

  /// - Throws: a `ValidationError` that says what is expected.
  init(parsing text: String) throws {
    var reader = OptionReader(text)
    let preset = PolicyText.presets.first { $0.name == reader.head }?.policy
    guard var rule = preset.map({ RuleParts($0.rule) }) ?? RuleParts(reader.head) else {
      throw ValidationError(
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
      case ("speed", _):
        let fastest = option.value == "inf" ? Double.infinity : nil
        speed =
          try fastest
          ?? option.number(
            in: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude,
            "a number of points a second above 0")
      default: throw option.unknown(among: PolicyText.options)
      }
    }
    policy = ImpressionPolicy(
      rule: rule.rule, dwell: dwell, accumulation: isCumulative ? .cumulative : .continuous,
      inactivity: pauses ? .pauses : .drops, repetition: repetition, scrollSpeedLimit: speed)
  }

  private static func repetition(_ text: Substring) -> ImpressionRepetition? {
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
      // `Int` would read a sign too.
      guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(parts[1]),
        count >= 1
      else { return nil }
      return .perDay(count)
    default: return nil
    }
  }

  var description: String {
    if let preset = PolicyText.presets.first(where: { $0.policy == policy }) { return preset.name }
    let rule = RuleParts(policy.rule)
    var parts = [rule.head]
    if policy.dwell != .zero { parts.append("dwell=\(DurationText.print(policy.dwell))") }
    switch policy.repetition {
    case .once: break
    case .oncePerSession: parts.append("repeat=session")
    case .oncePerScreenVisit: parts.append("repeat=visit")
    case .afterLeaving: parts.append("repeat=leaving")
    case .afterCoolDown(let duration):
      parts.append("repeat=cooldown:\(DurationText.print(duration))")
    case .perDay(let count): parts.append("repeat=day:\(count)")
    }
    if policy.accumulation == .cumulative { parts.append("cumulative") }
    if policy.inactivity == .pauses { parts.append("pauses") }
    if let speed = policy.scrollSpeedLimit { parts.append("speed=\(shortest(speed))") }
    return (parts + rule.tail).joined(separator: ",")
  }
}
