import Foundation
import SightlineCore
import SightlineTestSupport
import SightlineTrace
import Testing

@Suite struct TraceRecorderTests {
  private func verify(_ path: String) throws -> TraceVerification {
    try TraceVerifier(TraceReader(path: path)).run()
  }

  /// Records a random session and verifies it. Returns how many reports there were.
  private func recordAndVerify(seed: UInt64) throws -> Int {
    try withTemporaryFile { path in
      var world = RandomWorld(
        seed: seed, traits: RandomWorld.Traits(isNested: seed % 4 == 0))
      var recorder = TraceRecorder(
        to: try TraceWriter(path: path), recording: &world.engine, page: "seed \(seed)")
      var reports = 0
      for frame in 0..<300 {
        for _ in 0..<world.random.index(4) { world.operate() }
        world.engine.pass(at: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667))
        reports += world.engine.changes.count + world.engine.impressions.count
        try recorder.record(&world.engine)
      }
      try recorder.finish(&world.engine)
      let result = try verify(path)
      #expect(
        result.differences == 0,
        "seed \(seed): \(result.examples.first.map { "\($0)" } ?? "")")
      #expect(result.entries == reports)
      return reports
    }
  }

  /// Everything a host can do, recorded pass by pass: the replay reports the same, in the same order.
  @Test func `random sessions replay to the same events`() throws {
    var reports = 0
    for seed in 0..<60 { reports += try recordAndVerify(seed: UInt64(seed)) }
    #expect(reports > 800)
  }

  @Test func `a recording that differs from its replay is found out`() throws {
    try withTemporaryFile { path in
      var world = RandomWorld(seed: 3)
      var recorder = TraceRecorder(to: try TraceWriter(path: path), recording: &world.engine)
      for frame in 0..<100 {
        world.operate()
        world.engine.pass(at: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667))
        try recorder.record(&world.engine)
      }
      try recorder.finish(&world.engine)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var lines = text.split(separator: "\n").map(String.init)
      let report = try #require(lines.lastIndex { $0.contains(#""k":"ev""#) })
      lines.remove(at: report)
      #expect(try VerifierTests.verify(lines).differences == 1)
    }
  }

  @Test func `a recording that begins in mid-session begins with what is visible then`() throws {
    try withTemporaryFile { path in
      var engine = VisibilityEngine(
        scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
      let list = engine.scene.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 200)), to: engine.scene.root)
      for row in 0..<10 {
        let target = engine.scene.add(
          SceneTarget(frame: LayoutRect(x: 0, y: Double(row) * 100, width: 100, height: 100)),
          to: list)
        engine.watch(target, .fully)
      }
      engine.scene.setContentOffset(LayoutPoint(x: 0, y: 300), of: list)
      engine.pass(at: MonotonicTime(seconds: 5))
      var recorder = TraceRecorder(to: try TraceWriter(path: path), recording: &engine)
      engine.scene.setContentOffset(LayoutPoint(x: 0, y: 350), of: list)
      engine.pass(at: MonotonicTime(seconds: 6))
      try recorder.record(&engine)
      engine.scene.setContentOffset(LayoutPoint(x: 0, y: 500), of: list)
      engine.pass(at: MonotonicTime(seconds: 7))
      try recorder.record(&engine)
      try recorder.finish(&engine)
      let result = try verify(path)
      #expect(result.differences == 0)
      #expect(result.entries == 4)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error, and the engine goes on`() throws {
    var world = RandomWorld(seed: 1)
    var recorder = TraceRecorder(
      to: try TraceWriter(path: "/dev/full"), recording: &world.engine)
    var error: TraceError?
    for frame in 0..<2_000 where error == nil {
      world.operate()
      world.engine.pass(at: MonotonicTime(nanoseconds: Int64(frame) * 16_666_667))
      do throws(TraceError) { try recorder.record(&world.engine) } catch let caught {
        error = caught
      }
    }
    #expect(error?.isOutputFailure == true)
    world.operate()
    world.engine.pass(at: .never)
  }
}
