import Foundation
import SightlineCore
import Testing

@testable import SightlineTrace

/// Recordings started in the middle of a session.
@Suite struct StartedRecordingTests {
  private static let size = LayoutSize(width: 100, height: 200)

  /// Returns an engine with a window of ``size``.
  private func makeEngine() -> VisibilityEngine {
    VisibilityEngine(scene: VisibilityScene(size: Self.size))
  }

  private func frame(y: Double) -> LayoutRect { LayoutRect(x: 0, y: y, width: 100, height: 100) }

  /// Records passes from the third second on, each after a change, and expects the replay to agree.
  /// Returns the recording's lines.
  @discardableResult
  private func expectReplay(
    of engine: VisibilityEngine, page: String? = nil,
    _ changes: [(VisibilityEngine) -> Void]
  ) throws -> [String] {
    try withTemporaryFile { path in
      let recorder = try TraceRecording(to: path, recording: engine, page: page)
      for (index, change) in changes.enumerated() {
        change(engine)
        engine.pass(at: MonotonicTime(seconds: 3 + Double(index)))
        try recorder.recordPass(engine)
      }
      try recorder.close(engine)
      let result = try verify(path)
      #expect(result.differences == 0, "\(result.examples)")
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(
        String.init)
    }
  }

  /// The first recorded pass follows the removal of the viewport's container, and the host removes
  /// the viewport after it.
  @Test(arguments: [true, false])
  func `a viewport without its container is not recorded`(isIndexReused: Bool) throws {
    var engine = makeEngine()
    let list = SceneContainer.scrollView(frame: LayoutRect(origin: .zero, size: Self.size))
    let page = engine.add(list, to: engine.root)
    let viewport = engine.add(VisibilityViewport(page, margins: .points(-10)))
    for container in [page, engine.root] {
      let target = engine.add(SceneTarget(frame: frame(y: 0)), to: container)
      engine.watch(target, .anyPixel, in: viewport)
      engine.watch(target, for: .mrcDisplay, of: ItemIdentity(1), in: viewport)
    }
    engine.pass(at: MonotonicTime(seconds: 1))
    let lines = try expectReplay(
      of: engine,
      [
        {
          $0.edit(.remove(page))
          if isIndexReused { _ = $0.add(list, to: $0.root) }
        },
        { $0.edit(.margins(.zero, of: viewport)) },
        { $0.removeStrayViewports() },
      ])
    #expect(lines.filter { $0.hasPrefix(#"{"k":"view""#) }.count == 1)
  }

  /// The panel is newer than the row, and hides it with a cover. Something older than the row has
  /// moved into the panel.
  @Test(arguments: [true, false])
  func `a recording started mid-session keeps the paint order`(movesContainer: Bool) throws {
    var engine = makeEngine()
    let card = engine.add(SceneContainer(frame: frame(y: 0)), to: engine.root)
    let image = engine.add(SceneTarget(frame: frame(y: 0)), to: card)
    let row = engine.add(SceneTarget(frame: frame(y: 0)), to: engine.root)
    engine.watch(row, .anyPixel)
    let panel = engine.add(SceneContainer(frame: frame(y: 0)), to: engine.root)
    _ = engine.add(SceneCover(frame: frame(y: 0)), to: panel)
    if movesContainer {
      engine.edit(.move(card, to: panel))
    } else {
      engine.edit(.move(image, to: panel))
    }
    engine.pass(at: MonotonicTime(seconds: 1))
    #expect(engine.changes.isEmpty)
    try expectReplay(of: engine, [{ _ in }, { $0.edit(.frame(LayoutRect.zero, of: panel)) }])
  }

  /// One item returns in the first recorded pass, another one reaches a dwell that began before.
  @Test func `impressions of the first recorded pass don't replace earlier ones`() throws {
    var engine = makeEngine()
    let list = engine.add(
      .scrollView(frame: LayoutRect(origin: .zero, size: Self.size)), to: engine.root)
    let returning = ImpressionPolicy.feed.repeating(.afterLeaving)
    let item = engine.add(SceneTarget(frame: frame(y: 0)), to: list)
    for policy in [returning, .feed, returning.repeating(.perDay(5))] {
      engine.watch(item, for: policy, of: ItemIdentity(1))
    }
    let bar = engine.add(SceneTarget(frame: frame(y: 100)), to: engine.root)
    engine.watch(bar, for: .mrcVideo, of: ItemIdentity(2))
    let popup = engine.add(SceneTarget(frame: frame(y: 100)), to: engine.root)
    engine.watch(popup, for: .mrcVideo, of: ItemIdentity(3))
    func scroll(_ y: Double) -> (VisibilityEngine) -> Void {
      { $0.edit(.scroll(list, to: LayoutPoint(x: 0, y: y))) }
    }
    for (time, y) in [(0.5, 0.0), (1.5, 500)] {
      scroll(y)(engine)
      engine.pass(at: MonotonicTime(seconds: time))
    }
    let lines = try expectReplay(
      of: engine,
      [
        {
          scroll(0)(&$0)
          $0.edit(.remove(popup))
        }, scroll(500), scroll(0),
      ])
    #expect(lines.filter { $0.hasPrefix(#"{"k":"imp","s":0"#) }.count == 2)
    #expect(engine.impressions.map(\.count) == [3, 3])
  }

  @Test func `all values of a recording can be read`() throws {
    var engine = makeEngine()
    let target = engine.add(SceneTarget(frame: frame(y: 0)), to: engine.root)
    let policy = ImpressionPolicy.feed.repeating(.afterLeaving)
    engine.watch(target, for: policy, of: ItemIdentity(1))
    func restore(_ count: Int) -> (VisibilityEngine) -> Void {
      {
        $0.restore([
          ImpressionRecord(
            identity: ItemIdentity(1), policy: policy, count: count, lastImpression: nil, day: 0,
            countOnDay: -1)
        ])
      }
    }
    let page = String(repeating: "\"", count: 40_000)
    try expectReplay(
      of: engine, page: page,
      [
        restore(0), restore(.max), { $0.edit(.frame(LayoutRect.zero, of: target)) },
        { $0.edit(.frame(LayoutRect(x: 0, y: 0, width: 9, height: 9), of: target)) },
      ])
    try withTemporaryFile { path in
      let recorder = try TraceRecording(to: path, recording: engine)
      engine.pass(at: .never)
      try recorder.recordPass(engine)
      try recorder.close(engine)
      #expect(try verify(path).differences == 0)
    }
  }

  @Test(arguments: [true, false])
  func `an exposure held only before the recording ends, and the next one counts`(
    isInForeground: Bool
  ) throws {
    var engine = makeEngine()
    let item = engine.add(SceneTarget(frame: frame(y: 0)), to: engine.root)
    let policy = ImpressionPolicy(
      rule: .fraction(0.7, exit: 0.3), inactivity: .pauses, repetition: .afterLeaving)
    engine.watch(item, for: policy, of: ItemIdentity(1))
    engine.pass(at: MonotonicTime(seconds: 1))
    #expect(engine.impressions.count == 1)
    engine.edit(.frame(frame(y: -50), of: item))
    engine.isForeground = isInForeground
    engine.pass(at: MonotonicTime(seconds: 2))
    try expectReplay(
      of: engine,
      [
        { _ in },
        {
          $0.edit(.frame(self.frame(y: 300), of: item))
          $0.isForeground = true
        }, { $0.edit(.frame(self.frame(y: 0), of: item)) },
      ])
    #expect(engine.impressions.map(\.count) == [2])
  }
}
