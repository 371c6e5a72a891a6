import SightlineCore
import Testing

@testable import SightlineTrace

/// The effect of another policy on a recording: each sentence of `TraceReplayer.Watching`.
@Suite struct OverrideWatchesTests {
  /// Two rows of 100 in a window of 200 and a third one below, all of them recorded.
  private static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100]}
    {"k":"node","id":2,"p":0,"frame":[0,100,100,100]}
    {"k":"node","id":3,"p":0,"frame":[0,200,100,100]}
    {"k":"view","s":0,"v":0,"root":0}

    """

  private static let full = #""rule":{"thr":[1]}"#

  /// Returns the line of an impression watch.
  private static func see(
    _ watch: Int, _ node: Int, _ identity: Int, step: Int = 0, view: Int = 0, name: String? = nil
  ) -> String {
    let name = name.map { #","name":"\#($0)""# } ?? ""
    return
      #"{"k":"watch","s":\#(step),"w":\#(watch),"id":\#(node),"v":\#(view)\#(name),\#(full),"see":{"id":\#(identity)}}"#
  }

  /// Returns the line of a watch for crossings.
  private static func rule(_ watch: Int, _ node: Int, step: Int = 0) -> String {
    #"{"k":"watch","s":\#(step),"w":\#(watch),"id":\#(node),"v":0,\#(full)}"#
  }

  private static func unwatch(_ watch: Int, step: Int) -> String {
    #"{"k":"unwatch","s":\#(step),"w":\#(watch)}"#
  }

  private static func step(_ number: Int, ms: Int) -> String {
    #"{"k":"step","s":\#(number),"ms":\#(ms)}"#
  }

  private static func replay(
    _ lines: [String], _ watching: TraceReplayer.Watching, from head: String = list
  ) throws -> [ReplayEvent] {
    try TraceReplayerTests.replay(head + lines.joined(separator: "\n"), watching).events
  }

  /// An impression: identity, node, time and name.
  private struct Seen: Equatable, CustomStringConvertible {
    var identity: UInt64
    var node: Int
    var ms: Int64
    var name: String?

    var description: String { "\(identity) in \(node) at \(ms) ms, \(name ?? "no name")" }

    init(_ identity: UInt64, in node: Int, at ms: Int64, _ name: String? = nil) {
      (self.identity, self.node, self.ms, self.name) = (identity, node, ms, name)
    }
  }

  private static func seen(_ events: [ReplayEvent]) -> [Seen] {
    events.compactMap {
      guard case .impression(let impression) = $0.kind else { return nil }
      return Seen(
        impression.identity.rawValue, in: $0.node, at: $0.time.nanoseconds / 1_000_000, $0.name)
    }
  }

  /// The end of a node's watch, with its time.
  private struct Unwatched: Equatable {
    var node: Int
    var ms: Int64

    init(_ node: Int, _ ms: Int64) { (self.node, self.ms) = (node, ms) }
  }

  private static func unwatched(_ events: [ReplayEvent]) -> [Unwatched] {
    events.compactMap {
      guard case .unwatched(let time) = $0.kind else { return nil }
      return Unwatched($0.node, time.nanoseconds / 1_000_000)
    }
  }

  // MARK: Identities

  @Test func `an impression watch is replaced under its identity, or the target's own`() throws {
    let events = try Self.replay(
      [Self.rule(0, 1), Self.see(1, 1, 9), Self.rule(2, 2)], .init(policy: .feed))
    #expect(Self.seen(events) == [.init(9, in: 1, at: 0), .init(1 << 63 | 2, in: 2, at: 0)])
    #expect(events.allSatisfy { $0.watch == nil })
  }

  @Test func `watches of one identity in one target merge`() throws {
    let events = try Self.replay(
      [Self.see(0, 1, 9), Self.see(1, 1, 9, name: "card"), Self.see(2, 1, 10)],
      .init(policy: ImpressionPolicy.feed.repeating(.afterLeaving)))
    #expect(Self.seen(events) == [.init(9, in: 1, at: 0, "card"), .init(10, in: 1, at: 0, "card")])
  }

  @Test func `one of several watches of an identity can end`() throws {
    let lines = [
      Self.see(0, 1, 9), Self.see(1, 1, 9), Self.step(1, ms: 500), Self.unwatch(0, step: 1),
      Self.step(2, ms: 1500),
    ]
    let one = try Self.replay(lines, .init(policy: .mrcDisplay))
    #expect(Self.seen(one) == [.init(9, in: 1, at: 1000)])
    let both = try Self.replay(
      lines.dropLast() + [Self.unwatch(1, step: 1), Self.step(2, ms: 1500)],
      .init(policy: .mrcDisplay))
    #expect(both.isEmpty)
  }

  @Test func `an identity in two targets is seen once, in the visible one`() throws {
    let lines = [Self.see(0, 1, 9, name: "first"), Self.see(1, 2, 9, name: "second")]
    let both = try Self.replay(lines + [Self.step(1, ms: 1000)], .init(policy: .mrcDisplay))
    #expect(Self.seen(both) == [.init(9, in: 2, at: 1000, "second")])
    // The target that appeared last is unwatched, and the dwell continues in the other.
    let rest = try Self.replay(
      lines + [Self.step(1, ms: 500), Self.unwatch(1, step: 1), Self.step(2, ms: 1000)],
      .init(policy: .mrcDisplay))
    #expect(Self.seen(rest) == [.init(9, in: 1, at: 1000, "first")])
  }

  @Test func `a target keeps its own identity until it has an impression watch`() throws {
    let events = try Self.replay(
      [
        Self.rule(0, 1), Self.step(1, ms: 100), Self.see(1, 1, 9, step: 1), Self.step(2, ms: 200),
        Self.unwatch(1, step: 2),
      ], .init(policy: ImpressionPolicy.feed.repeating(.afterLeaving)))
    let own: UInt64 = 1 << 63 | 1
    #expect(
      Self.seen(events) == [
        .init(own, in: 1, at: 0), .init(9, in: 1, at: 100), .init(own, in: 1, at: 200),
      ])
  }

  @Test func `a rule has one watch in each watched target`() throws {
    let events = try Self.replay(
      [Self.see(0, 1, 9), Self.see(1, 1, 10), Self.rule(2, 2)],
      .init(rule: .anyPixel, policy: .feed))
    #expect(TraceReplayerTests.changes(events) == [1, 2])
    #expect(Self.seen(events).map(\.identity) == [9, 10, 1 << 63 | 2])
  }

  // MARK: Beginning and ending

  @Test func `a recycled row changes identities without losing either dwell`() throws {
    let lines = [
      Self.see(0, 1, 7, name: "card 7"), Self.step(1, ms: 1200), Self.unwatch(0, step: 1),
      Self.see(0, 1, 8, step: 1, name: "card 8"), Self.step(2, ms: 2200),
    ]
    let events = try Self.replay(lines, .init(policy: .mrcDisplay))
    #expect(
      Self.seen(events) == [
        .init(7, in: 1, at: 1000, "card 7"), .init(8, in: 1, at: 2200, "card 8"),
      ])
    #expect(events.map(\.step) == [1, 2])
  }

  @Test func `a watch ended and restarted within a step continues`() throws {
    let lines = [
      Self.see(0, 1, 7), Self.step(1, ms: 500), Self.unwatch(0, step: 1),
      Self.see(3, 1, 7, step: 1), Self.step(2, ms: 1000),
    ]
    let events = try Self.replay(lines, .init(rule: .fully, policy: .mrcDisplay))
    #expect(TraceReplayerTests.changes(events) == [1])
    #expect(Self.seen(events) == [.init(7, in: 1, at: 1000)])
  }

  @Test func `an active item is reported as no longer watched when its watch ends`() throws {
    let lines = [
      Self.rule(0, 1), Self.rule(1, 3), Self.step(1, ms: 500), Self.unwatch(0, step: 1),
      Self.unwatch(1, step: 1),
    ]
    let events = try Self.replay(lines, .init(rule: .fully, policy: .mrcDisplay))
    #expect(TraceReplayerTests.changes(events) == [1])
    #expect(Self.unwatched(events) == [.init(1, 500)])
    #expect(events.last?.step == 1 && events.last?.watch == nil)
    // Recorded watches report the same events as in the app.
    #expect(Self.unwatched(try Self.replay(lines, .asRecorded)).isEmpty)
    // A watch in another viewport is a different watch.
    let moved = try Self.replay(
      [
        #"{"k":"view","s":0,"v":1,"root":0}"#, Self.see(0, 1, 9, view: 1), Self.see(1, 1, 9),
        Self.step(1, ms: 500), #"{"k":"view","s":1,"v":1,"rm":true}"#,
      ], .init(rule: .fully))
    #expect(TraceReplayerTests.changes(moved) == [1, 1])
    #expect(Self.unwatched(moved) == [.init(1, 500)])
  }

  @Test func `a watch begun and ended within a step has no effect`() throws {
    let events = try Self.replay(
      [Self.see(0, 1, 7), Self.unwatch(0, step: 0), Self.step(1, ms: 500)],
      .init(rule: .anyPixel, policy: .feed))
    #expect(events.isEmpty)
  }

  @Test func `watches are removed with their node and do not return with it`() throws {
    let lines = [
      Self.see(0, 1, 7), Self.step(1, ms: 500), #"{"k":"d","s":1,"rm":[1]}"#,
      #"{"k":"d","s":1,"add":[{"id":1,"p":0,"frame":[0,0,100,100]}]}"#, Self.step(2, ms: 1000),
    ]
    let policy = ImpressionPolicy.feed.repeating(.afterLeaving)
    let gone = try Self.replay(lines, .init(rule: .fully, policy: policy))
    #expect(TraceReplayerTests.changes(gone) == [1, -1])
    #expect(Self.seen(gone) == [.init(7, in: 1, at: 0)])
    let watched = try Self.replay(
      lines + [Self.see(0, 1, 8, step: 2, name: "new")], .init(rule: .fully, policy: policy))
    #expect(TraceReplayerTests.changes(watched) == [1, -1, 1])
    #expect(Self.seen(watched).last == .init(8, in: 1, at: 1000, "new"))
  }

  @Test func `a step is one pass, and a dwell reached before it has its own time`() throws {
    let lines = [Self.see(0, 1, 7), Self.step(1, ms: 900)]
    #expect(try Self.replay(lines, .init(policy: .mrcDisplay)).isEmpty)
    let later = try Self.replay(lines + [Self.step(2, ms: 5000)], .init(policy: .mrcDisplay))
    #expect(Self.seen(later) == [.init(7, in: 1, at: 1000)])
    #expect(later.map(\.step) == [2])
  }

  // MARK: Viewports and covers

  @Test func `a watch stays in its viewport, and margins move it to the window`() throws {
    let view = #"{"k":"view","s":0,"v":1,"root":0,"margin":[0,0,-100,0]}"#
    let lines = [view, Self.see(0, 1, 1, view: 1), Self.see(1, 2, 2, view: 1)]
    func identities(_ margins: ViewportMargins?) throws -> [UInt64] {
      Self.seen(try Self.replay(lines, .init(policy: .feed, margins: margins))).map(\.identity)
    }
    #expect(try identities(nil) == [1])
    #expect(try identities(.zero) == [1, 2])
    #expect(try identities(.points(top: -100)) == [2])
  }

  @Test func `of several viewports, the earliest active watch's counts`() throws {
    let views = [
      #"{"k":"view","s":0,"v":1,"root":0,"margin":[0,0,-100,0]}"#,
      Self.see(0, 2, 9, view: 1), Self.see(1, 2, 9, view: 0),
    ]
    let policy = TraceReplayer.Watching(policy: .feed)
    #expect(try Self.replay(views, policy).isEmpty)
    let second = try Self.replay(
      views + [Self.step(1, ms: 100), Self.unwatch(0, step: 1)], policy)
    #expect(Self.seen(second) == [.init(9, in: 2, at: 100)])
    // A removed viewport ends its watches.
    let removed = try Self.replay(
      views + [Self.step(1, ms: 100), #"{"k":"view","s":1,"v":1,"rm":true}"#], policy)
    #expect(Self.seen(removed) == [.init(9, in: 2, at: 100)])
  }

  @Test(arguments: [false, true])
  func `watches in a removed viewport end, even under window margins`(_ isOverride: Bool) throws {
    let lines = [
      #"{"k":"view","s":0,"v":1,"root":0}"#, Self.see(0, 1, 9, view: 1), Self.step(1, ms: 500),
      #"{"k":"view","s":1,"v":1,"rm":true}"#, Self.step(2, ms: 1500),
    ].map {
      isOverride
        ? $0 : $0.replacing(#""see":{"id":9}"#, with: #""see":{"id":9,"dwell":1000000000}"#)
    }
    let watching = TraceReplayer.Watching(policy: isOverride ? .mrcDisplay : nil, margins: .zero)
    #expect(try Self.replay(lines, watching).isEmpty)
    let kept = try Self.replay(lines.filter { !$0.contains("rm") }, watching)
    #expect(Self.seen(kept) == [.init(9, in: 1, at: 1000)])
  }

  @Test func `covers can be ignored, and without a policy recorded watches are unchanged`() throws {
    let lines = [
      #"{"k":"d","s":0,"add":[{"id":4,"p":0,"frame":[0,0,100,200],"cover":"opaque","z":1}]}"#,
      Self.see(0, 1, 9), Self.see(1, 3, 10),
    ]
    #expect(try Self.replay(lines, .init(policy: .feed)).isEmpty)
    let policy = try Self.replay(lines, .init(policy: .feed, ignoresCovers: true))
    #expect(Self.seen(policy) == [.init(9, in: 1, at: 0)])
    #expect(try Self.replay(lines, .asRecorded).isEmpty)
    let recorded = try Self.replay(
      lines, .init(margins: .points(bottom: 100), ignoresCovers: true))
    #expect(Self.seen(recorded) == [.init(9, in: 1, at: 0), .init(10, in: 3, at: 0)])
    #expect(recorded.map(\.watch) == [0, 1])
  }

  // MARK: Items

  @Test func `a replay counts by item and policy, including items in view but never seen`() throws {
    let video = Self.see(1, 1, 9).replacing(#"{"id":9}"#, with: #"{"id":9,"dwell":2000000000}"#)
    let text =
      Self.list
      + [
        Self.see(0, 1, 9, name: "card"), video, Self.see(2, 3, 10), Self.rule(3, 2),
        Self.step(1, ms: 1500),
      ].joined(separator: "\n")
    func items(_ watching: TraceReplayer.Watching, keeps: Bool = true) throws -> [ReplayItem] {
      var replayer = TraceReplayer(
        TraceReader(bytes: Array(text.utf8), file: "test"), watching: watching, keepsItems: keeps)
      while try replayer.next() != nil {}
      return replayer.items
    }
    let recorded = try items(.asRecorded)
    #expect(recorded.map(\.identity.rawValue) == [9, 9, 10])
    #expect(recorded.map(\.impressions) == [1, 0, 0])
    #expect(recorded.map(\.exposure?.total) == [.seconds(1.5), .seconds(1.5), nil])
    #expect(recorded.map(\.policy.dwell) == [.zero, .seconds(2), .zero])
    let other = try items(.init(policy: .mrcDisplay))
    #expect(other.map(\.identity.rawValue) == [9, 1 << 63 | 2, 10])
    #expect(other.map(\.impressions) == [1, 1, 0])
    #expect(other.map(\.name) == ["card", nil, nil])
    #expect(other.map(\.standsForNode) == [false, true, false])
    #expect(other.map(\.node) == [1, 2, 3])
    #expect(try items(.asRecorded, keeps: false).isEmpty)
  }

  // MARK: Browsers

  @Test func `a browser's targets are watched while observed`() throws {
    let tail = """

      {"k":"step","s":3,"ms":6000}
      {"k":"observe","s":3,"ids":[-2,2,-3]}
      {"k":"step","s":4,"ms":6500}
      {"k":"d","s":4,"rm":[2]}
      {"k":"step","s":5,"ms":7000}
      {"k":"d","s":5,"add":[{"id":2,"p":0,"frame":[0,100,100,100]}]}
      {"k":"observe","s":5,"ids":[3]}
      {"k":"step","s":6,"ms":9000}
      {"k":"observe","s":6,"ids":[-2,-3]}
      {"k":"step","s":7,"ms":9500}
      """
    let policy = ImpressionPolicy.mrcDisplay.repeating(.afterLeaving)
    let events = try Self.replay(
      [tail], .init(rule: .fully, policy: policy), from: TraceReplayerTests.list)
    #expect(Self.unwatched(events) == [.init(3, 6000), .init(2, 9000), .init(3, 9000)])
    // Observed again within a step, 2 continues; 3 hasn't left, but is no longer watched.
    #expect(TraceReplayerTests.changes(events) == [1, 2, -1, 3, -2, 3, 2])
    #expect(
      Self.seen(events) == [
        .init(1, in: 1, at: 1000), .init(2, in: 2, at: 1000), .init(3, in: 3, at: 1500),
        .init(3, in: 3, at: 8000), .init(2, in: 2, at: 8000),
      ])
  }

  @Test func `margins and covers apply to a browser's targets`() throws {
    let above = try Self.replay(
      [], .init(policy: .feed, margins: .points(top: -100)), from: TraceReplayerTests.list)
    #expect(Self.seen(above).map(\.node) == [2, 3])
    let bare = try Self.replay(
      [], .init(margins: .points(bottom: 100)), from: TraceReplayerTests.list)
    #expect(TraceReplayerTests.changes(bare) == [1, 2, 3, -1])
  }
}
