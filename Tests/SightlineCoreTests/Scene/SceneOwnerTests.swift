import SightlineCore
import Testing

/// Each engine has a separate scene, even if started from another engine's.
@Suite struct SceneOwnerTests {
  /// Returns a scene with targets under every kind of watch, an item that has been seen, and one
  /// removed since the last pass.
  private func used() -> (stage: Stage, target: TargetID) {
    var stage = Stage()
    let target = stage.target("A", .square(y: 0))
    stage.engine.watch(target, .anyPixel)
    stage.engine.watch(stage.target("B", .square(y: 100)), for: .feed, of: ItemIdentity(7))
    let removed = stage.target("C", .square(y: 200))
    stage.engine.watch(removed, .fully)
    stage.engine.watch(removed, .anyPixel)
    _ = stage.pass(at: 0)
    stage.engine.edit(.remove(removed))
    return (stage, target)
  }

  @Test func `an engine created from another's scene has no watches`() {
    let (stage, target) = used()
    let engine = VisibilityEngine(scene: stage.engine.scene)
    engine.pass(at: .zero)
    #expect(engine.changes.isEmpty && engine.impressions.isEmpty)
    let watch = engine.watch(target, .fully)
    let new = engine.add(SceneTarget(frame: .square(y: 300)), to: stage.feed)
    engine.watch(new, .fully)
    engine.pass(at: .milliseconds(16))
    #expect(engine.changes.map(\.target) == [target, new])
    #expect(engine.contains(watch) && engine.scene.targetCount == 3)
    engine.edit(.remove(target))
    engine.pass(at: .milliseconds(32))
    #expect(engine.changes.map(\.reason) == [.removed])
  }

  @Test func `an engine created from another's scene does not count its offsets as scrolling`() {
    var (stage, target) = used()
    stage.scroll(to: 5)
    _ = stage.pass(at: 1000)
    let engine = VisibilityEngine(scene: stage.engine.scene)
    let policy = ImpressionPolicy(rule: .anyPixel, scrollSpeedLimit: 1)
    engine.watch(target, for: policy, of: ItemIdentity(1))
    engine.pass(at: .milliseconds(1001))
    #expect(engine.impressions.map(\.time) == [.milliseconds(1001)])
  }

  @Test func `a copy of an engine is independent`() {
    var (stage, target) = used()
    var copy = stage.engine
    stage.scroll(to: 500)
    #expect(
      stage.pass(at: 16) == [
        "A leaves (out of viewport)", "C leaves (removed)", "C leaves (removed)",
      ])
    copy.edit(.unwatch(copy.watch(target, .fully)))
    copy.pass(at: .milliseconds(16))
    #expect(copy.changes.map(\.reason) == [.removed, .removed])
  }
}
