import Foundation
import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct TraceReplayerTests {
  /// A list of three rows of 100 in a window of 200, scrolled by 50 and by 100, over 5 s.
  static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
    {"k":"node","id":2,"p":0,"frame":[0,100,100,100]}
    {"k":"node","id":3,"p":0,"frame":[0,200,100,100]}
    {"k":"observe","s":0,"ids":[1,2,3]}
    {"k":"step","s":1,"ms":500}
    {"k":"d","s":1,"set":[{"id":0,"scroll":[0,50]}]}
    {"k":"step","s":2,"ms":5000}
    {"k":"d","s":2,"set":[{"id":0,"scroll":[0,100]}]}
    """

  static func replay(
    _ text: String, _ watching: TraceReplayer.Watching = .asRecorded
  ) throws -> (events: [ReplayEvent], summary: TraceReplayer.Summary) {
    var replayer = TraceReplayer(
      TraceReader(bytes: Array(text.utf8), file: "test"), watching: watching)
    var events: [ReplayEvent] = []
    while let next = try replayer.next() { events += next }
    return (events, replayer.summary)
  }

  /// Maps "node 1 became visible" to `+1` and "became invisible" to `-1`.
  static func changes(_ events: [ReplayEvent]) -> [Int] {
    events.compactMap {
      if case .change(let change) = $0.kind { change.isVisible ? $0.node : -$0.node } else { nil }
    }
  }

  @Test func `web page targets are watched for full visibility by default`() throws {
    let (events, summary) = try Self.replay(Self.list)
    #expect(Self.changes(events) == [1, 2, -1, 3])
    #expect(events.map { $0.step } == [0, 0, 1, 2])
    #expect(summary.entered == 3 && summary.left == 1 && summary.targets == 3)
    #expect(summary.steps == 3 && summary.end == MonotonicTime(seconds: 5))
  }

  @Test func `a node with several app watches is one target`() throws {
    let watched = Self.list.replacingOccurrences(
      of: #"{"k":"observe","s":0,"ids":[1,2,3]}"#,
      with: """
        {"k":"view","s":0,"v":0,"root":0}
        {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[0.5]}}
        {"k":"watch","s":0,"w":1,"id":1,"v":0,"rule":{"thr":[1]}}
        {"k":"watch","s":0,"w":2,"id":3,"v":0,"rule":{"thr":[1]}}
        """)
    for watching in [TraceReplayer.Watching.asRecorded, .init(rule: .anyPixel)] {
      #expect(try Self.replay(watched, watching).summary.targets == 2)
    }
  }

  @Test func `a different rule gives different crossings`() throws {
    let (events, _) = try Self.replay(Self.list, .init(rule: .fraction(0.5)))
    #expect(Self.changes(events) == [1, 2, 3, -1])
  }

  @Test func `a dwell ending between steps is reported at its own time`() throws {
    let (events, summary) = try Self.replay(Self.list, .init(policy: .mrcDisplay))
    #expect(events.map { $0.node } == [1, 2, 3] && summary.impressions == 3)
    #expect(
      events.map { $0.time } == [
        MonotonicTime(seconds: 1), MonotonicTime(seconds: 1), MonotonicTime(seconds: 1.5),
      ])
  }

  @Test func `a dwell ending with the next step belongs to that step`() throws {
    let text = Self.list.replacing(#""s":1,"ms":500"#, with: #""s":1,"ms":1000"#)
    let (events, _) = try Self.replay(text, .init(policy: .mrcDisplay))
    #expect(events.map { $0.node } == [1, 2, 3])
    #expect(events.map { $0.step } == [1, 1, 1])
    #expect(events.map { $0.time.seconds } == [1, 1, 2])
  }

  @Test func `the duration counts from the first step`() throws {
    let late = Self.list.replacing(#""ms":0}"#, with: #""ms":-3000}"#)
    let (_, summary) = try Self.replay(late)
    #expect(summary.start == MonotonicTime(seconds: -3) && summary.duration == .seconds(8))
    let (_, empty) = try Self.replay(#"{"k":"meta","v":1}"#)
    #expect(empty.duration == .zero)
  }

  @Test func `lines of unknown kinds are counted`() throws {
    let (_, summary) = try Self.replay(
      Self.list + "\n" + #"{"k":"weather"}"# + "\n{\"k\":\"tide\"}")
    #expect(summary.skippedLines == 2)
    #expect(try Self.replay(Self.list).summary.skippedLines == 0)
  }

  @Test func `an event has its watch's name or else its target's`() throws {
    let head = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
      {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
      {"k":"view","s":0,"v":0,"root":0}
      {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[0.5]}}
      {"k":"watch","s":0,"w":1,"id":1,"v":0,"name":"card","rule":{"thr":[0.5]}}
      {"k":"watch","s":0,"w":2,"id":1,"v":0,"name":"price","rule":{"thr":[0.5]}}

      """
    let (events, _) = try Self.replay(head)
    #expect(events.map(\.watch) == [0, 1, 2])
    #expect(events.map(\.name) == ["price", "card", "price"])
    // Another node reuses the number in the same step; the removed one keeps its name.
    let (reused, _) = try Self.replay(
      head + """
        {"k":"step","s":1,"ms":1}
        {"k":"d","s":1,"rm":[1]}
        {"k":"d","s":1,"add":[{"id":1,"p":0,"frame":[0,0,100,100]}]}
        {"k":"watch","s":1,"w":0,"id":1,"v":0,"name":"banner","rule":{"thr":[0.5]}}
        """)
    #expect(reused.dropFirst(3).map(\.name) == ["price", "card", "price", "banner"])
    // Also after one of its watches has ended.
    let (ended, _) = try Self.replay(
      head + """
        {"k":"step","s":1,"ms":1}
        {"k":"unwatch","s":1,"w":1}
        {"k":"d","s":1,"rm":[1]}
        {"k":"d","s":1,"add":[{"id":1,"p":0,"frame":[0,0,100,100]}]}
        {"k":"watch","s":1,"w":1,"id":1,"v":0,"name":"banner","rule":{"thr":[0.5]}}
        """)
    #expect(ended.dropFirst(3).map(\.name) == ["price", "price", "banner"])
    let (chosen, _) = try Self.replay(head, .init(rule: .anyPixel))
    #expect(chosen.map(\.name) == ["price"])
  }

  @Test func `a node removed and re-added is still observed`() throws {
    let text =
      Self.list + """

        {"k":"step","s":3,"ms":6000}
        {"k":"d","s":3,"rm":[2]}
        {"k":"step","s":4,"ms":7000}
        {"k":"d","s":4,"add":[{"id":2,"p":0,"frame":[0,100,100,100]}]}
        {"k":"step","s":5,"ms":8000}
        {"k":"observe","s":5,"ids":[-2]}
        {"k":"d","s":5,"set":[{"id":0,"scroll":[0,500]}]}
        """
    let (events, _) = try Self.replay(text)
    #expect(Self.changes(events) == [1, 2, -1, 3, -2, 2, -3])
    let unwatched = events.filter { $0.kind == .unwatched(at: MonotonicTime(seconds: 8)) }
    #expect(unwatched.map(\.node) == [2] && unwatched.map(\.time.seconds) == [8])
  }

  @Test func `a Sightline recording has rules, viewports and app states`() throws {
    let text = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0,"ns":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0],"box":true}
      {"k":"node","id":1,"p":0,"frame":[0,0,100,100],"target":true}
      {"k":"view","s":0,"v":0,"root":0,"margin":[0,0,0,0]}
      {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"of":"item","thr":[0.5]}}
      {"k":"watch","s":0,"w":1,"id":1,"v":0,"rule":{"of":"item","thr":[0.5]},"see":{"id":9,"dwell":1000000000,"again":"leaving"}}
      {"k":"step","s":1,"ms":1500}
      {"k":"step","s":2,"ms":2000}
      {"k":"app","s":2,"active":false}
      {"k":"step","s":3,"ms":3000}
      {"k":"app","s":3,"active":true}
      {"k":"step","s":4,"ms":4000}
      """
    let (events, _) = try Self.replay(text)
    #expect(Self.changes(events) == [1, -1, 1])
    let seen = events.filter { if case .impression = $0.kind { true } else { false } }
    #expect(seen.map { $0.time.seconds } == [1, 4])
    #expect(seen.map { $0.step } == [1, 4])
    #expect(seen.allSatisfy { $0.watch == 1 })
  }

  @Test func `an invalid trace ends the replay with its line number`() throws {
    let error = #expect(throws: TraceError.self) {
      try Self.replay(Self.list + #"\#n{"k":"d","s":2,"set":[{"id":77,"scroll":[0,1]}]}"#)
    }
    #expect(error?.line == 12)
    #expect(error?.problem == .unknownNode(77, key: "set"))
  }

  @Test func `containers that exchange their places on one line are moved in its order`() throws {
    let (events, _) = try Self.replay(
      """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
      {"k":"node","id":1,"p":0,"frame":[0,0,50,50]}
      {"k":"node","id":2,"p":1,"frame":[0,0,50,50],"clip":[0,0,50,50]}
      {"k":"node","id":3,"p":0,"frame":[0,0,50,50]}
      {"k":"observe","s":0,"ids":[1]}
      {"k":"step","s":1,"ms":16}
      {"k":"d","s":1,"set":[{"id":1,"p":3},{"id":2,"p":0},{"id":3,"p":2,"frame":[60,0,50,50]}]}
      """)
    #expect(Self.changes(events).count == 2, "clipped in the end")
  }

  @Test(arguments: [#""box":true"#, #""clip":[0,0,100,100]"#, #""scroll":[0,0]"#])
  func `later nodes stack above a container that was empty before`(kind: String) throws {
    let (events, _) = try Self.replay(
      """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
      {"k":"node","id":1,"p":0,"frame":[0,0,100,100],\(kind)}
      {"k":"node","id":2,"p":0,"frame":[0,0,100,100],"cover":"opaque"}
      {"k":"node","id":3,"p":1,"frame":[0,0,100,100]}
      {"k":"observe","s":0,"ids":[3]}
      """)
    #expect(Self.changes(events).isEmpty)
  }

  @Test(arguments: [
    ("day", #""again":"day","n":1"#, #""day":1"#),
    ("session", #""again":"session""#, #""session":true"#),
    ("visit", #""again":"visit""#, #""visit":true"#),
  ])
  func `a once-per-period impression counts again in the next period`(
    _ period: (String, String, String)
  ) throws {
    let (events, _) = try Self.replay(
      """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,100,100],"clip":[0,0,100,100]}
      {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
      {"k":"view","s":0,"v":0,"root":0}
      {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]},"see":{"id":7,\(period.1)}}
      {"k":"step","s":1,"ms":1000}
      {"k":"d","s":1,"set":[{"id":1,"frame":[0,200,100,100]}]}
      {"k":"step","s":2,"ms":2000}
      {"k":"d","s":2,"set":[{"id":1,"frame":[0,0,100,100]}]}
      {"k":"step","s":3,"ms":3000}
      {"k":"app","s":3,\(period.2)}
      """)
    #expect(events.map(\.step) == [0, 3])
  }

  @Test func `a trace ending without a root is an error of its last line`() {
    #expect(throws: TraceError(file: "test", line: 2, problem: .missingRoot)) {
      try Self.replay(#"{"k":"meta","v":1}"# + "\n" + #"{"k":"step","s":0,"ms":0}"#)
    }
  }

  @Test func `an observed root has the size of the window, wherever it is scrolled`() throws {
    let text = """
      {"k":"meta","v":1}
      {"k":"step","s":0,"ms":0}
      {"k":"node","id":0,"p":-1,"frame":[0,0,400,844],"clip":[0,0,400,844],"scroll":[0,0]}
      {"k":"observe","s":0,"ids":[0]}
      {"k":"step","s":1,"ms":500}
      {"k":"d","s":1,"set":[{"id":0,"frame":[0,0,200,844],"clip":[0,0,200,844],"scroll":[0,50]}]}
      """
    #expect(Self.changes(try Self.replay(text).events) == [0])
  }
}
