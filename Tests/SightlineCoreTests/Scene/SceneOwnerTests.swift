import Testing

@testable import SightlineCore

/// What is watched refers to places in the engine's own scene, so that scene cannot be replaced
/// silently.
@Suite struct SceneOwnerTests {
  private static func engine() -> VisibilityEngine {
    var engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 400)))
    let target = engine.scene.add(SceneTarget(frame: .square(y: 0)), to: engine.scene.root)
    engine.watch(target, .anyPixel)
    engine.pass(at: .zero)
    return engine
  }

  @Test func `a pass over another engine's scene stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var engine = SceneOwnerTests.engine()
      let other = SceneOwnerTests.engine()
      engine.scene = other.scene
      engine.pass(at: .milliseconds(16))
    }
  }

  @Test func `watching in another engine's scene stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var engine = SceneOwnerTests.engine()
      let target = engine.scene.add(SceneTarget(frame: .square(y: 0)), to: engine.scene.root)
      engine.scene = VisibilityScene(size: LayoutSize(width: 400, height: 400))
      engine.watch(target, .fully)
    }
  }

  @Test func `a pass over a copy from before the last pass stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var engine = SceneOwnerTests.engine()
      let before = engine.scene
      _ = engine.scene.add(SceneTarget(frame: .square(y: 50)), to: engine.scene.root)
      engine.pass(at: .milliseconds(16))
      engine.scene = before
      engine.pass(at: .milliseconds(32))
    }
  }

  @Test func `engines of one scene have scenes of their own`() async {
    await #expect(processExitsWith: .failure) {
      let scene = VisibilityScene(size: LayoutSize(width: 400, height: 400))
      var engine = VisibilityEngine(scene: scene)
      engine.scene = VisibilityEngine(scene: scene).scene
      engine.pass(at: .zero)
    }
  }

  @Test func `a copy of an engine goes on with its own scene`() {
    var engine = SceneOwnerTests.engine()
    var copy = engine
    engine.scene.setContentOffset(LayoutPoint(x: 0, y: 500), of: engine.scene.root)
    engine.pass(at: .milliseconds(16))
    copy.pass(at: .milliseconds(16))
    #expect(engine.changes.count == 1 && copy.changes.isEmpty)
  }
}
