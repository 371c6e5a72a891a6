import Foundation
import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct TraceRecordingTests {
  /// Records a random session and verifies it. Returns the number of reports.
  private func recordAndVerify(seed: UInt64) throws -> Int {
    try withTemporaryFile { path in
      var world = RandomWorld(
        seed: seed, traits: RandomWorld.Traits(isNested: seed % 4 == 0))
      let recorder = try TraceRecording(to: path, recording: world.engine, page: "seed \(seed)")
      var reports = 0
      for frame in 0..<300 {
        for _ in 0..<world.random.index(4) { world.operate() }
        if seed % 3 == 0, world.random.oneIn(12) { world.replacePolicy() }
        if seed % 3 == 1, world.random.oneIn(6) { world.adoptRecord() }
        func pass() throws {
          world.engine.pass(
            at: DeviceTime(
              awake: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667),
              asleep: .milliseconds(seed % 2 == 0 ? 0 : frame / 40 * 130)))
          reports += world.engine.changes.count + world.engine.impressions.count
          reports += world.engine.exposures.count
          try recorder.recordPass(world.engine)
        }
        if seed % 5 == 0, frame > 0, world.random.oneIn(12) {
          // Another person takes over.
          world.engine.edit(.endExposures)
          try pass()
          world.engine.edit(.forgetAllImpressions)
        }
        try pass()
      }
      try recorder.close(world.engine)
      let result = try verify(path)
      #expect(
        result.differences == 0,
        "seed \(seed): \(result.examples.first.map { "\($0)" } ?? "")")
      #expect(result.events == reports)
      return reports
    }
  }

  /// Records all host operations pass by pass. The replay reports the same events in the same
  /// order.
  @Test func `random sessions replay to the same events`() throws {
    var reports = 0
    for seed in 0..<60 { reports += try recordAndVerify(seed: UInt64(seed)) }
    #expect(reports > 800)
  }

  @Test(arguments: [
    [(0, true), (0.5, false)], [(0, true), (0.9, true), (1, true)],
  ])
  func `the file is complete in the background, and once a second`(
    passes: [(time: Double, isForeground: Bool)]
  ) throws {
    try withTemporaryFile { path in
      let engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
      let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
      let target = engine.add(SceneTarget(frame: frame), to: engine.root)
      engine.watch(target, .anyPixel)
      let recorder = try TraceRecording(to: path, recording: engine)
      for (index, pass) in passes.enumerated() {
        engine.isForeground = pass.isForeground
        engine.pass(at: MonotonicTime(seconds: pass.time))
        try recorder.recordPass(engine)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect((size != 0) == (index == passes.count - 1))
      }
      let result = try verify(path)
      #expect(result.differences == 0)
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix(#"{"k":"step""#) }.count == passes.count)
      try recorder.close(engine)
    }
  }

  @Test(arguments: [true, false])
  func `an item seen when its other view is removed replays the same`(isRemoved: Bool) throws {
    try withTemporaryFile { path in
      let size = LayoutSize(width: 400, height: 600)
      let engine = VisibilityEngine(scene: VisibilityScene(size: size))
      let recorder = try TraceRecording(to: path, recording: engine)
      var shown: [(target: TargetID, watch: WatchID)] = []
      for time: Int64 in [0, 100, 200, 1000] {
        if time < 200 {
          let frame = LayoutRect(x: 0, y: Double(time), width: 100, height: 100)
          let target = engine.add(SceneTarget(frame: frame), to: engine.root)
          shown.append((target, engine.watch(target, for: .mrcDisplay, of: ItemIdentity(7))))
        } else if time == 200 {
          if isRemoved {
            engine.edit(.remove(shown[1].target))
          } else {
            engine.edit(.unwatch(shown[1].watch))
          }
        }
        engine.pass(at: MonotonicTime(nanoseconds: time * 1_000_000))
        try recorder.recordPass(engine)
      }
      #expect(engine.impressions.map(\.watch) == [shown[0].watch])
      try recorder.close(engine)
      let result = try verify(path)
      #expect(result.differences == 0)
      #expect(result.events == 1)
    }
  }

  @Test func `a recording differing from its replay is detected`() throws {
    try withTemporaryFile { path in
      var world = RandomWorld(seed: 3)
      let recorder = try TraceRecording(to: path, recording: world.engine)
      for frame in 0..<100 {
        world.operate()
        world.engine.pass(at: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667))
        try recorder.recordPass(world.engine)
      }
      try recorder.close(world.engine)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var lines = text.split(separator: "\n").map(String.init)
      let report = try #require(lines.lastIndex { $0.contains(#""k":"ev""#) })
      lines.remove(at: report)
      let bytes = Array(lines.joined(separator: "\n").utf8)
      let result = try TraceVerifier(TraceReader(bytes: bytes, file: "test")).run()
      #expect(result.differences == 1)
    }
  }

  @Test func `a recording started mid-session begins with the visible items`() throws {
    try withTemporaryFile { path in
      let engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
      let list = engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 200)), to: engine.root)
      for row in 0..<10 {
        let target = engine.add(
          SceneTarget(frame: LayoutRect(x: 0, y: Double(row) * 100, width: 100, height: 100)),
          to: list)
        engine.watch(target, .fully)
        engine.watchExposures(target, under: .fraction(0.1), of: ItemIdentity(UInt64(row)))
      }
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: 300)))
      engine.pass(at: MonotonicTime(seconds: 5))
      let recorder = try TraceRecording(to: path, recording: engine)
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: 350)))
      engine.pass(at: MonotonicTime(seconds: 6))
      try recorder.recordPass(engine)
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: 500)))
      engine.pass(at: MonotonicTime(seconds: 7))
      try recorder.recordPass(engine)
      try recorder.close(engine)
      let result = try verify(path)
      #expect(result.differences == 0)
      // One row and three exposures at the start; then three changes of each.
      #expect(result.events == 10)
    }
  }

  /// Items of a list, two of which fit on screen: some seen by now, one in an earlier launch.
  @Test(arguments: [
    ImpressionRepetition.once, .oncePerSession, .oncePerScreenVisit, .afterLeaving,
    .afterCoolDown(.seconds(4)), .perDay(1),
  ])
  func `a recording started mid-session continues the impressions`(
    repetition: ImpressionRepetition
  ) throws {
    let policy = ImpressionPolicy(rule: .fully, repetition: repetition)
    let size = LayoutSize(width: 100, height: 200)
    let engine = VisibilityEngine(scene: VisibilityScene(size: size))
    let list = engine.add(
      .scrollView(frame: LayoutRect(origin: .zero, size: size)), to: engine.root)
    for row in 0..<8 {
      let frame = LayoutRect(x: 0, y: Double(row) * 100, width: 100, height: 100)
      let target = engine.add(SceneTarget(frame: frame), to: list)
      engine.watch(target, for: policy, of: ItemIdentity(UInt64(row)))
    }
    var time = 0.0
    func show(row: Double) {
      time += 1
      engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: row * 100)))
      engine.pass(at: MonotonicTime(seconds: time))
    }
    engine.edit(.beginDay(20_000))
    func restore(row: UInt64) {
      engine.restore([
        ImpressionRecord(
          identity: ItemIdentity(row), policy: policy, count: 3,
          lastImpression: MonotonicTime(seconds: -60), day: 20_000, countOnDay: 1)
      ])
    }
    restore(row: 6)
    show(row: 0)
    engine.edit(.beginScreenVisit)
    show(row: 2)
    show(row: 3)
    try withTemporaryFile { path in
      let recorder = try TraceRecording(to: path, recording: engine)
      var recorded: [[String]] = []
      for row in [3, 6, 2, 0, 3, 6, 5] {
        switch row {
        case 5: restore(row: 5)
        case 2: engine.edit(.beginSession)
        case 0: engine.edit(.beginScreenVisit)
        case 3 where time > 6: engine.edit(.beginDay(20_001))
        default: break
        }
        show(row: Double(row))
        try recorder.recordPass(engine)
        recorded.append(engine.impressions.map { "\($0.identity) \($0.count)" })
      }
      try recorder.close(engine)
      let result = try verify(path)
      #expect(result.differences == 0, "\(result.examples)")
      var player = SessionPlayer(
        try ViewerSession(TraceReader(path: path), named: "test"), size: size)
      for (step, impressions) in recorded.enumerated() {
        player.play(step: step)
        let played = player.engine.impressions.map { "\($0.identity) \($0.count)" }
        #expect(played == impressions, "step \(step)")
      }
    }
  }

  /// Returns the lines of a recording whose window gets its size with the second pass.
  private func lines(
    size: LayoutSize, passes: Int = 2, naming name: (WatchID, ItemIdentity?) -> String?
  ) throws -> [TraceLine] {
    try withTemporaryFile { path in
      let engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
      let target = engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: engine.root)
      engine.watch(target, .fully)
      engine.watch(target, for: .feed, of: ItemIdentity(7))
      let recorder = try TraceRecording(to: path, recording: engine)
      for pass in 0..<passes {
        if pass == 1 {
          engine.edit(.frame(LayoutRect(origin: .zero, size: size), of: engine.root))
        }
        engine.pass(at: MonotonicTime(seconds: Double(pass)))
        try recorder.recordPass(engine, naming: name)
      }
      try recorder.close(engine)
      #expect(try verify(path).differences == 0)
      var reader = try TraceReader(path: path)
      var lines: [TraceLine] = []
      while let (_, line) = try reader.next() { lines.append(line) }
      return lines
    }
  }

  private func meta(_ lines: [TraceLine]) throws -> TraceMeta {
    guard case .meta(let meta)? = lines.first else { throw TestProblem.noMeta }
    return meta
  }

  private enum TestProblem: Error { case noMeta }

  @Test func `a window's first size may follow the first line`() throws {
    let lines = try lines(size: LayoutSize(width: 100, height: 200)) { _, _ in nil }
    #expect(try meta(lines).viewport == nil)
    #expect(lines.contains { if case .change = $0 { true } else { false } })
    #expect(try meta(self.lines(size: .zero, passes: 0) { _, _ in nil }).viewport == nil)
  }

  @Test func `watches have the names of their items`() throws {
    let lines = try lines(size: LayoutSize(width: 100, height: 100)) { watch, identity in
      identity.map { "card \($0.rawValue)" } ?? "watch"
    }
    let names = lines.compactMap { if case .watch(let watch) = $0 { watch.name } else { nil } }
    #expect(names == ["watch", "card 7"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error, and the engine continues`() throws {
    var world = RandomWorld(seed: 1)
    let recorder = try TraceRecording(to: "/dev/full", recording: world.engine)
    var error: TraceError?
    for frame in 0..<2_000 where error == nil {
      world.operate()
      world.engine.pass(at: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667))
      do throws(TraceError) { try recorder.recordPass(world.engine) } catch let caught {
        error = caught
      }
    }
    #expect(error?.problem == .unwritable("No space left on device"))
    world.operate()
    world.engine.pass(at: .never)
  }

  /// The dwell of the first item ends between two passes. The second pass recycles its row, and the
  /// new watch may reuse the number of the old one.
  @Test(arguments: [false, true])
  func `an impression of a just-ended watch replays`(_ isNumberReused: Bool) throws {
    try withTemporaryFile { path in
      let engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
      let recorder = try TraceRecording(to: path, recording: engine)
      let target = engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: engine.root)
      let first = engine.watch(target, for: .mrcDisplay, of: ItemIdentity(7))
      engine.pass(at: .zero)
      try recorder.recordPass(engine)
      engine.edit(.unwatch(first))
      if isNumberReused { engine.watch(target, for: .mrcDisplay, of: ItemIdentity(8)) }
      engine.pass(at: MonotonicTime(seconds: 1.01))
      #expect(engine.impressions.map(\.identity) == [ItemIdentity(7)])
      try recorder.recordPass(engine)
      try recorder.close(engine)
      let result = try verify(path)
      #expect(result.differences == 0)
      #expect(result.events == 1)
    }
  }

  @Test func `a step has the time slept when it has changed`() throws {
    try withTemporaryFile { path in
      let policy = ImpressionPolicy(
        rule: .fully, repetition: .afterCoolDown(.seconds(28_800)))
      let engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
      let target = engine.add(
        SceneTarget(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: engine.root)
      engine.watch(target, for: policy, of: ItemIdentity(1))
      func pass(at seconds: Double, slept: Duration) {
        engine.pass(at: DeviceTime(awake: MonotonicTime(seconds: seconds), asleep: slept))
      }
      pass(at: 1, slept: .seconds(50))
      let recorder = try TraceRecording(to: path, recording: engine)
      // It is seen, leaves, and returns after nine hours of sleep.
      for (index, slept) in [50, 50, 32_450, 32_450].enumerated() {
        engine.edit(.scroll(engine.root, to: LayoutPoint(x: 0, y: index == 1 ? 500 : 0)))
        pass(at: 2 + Double(index), slept: .seconds(slept))
        #expect(engine.impressions.count == (index == 2 ? 1 : 0))
        try recorder.recordPass(engine)
      }
      try recorder.close(engine)
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let steps = lines.filter { $0.hasPrefix(#"{"k":"step""#) }
      #expect(
        steps.map { $0.contains(#""asleep":50000000000}"#) || $0.contains(#""asleep":3245"#) }
          == [true, false, true, false])
      let result = try verify(path)
      #expect(result.differences == 0 && result.events == 1)
    }
  }
}
