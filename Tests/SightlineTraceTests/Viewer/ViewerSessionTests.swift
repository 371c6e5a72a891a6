import Foundation
import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

/// A session's bytes are correct if an engine reproduces the recording from them, here and in
/// JavaScript (`Web/Tests/session.test.mjs`).
@Suite struct ViewerSessionTests {
  private func session(
    _ lines: [String], watching: TraceReplayer.Watching = .asRecorded
  ) throws -> ViewerSession {
    let bytes = Array((meta + lines.joined(separator: "\n")).utf8)
    return try ViewerSession(
      TraceReader(bytes: bytes, file: "test"), named: "test", watching: watching)
  }

  private func index(_ session: ViewerSession) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(session.parts[1]))
    return try #require(json as? [String: Any])
  }

  private let window = #"{"k":"node","id":0,"p":-1,"frame":[0,0,100,100]}"#
  private let view = #"{"k":"view","s":0,"v":0,"root":0}"#

  @Test func `a session begins with its sizes and has aligned parts`() throws {
    let session = try session([
      window, #"{"k":"node","id":7,"p":0,"frame":[0,0,50,50]}"#, #"{"k":"step","s":3,"ms":1000}"#,
      #"{"k":"observe","s":3,"ids":[7]}"#, #"{"k":"step","s":5,"ms":1000.5}"#,
      #"{"k":"d","s":5,"set":[{"id":7,"frame":[0,9,50,50]}]}"#,
    ])
    #expect(session.parts.map { $0.count % 8 } == [0, 0, 0, 0, 0])
    let words = session.parts[0].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    #expect(words == [0x4E53_4C53, 1, UInt32(session.parts[1].count), 0])
    let times = session.parts[2].withUnsafeBytes { Array($0.bindMemory(to: Int64.self)) }
    #expect(times == [0, 500_000])
    let starts = session.parts[3].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    // The second step moves the target, in 40 bytes.
    #expect(Array(starts.prefix(3)) == [0, starts[1], starts[1] + 40])
    #expect(Int(starts[2]) == session.parts[4].count)
    #expect(session.summary.steps == 2)
  }

  @Test func `IDs of removed nodes are not reused`() throws {
    let session = try session([
      window, #"{"k":"step","s":0,"ms":0}"#, view,
      #"{"k":"d","s":0,"add":[{"id":1,"p":0,"frame":[0,0,9,9],"target":true}]}"#,
      #"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"of":"item","thr":[1]}}"#,
      #"{"k":"step","s":1,"ms":16}"#, #"{"k":"d","s":1,"rm":[1]}"#,
      #"{"k":"step","s":2,"ms":32}"#,
      #"{"k":"d","s":2,"add":[{"id":1,"p":0,"frame":[0,0,9,9],"target":true}]}"#,
      #"{"k":"watch","s":2,"w":0,"id":1,"v":0,"name":"two","rule":{"of":"item","thr":[1]}}"#,
    ])
    let index = try index(session)
    let targets = try #require(index["targets"] as? [[String: Any]])
    #expect(targets.map { $0["node"] as? Int } == [1, 1])
    #expect(
      targets.map { $0["identity"] as? String } == ["9223372036854775809", "9223372041149743105"])
    let watches = try #require(index["watches"] as? [[String: Any]])
    #expect(watches.map { $0["target"] as? Int } == [0, 1])
    #expect(watches.map { $0["number"] as? Int } == [0, 0])
    #expect(watches.map { $0["name"] as? String } == [nil, "two"])
    #expect((index["rules"] as? [Any])?.count == 1)
    #expect(index["passes"] as? String == "steps")
    #expect(index["events"] as? Int == 3)
  }

  @Test func `impression watches use the app's identity, others get their own`() throws {
    let session = try session([
      window, #"{"k":"step","s":0,"ms":0}"#, view,
      #"{"k":"d","s":0,"add":[{"id":4,"p":0,"frame":[0,0,9,9]}]}"#,
      #"{"k":"watch","s":0,"w":0,"id":4,"v":0,"rule":{"of":"item","thr":[0.5]},"#
        + #""see":{"id":18446744073709551615,"dwell":9007199254740993,"again":"day","n":2}}"#,
    ])
    let index = try index(session)
    let watches = try #require(index["watches"] as? [[String: Any]])
    #expect(watches.map { $0["identity"] as? String } == ["18446744073709551615"])
    let targets = try #require(index["targets"] as? [[String: Any]])
    #expect(targets.map { $0["identity"] as? String } == ["9223372036854775812"])
    let policy = try #require((index["policies"] as? [[String: Any]])?.first)
    #expect(policy["dwell"] as? String == "9007199254740993")
    #expect(policy["repetition"] as? String == "day")
    #expect(policy["value"] as? String == "2")
  }

  @Test func `a session under another policy has its margins and watches`() throws {
    let session = try session(
      [
        window, #"{"k":"node","id":4,"p":0,"frame":[0,0,9,9]}"#, #"{"k":"step","s":0,"ms":0}"#,
        view, #"{"k":"watch","s":0,"w":0,"id":4,"v":0,"name":"a","rule":{"thr":[1]}}"#,
      ], watching: .init(policy: .mrcDisplay, margins: .points(top: -10)))
    // The first change sets the margins of viewport 0.
    let words = session.parts[4].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    let numbers = session.parts[4].withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    #expect(Array(words.prefix(2)) == [18, 0] && numbers[1] == -10)
    let watches = try #require(try index(session)["watches"] as? [[String: Any]])
    #expect(watches.map { $0["identity"] as? String } == ["9223372036854775812"])
    #expect(watches.map { $0["viewport"] as? Int } == [0])
    #expect(watches.map { $0["name"] as? String } == ["a"])
  }

  @Test func `the index lists every part with its fields`() throws {
    let lines = [
      #"{"k":"meta","v":1,"ua":"Sightline","page":"feed","viewport":[320,480],"unit":"pt"}"#,
      window, #"{"k":"step","s":0,"ms":0}"#, view,
      #"{"k":"d","s":0,"add":[{"id":1,"p":0,"frame":[0,0,50,50],"clip":[0,0,50,50]},"#
        + #"{"id":2,"p":1,"frame":[0,0,9,9],"target":true},"#
        + #"{"id":3,"p":0,"frame":[0,60,9,9],"cover":"opaque"}]}"#,
      #"{"k":"view","s":0,"v":1,"root":1}"#,
      #"{"k":"watch","s":0,"w":4,"id":2,"v":1,"rule":"#
        + #"{"of":"viewport","thr":[0.01,0.5],"hyst":0.005,"alpha":0.75,"area":16}}"#,
      #"{"k":"watch","s":0,"w":5,"id":2,"v":0,"name":"a","rule":{"thr":[1]},"#
        + #""see":{"id":7,"dwell":2,"sum":true,"again":"day","n":3,"speed":400}}"#,
      #"{"k":"watch","s":0,"w":6,"id":2,"v":0,"rule":{"thr":[1]},"#
        + #""see":{"id":8,"pause":true}}"#,
    ]
    let session = try ViewerSession(
      TraceReader(bytes: Array(lines.joined(separator: "\n").utf8), file: "test"), named: "test")
    let index = String(decoding: session.parts[1], as: UTF8.self)
    #expect(
      index.trimmingCharacters(in: .whitespaces)
        == [
          #"{"trace":"test","recorder":"Sightline","page":"feed","unit":"pt","window":[320,480]"#,
          #""passes":"steps","steps":1,"events":1,"impressions":1,"containers":[0,1]"#,
          #""targets":[{"node":2,"identity":"9223372036854775810"}],"covers":[3],"viewports":[0,0,1]"#,
          #""rules":[{"measure":"viewport","thresholds":[0.01,0.5],"hysteresis":0.005"#,
          #""minimumOpacity":0.75,"minimumArea":16},{"measure":"item","thresholds":[1]"#,
          #""hysteresis":0,"minimumOpacity":0.01,"minimumArea":0}]"#,
          #""policies":[{"rule":1,"dwell":"2","repetition":"day","value":"3","cumulative":true"#,
          #""pauses":false,"speed":400},{"rule":1,"dwell":"0","repetition":"once","value":"0""#,
          #""cumulative":false,"pauses":true,"speed":null}]"#,
          #""watches":[{"target":0,"viewport":2,"rule":0,"number":4,"name":null}"#,
          #"{"target":0,"viewport":1,"policy":0,"identity":"7","number":5,"name":"a"}"#,
          #"{"target":0,"viewport":1,"policy":1,"identity":"8","number":6,"name":"a"}]}"#,
        ].joined(separator: ","))
  }

  @Test func `a window without a size at first has the root's first one`() throws {
    let session = try session([
      #"{"k":"node","id":0,"p":-1,"frame":[0,0,null,0]}"#, #"{"k":"step","s":0,"ms":0}"#,
      #"{"k":"step","s":1,"ms":1}"#, #"{"k":"d","s":1,"set":[{"id":0,"frame":[0,0,30,40]}]}"#,
      #"{"k":"step","s":2,"ms":2}"#, #"{"k":"d","s":2,"set":[{"id":0,"frame":[0,0,50,60]}]}"#,
    ])
    #expect(try index(session)["window"] as? [Double] == [30, 40])
  }

  @Test func `names with any characters are preserved`() throws {
    let name = #"</script><!-- \" \\ \u202e \u0000 \ud83d\ude00"#
    let session = try session([
      window, #"{"k":"step","s":0,"ms":0}"#, view,
      #"{"k":"watch","s":0,"w":0,"id":0,"v":0,"name":"\#(name)","#
        + #""rule":{"of":"item","thr":[1]}}"#,
    ])
    let watches = try #require(try index(session)["watches"] as? [[String: Any]])
    #expect(
      watches.first?["name"] as? String == "</script><!-- \" \\ \u{202E} \u{0} \u{1F600}")
  }

  @Test func `an invalid trace is reported with its line number`() throws {
    #expect(throws: TraceError.self) {
      try session([window, #"{"k":"step","s":0,"ms":0}"#, #"{"k":"unwatch","s":0,"w":1}"#])
    }
  }

  /// All host operations. The recordings stay in the folder named in the environment, where
  /// `scripts/test web` plays them.
  @Test func `random sessions play the events of their recordings`() throws {
    let folder = ProcessInfo.processInfo.environment["SIGHTLINE_RECORDINGS"]
    for seed in 0..<UInt64(4) {
      if let folder { try RowWorld.record(seed: seed, to: "\(folder)/rows-\(seed).ndjson") }
    }
    for seed in 0..<8 {
      try withTemporaryFile { temporary in
        let path = folder.map { "\($0)/world-\(seed).ndjson" } ?? temporary
        let frames = try record(seed: UInt64(seed), to: path)
        let recorded = frames.reduce(0) { $0 + $1.count }
        let session = try ViewerSession(
          TraceReader(path: path), named: "world \(seed)")
        #expect(session.summary.steps == 300, "seed \(seed)")
        let events = session.summary.entered + session.summary.left
        #expect(events + session.summary.impressions == recorded, "seed \(seed)")
        let index = try index(session)
        #expect(index["events"] as? Int == events, "seed \(seed)")
        let starts = session.parts[3].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect(starts.prefix(301).max() == UInt32(session.parts[4].count), "seed \(seed)")
        try expectPlayed(frames, session, index, isExposure: exposures(in: path), seed)
      }
    }
  }

  /// Expects an engine to play the recorded events, and to have the rules and policies in the
  /// index.
  private func expectPlayed(
    _ frames: [[String]], _ session: ViewerSession, _ index: [String: Any], isExposure: [Bool],
    _ seed: Int
  ) throws {
    let window = try #require(index["window"] as? [Double])
    var player = SessionPlayer(session, size: LayoutSize(width: window[0], height: window[1]))
    for (step, events) in frames.enumerated() {
      player.play(step: step)
      // The viewer shows the crossings of watches for exposures, which an app does not get.
      let silent = Set(zip(player.watches, isExposure).filter(\.1).map(\.0))
      let played = self.events(of: player.engine) { silent.contains($0) }
      try #require(played == events, "seed \(seed), step \(step)")
    }
    let rules = try #require(index["rules"] as? [[String: Any]])
    #expect(
      rules.map { $0["thresholds"] as? [Double] } == player.rules.map(\.thresholds),
      "seed \(seed)")
    let policies = try #require(index["policies"] as? [[String: Any]])
    try #require(policies.count == player.policies.count, "seed \(seed)")
    for (listed, policy) in zip(policies, player.policies) {
      let fields = TraceImpressions(of: ItemIdentity(0), policy)
      #expect(listed["rule"] as? Int == player.rules.firstIndex(of: policy.rule))
      #expect(listed["dwell"] as? String == "\(fields.dwell)")
      #expect(listed["repetition"] as? String == "\(fields.repetition.notation.word)")
      #expect(listed["value"] as? String == "\(fields.number)")
      #expect(listed["cumulative"] as? Bool == fields.isCumulative)
      #expect(listed["pauses"] as? Bool == fields.pausesWhenInactive)
      #expect(listed["speed"] as? Double == fields.scrollSpeedLimit)
    }
  }

  /// Returns for each watch in a trace whether it is for exposures.
  private func exposures(in path: String) throws -> [Bool] {
    var reader = try TraceReader(path: path)
    var isExposure: [Bool] = []
    while let (_, line) = try reader.next() {
      if case .watch(let watch) = line { isExposure.append(watch.impressions?.dwell == .max) }
    }
    return isExposure
  }

  private func events(
    of engine: VisibilityEngine, except isSilent: (WatchID) -> Bool = { _ in false }
  ) -> [String] {
    let changes = engine.changes.filter { !isSilent($0.watch) }.map {
      "\($0.isVisible) \($0.threshold) \($0.fraction) \(String(describing: $0.reason))"
    }
    return changes
      + engine.impressions.map { "\($0.identity) \($0.time) \($0.count) \($0.exposure)" }
  }

  /// Records a random world, and returns the events of each frame.
  private func record(seed: UInt64, to path: String) throws -> [[String]] {
    var world = RandomWorld(seed: seed, traits: RandomWorld.Traits(isNested: seed % 4 == 0))
    let recorder = try TraceRecording(to: path, recording: world.engine)
    var frames: [[String]] = []
    for frame in 0..<300 {
      for _ in 0..<world.random.index(4) { world.operate() }
      if seed % 2 == 1, world.random.oneIn(6) { world.adoptRecord() }
      world.engine.pass(
        at: DeviceTime(
          awake: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667),
          asleep: .milliseconds(seed % 3 == 0 ? frame / 40 * 130 : 0)))
      frames.append(events(of: world.engine))
      try recorder.recordPass(world.engine)
    }
    try recorder.close(world.engine)
    return frames
  }
}
