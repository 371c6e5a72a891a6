import Foundation
import SightlineCore
import Testing

@testable import SightlineCommand

/// Rules and policies as options: what they mean, and that they read back as printed.
@Suite struct PolicyTextTests {
  @Test(arguments: [
    ("feed", .feed), ("display", .mrcDisplay), ("large", .mrcLargeDisplay), ("video", .mrcVideo),
    ("0.7", .feed), ("0.5,dwell=1s", .mrcDisplay), ("full", ImpressionPolicy(rule: .fully)),
    ("display,dwell=2s", .mrcVideo), ("display,dwell=2000ms", .mrcVideo),
    ("display,repeat=visit", ImpressionPolicy.mrcDisplay.repeating(.oncePerScreenVisit)),
    ("feed,repeat=cooldown:1.5m", ImpressionPolicy.feed.repeating(.afterCoolDown(.seconds(90)))),
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
  func `a policy is a preset or a rule, with options`(
    _ text: String, _ policy: ImpressionPolicy
  ) throws {
    #expect(try PolicyText(parsing: text).policy == policy)
  }

  @Test func `what is a preset is printed as one, and what is none in full`() throws {
    #expect(try PolicyText(parsing: "0.5,dwell=2s").description == "video")
    let text =
      "0.25+1,dwell=1.5s,repeat=cooldown:30s,cumulative,pauses,speed=800.5,of=viewport,"
      + "hysteresis=0.1,opacity=0,area=400"
    #expect(try PolicyText(parsing: text).description == text)
    #expect(RuleText(.asMuchAsFits).description == "fits")
    #expect(RuleText(VisibilityRule.allEdgesSeen.minimumArea(2)).description == "edges,area=2")
  }

  @Test func `every policy reads back as printed`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
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
        repetition: pick([
          .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving, .afterCoolDown(duration()),
          .perDay(pick([1, .max])),
        ]), scrollSpeedLimit: pick([nil, 1, 1e-300, .infinity, fraction() + 1]))
      let text = PolicyText(policy).description
      #expect(try PolicyText(parsing: text).policy == policy, "seed \(seed): \(text)")
      let ruleText = RuleText(rule).description
      #expect(try RuleText(parsing: ruleText).rule == rule, "seed \(seed): \(ruleText)")
    }
  }

  @Test(arguments: [
    ("", "it must begin with feed, display, large, video, full, fits, any, edges, or a fraction"),
    ("1.5", "it must begin with"), ("0x1", "it must begin with"), ("nan", "it must begin with"),
    ("0.5+", "it must begin with"), ("Feed", "it must begin with"),
    ("feed,", "\"\" is no option of it; after the first part there may be dwell=2s"),
    ("feed,dwel=2s", "\"dwel=2s\" is no option of it"),
    ("feed,cumulative=1", "\"cumulative=1\" is no option of it"),
    ("feed,dwell=2", "\"dwell=2\": after dwell= there must be a duration such as 2s, 500ms"),
    ("feed,dwell=-2s", "after dwell= there must be a duration"),
    ("feed,dwell=1.s", "after dwell= there must be a duration"),
    ("feed,dwell=1234567890123s", "after dwell= there must be a duration"),
    ("feed,dwell", "\"dwell\": after dwell= there must be a duration"),
    ("feed,dwell=1s,dwell=2s", "it says \"dwell\" twice; say it once"),
    (
      "feed,repeat=sometimes", "after repeat= there must be once, session, visit, leaving, cooldown"
    ),
    ("feed,repeat=day:0", "after repeat= there must be"), ("feed,repeat=day:+1", "after repeat="),
    ("feed,speed=0", "after speed= there must be a number of points a second above 0"),
    ("feed,area=-1", "after area= there must be a minimum area in square points"),
    ("feed,opacity=2", "after opacity= there must be an opacity from 0 to 1"),
    ("feed,of=screen", "after of= there must be item, viewport, smaller or edges"),
    ("feed,a\u{1B}[31m", "\"a\\u{1b}[31m\" is no option of it"),
  ])
  func `what is wrong with a policy is said, with what is right`(
    _ text: String, _ words: String
  ) throws {
    let result = try sightline(["replay", "x", "--impressions", text])
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.error.hasSuffix("; see sightline replay --help\n"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["1,2,3", "1,2,3,4,5", "1,2,3,x", "1,2,3,inf", ""])
  func `margins are four numbers`(_ text: String) throws {
    let result = try sightline(["replay", "x", "--margins", text])
    #expect(result.status == 64)
    #expect(result.error.contains("it must be four numbers of points, top,right,bottom,left"))
  }

  private static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100],"target":true}
    {"k":"node","id":2,"p":0,"frame":[0,100,100,100],"target":true}
    {"k":"node","id":3,"p":0,"frame":[0,100,100,100],"cover":"opaque"}
    {"k":"observe","s":0,"ids":[1,2]}

    """

  @Test func `margins are in the order of CSS, and covers can be left out`() throws {
    func seen(_ arguments: [String]) throws -> [Int] {
      let result = try sightline(
        ["replay", "-", "--impressions", "full"] + arguments, input: Self.list)
      #expect(result.status == 0, "\(result.error)")
      return result.output.matches(of: /target (\d+) +seen/).compactMap { Int($0.1) }
    }
    #expect(try seen([]) == [1])
    #expect(try seen(["--ignore-covers"]) == [1, 2])
    #expect(try seen(["--ignore-covers", "--margins", "-1,0,0,0"]) == [2])
    #expect(try seen(["--ignore-covers", "--margins=0,0,-1,0"]) == [1])
    #expect(try seen(["--ignore-covers", "--margins", "0,-1,0,0"]) == [])
  }
}

/// A small random generator with a seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
