import Foundation
import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Tests of the text of rules and policies: its meaning, round trips, and `Codable`.
@Suite struct PolicyTextTests {
  @Test(arguments: [
    ("feed", .feed), ("mrcDisplay", .mrcDisplay), ("mrcLargeDisplay", .mrcLargeDisplay),
    ("mrcVideo", .mrcVideo),
    ("0.7", .feed), ("0.5,dwell=1s", .mrcDisplay), ("full", ImpressionPolicy(rule: .fully)),
    ("mrcDisplay,dwell=2s", .mrcVideo), ("mrcDisplay,dwell=2000ms", .mrcVideo),
    ("mrcDisplay,repeat=visit", ImpressionPolicy.mrcDisplay.repeating(.oncePerScreenVisit)),
    ("feed,repeat=coolDown:1.5m", ImpressionPolicy.feed.repeating(.afterCoolDown(.seconds(90)))),
    ("feed,repeat=day:3", ImpressionPolicy.feed.repeating(.perDay(3))),
    ("feed,of=viewport", ImpressionPolicy(rule: .share(0.7, of: .viewport))),
    (
      "0.5,dwell=0.25s,repeat=session,cumulative,pauses,speed=800,area=400,opacity=0.5,of=smaller",
      ImpressionPolicy(
        rule: VisibilityRule.share(0.5, of: .smaller).minimumArea(400).minimumOpacity(0.5),
        dwell: .milliseconds(250), accumulation: .cumulative, inactivity: .pauses,
        repetition: .oncePerSession, scrollSpeedLimit: 800)
    ),
  ])
  func `a policy is a preset or a rule with options`(
    _ text: String, _ policy: ImpressionPolicy
  ) throws {
    #expect(try ImpressionPolicy(parsing: text) == policy)
  }

  @Test(arguments: [
    ("0.25s", .milliseconds(250)), ("2m", .seconds(120)), ("1.5h", .seconds(5_400)),
    ("2d", .seconds(172_800)), ("7us", .microseconds(7)), ("0.5us", .nanoseconds(500)),
    ("0.000000001ns", Duration(secondsComponent: 0, attosecondsComponent: 1)),
    ("0.000000000000000001s", Duration(secondsComponent: 0, attosecondsComponent: 1)),
    ("1234567.5ms", .microseconds(1_234_567_500)),
    ("999999999999d", .seconds(999_999_999_999 * 86_400)), ("00012s", .seconds(12)),
    ("9223372036854775807s", .seconds(Int64.max)),
  ])
  func `durations are exact in every unit`(_ text: String, _ duration: Duration) throws {
    #expect(try ImpressionPolicy(parsing: "feed,dwell=\(text)").dwell == duration)
  }

  private static let wrongDurations = [
    "", "1", "s", ".s", ".5s", "1.s", "1..5s", "1.5.2s", "-1s", "+1s", "1e3s", "1 s", "1S", "٣s",
    "9223372036854775808s", "9223372036854775807.5s", "9223372036854775807m", "0.0000000001ns",
    "0.0000000000000000001s", "1sec",
  ]
  private static let wrongOptions = [
    "", "dwel=1s", "dwell", "pauses,pauses", "dwell=1s,dwell=2s", "pauses=1", "cumulative=",
    "repeat", "repeat=often", "repeat=session:1", "repeat=once:", "repeat=day", "repeat=day:0",
    "repeat=day:-1", "repeat=day:+1", "repeat=day:1.5", "repeat=day:99999999999999999999",
    "repeat=day:٣", "repeat=coolDown", "repeat=coolDown:1s:2s", "speed", "speed=0", "speed=-1",
    "speed=nan", "speed=1e400", "speed=0x1", "of", "of=moon", "hysteresis=1.1", "hysteresis=-0.1",
    "opacity=2", "opacity=-1", "area=-1", "area=inf",
  ]

  @Test(
    arguments: ["", "half", "1.1", "-0.1", "0.5+", "+", "0x1", "nan", "0.5 ", "fits+1", ",pauses"]
      + wrongOptions.map { "feed,\($0)" } + wrongDurations.map { "feed,dwell=\($0)" }
      + wrongDurations.map { "feed,repeat=coolDown:\($0)" })
  func `a wrong policy is an error`(text: String) {
    #expect(throws: PolicyTextError.self) { try ImpressionPolicy(parsing: text) }
  }

  @Test func `a rule has up to the maximum number of thresholds, and no options of policies`()
    throws
  {
    func rule(_ count: Int) throws -> VisibilityRule {
      try VisibilityRule(parsing: Array(repeating: "0.5", count: count).joined(separator: "+"))
    }
    let most = VisibilityRule.maximumThresholds
    #expect(try rule(most).thresholds.count == most)
    #expect(throws: PolicyTextError.self) { try rule(most + 1) }
    #expect(throws: PolicyTextError.self) { try VisibilityRule(parsing: "0.5,pauses") }
    #expect(throws: PolicyTextError.self) { try VisibilityRule(parsing: "feed") }
  }

  @Test func `a cool-down may be zero, and a daily limit is at least one`() throws {
    let policy = try ImpressionPolicy(parsing: "feed,repeat=coolDown:0s")
    #expect(policy.repetition == .afterCoolDown(.zero))
    #expect(throws: PolicyTextError.self) { try ImpressionPolicy(parsing: "feed,repeat=day:0") }
  }

  @Test func `the syntax of an error lists every repetition and measure`() {
    for kind in ImpressionRepetition.Kind.allCases {
      let error = #expect(throws: PolicyTextError.self) {
        try ImpressionPolicy(parsing: "feed,repeat=often")
      }
      #expect(error?.description.contains("\(kind.notation.word)") == true)
    }
    for measure in VisibilityRule.Measure.allCases {
      let error = #expect(throws: PolicyTextError.self) {
        try VisibilityRule(parsing: "0.5,of=moon")
      }
      #expect(error?.description.contains("\(measure.notation.name)") == true)
    }
  }

  @Test func `presets are printed by name, other policies in full`() throws {
    #expect(try ImpressionPolicy(parsing: "0.5,dwell=2s").text == "mrcVideo")
    let text =
      "0.25+1,dwell=1.5s,repeat=coolDown:30s,cumulative,pauses,speed=800.5,of=viewport,"
      + "hysteresis=0.1,opacity=0,area=400"
    #expect(try ImpressionPolicy(parsing: text).text == text)
    #expect(VisibilityRule.asMuchAsFits.text == "fits")
    #expect(VisibilityRule.allEdgesSeen.minimumArea(2).text == "edges,area=2")
  }

  @Test func `every printed policy parses back`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }
    func fraction() -> Double {
      pick([0, 1, 0.5, 1e-7, 0.1 + 0.2, Double.random(in: 0...1, using: &random)])
    }
    func duration() -> Duration {
      pick([
        .zero, .seconds(1), .nanoseconds(Int64.max), .milliseconds(1), .nanoseconds(1),
        Duration(secondsComponent: 3, attosecondsComponent: 1),
        .nanoseconds(Int64.random(in: 0...Int64.max, using: &random)),
      ])
    }
    for _ in 0..<2_000 {
      let rule = VisibilityRule.thresholds(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in fraction() },
        of: pick(VisibilityRule.Measure.allCases), hysteresis: pick([0, fraction()])
      ).minimumOpacity(pick([0.01, fraction()]))
        .minimumArea(
          pick([0, 1e300, .leastNonzeroMagnitude, Double.random(in: 0...1e6, using: &random)]))
      let policy = ImpressionPolicy(
        rule: rule, dwell: duration(), accumulation: pick([.continuous, .cumulative]),
        inactivity: pick([.drops, .pauses]),
        repetition: ImpressionRepetition(
          pick(ImpressionRepetition.Kind.allCases), duration: duration(), count: pick([1, .max])),
        scrollSpeedLimit: pick([nil, 1, 1e-300, .infinity, fraction() + 1]))
      let text = policy.text
      #expect(try ImpressionPolicy(parsing: text) == policy, "seed \(seed): \(text)")
      let ruleText = rule.text
      #expect(try VisibilityRule(parsing: ruleText) == rule, "seed \(seed): \(ruleText)")
    }
  }

  private struct Settings: Codable, Equatable {
    var policies: [String: ImpressionPolicy]
    var rule: VisibilityRule
  }

  @Test func `policies and rules are decoded from their texts in JSON`() throws {
    let json = #"{"policies":{"card":"mrcDisplay,repeat=day:3","video":"mrcVideo"},"rule":"fits"}"#
    let settings = try JSONDecoder().decode(Settings.self, from: Data(json.utf8))
    #expect(settings.policies["card"] == ImpressionPolicy.mrcDisplay.repeating(.perDay(3)))
    #expect(settings.policies["video"] == .mrcVideo)
    #expect(settings.rule == .asMuchAsFits)
    let encoded = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(Settings.self, from: encoded) == settings)
  }

  @Test(arguments: [
    (#""mrcDisplay,dwel=2s""#, "\"mrcDisplay,dwel=2s\": \"dwel=2s\" is not an option"),
    (#""always""#, "\"always\": it must begin with feed, mrcDisplay, mrcLargeDisplay, mrcVideo"),
    ("0.5", "ImpressionPolicy is a text such as \"0.5\", not a number"),
    ("true", "ImpressionPolicy is a text such as \"0.5\", not a Boolean"),
    (#"{"dwell":2}"#, "ImpressionPolicy is a text such as \"0.5\", not an object or an array"),
    ("null", "ImpressionPolicy is a text such as \"0.5\", not null"),
  ])
  func `a wrong policy in JSON is a decoding error with the place and the syntax`(
    json: String, words: String
  ) throws {
    let data = Data("[\(json)]".utf8)
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode([ImpressionPolicy].self, from: data)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [0])
    #expect(context.debugDescription.hasPrefix(words), "\(context.debugDescription)")
  }
}
