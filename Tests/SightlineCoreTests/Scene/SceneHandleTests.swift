import Testing

@testable import SightlineCore

/// Handles are indexes with generations: slots are reused, handles are not.
@Suite struct HandleTests {
  @Test func `a removed target's slot is reused after the pass under a new handle`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    let old = scene.add(SceneTarget(frame: .square(y: 1)), to: scene.root)
    scene.remove(old)
    scene.endPass()
    let new = scene.add(SceneTarget(frame: .square(y: 2)), to: scene.root)
    #expect(new.index == old.index && new != old)
    #expect(scene.contains(new) && !scene.contains(old))
    #expect(scene.target(new).frame == .square(y: 2))
    #expect(scene.targetCount == 1)
  }

  @Test func `a removed container's slot is reused under a new handle`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    let old = scene.add(SceneContainer(frame: .square(y: 1)), to: scene.root)
    scene.remove(old)
    let new = scene.add(SceneContainer(frame: .square(y: 2)), to: scene.root)
    #expect(new.index == old.index && new != old)
    #expect(scene.contains(new) && !scene.contains(old))
    #expect(scene.containerCount == 2)
  }

  @Test func `a removed cover's slot is reused under a new handle`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    let old = scene.add(SceneCover(frame: .square(y: 1)), to: scene.root)
    scene.remove(old)
    let new = scene.add(SceneCover(frame: .square(y: 2)), to: scene.root)
    #expect(new.index == old.index && new != old)
    #expect(scene.contains(new) && !scene.contains(old))
    #expect(scene.cover(new).frame == .square(y: 2))
    #expect(scene.coverCount == 1)
  }

  @Test func `a removed viewport's slot is reused under a new handle`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
    let old = engine.add(VisibilityViewport(engine.scene.root))
    engine.edit(.removeViewport(old))
    let new = engine.add(VisibilityViewport(engine.scene.root, margins: .points(5)))
    #expect(new.index == old.index && new != old)
    #expect(engine.contains(new) && !engine.contains(old) && engine.contains(engine.window))
    #expect(engine.viewport(new).margins == .points(5))
  }

  @Test func `a removed watch's slot is reused under a new handle`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))
    let target = engine.add(SceneTarget(frame: .square(y: 0)), to: engine.root)
    // The first watch of a target is stored by the target's slot; later ones are not.
    engine.watch(target, .fully)
    let old = engine.watch(target, .fully)
    engine.edit(.unwatch(old))
    let new = engine.watch(target, .anyPixel)
    #expect(new.index == old.index && new != old)
    #expect(engine.contains(new) && !engine.contains(old))
    #expect(engine.rule(of: new) == .anyPixel && engine.target(of: new) == target)
    #expect(engine.viewport(of: new) == engine.window)
  }

  @Test func `handles stay distinct over many generations`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    var seen: Set<TargetID> = []
    for _ in 0..<1000 {
      let id = scene.add(SceneTarget(frame: .square(y: 0)), to: scene.root)
      #expect(seen.insert(id).inserted)
      scene.remove(id)
      scene.endPass()
    }
    #expect(scene.targetCount == 0 && scene.targets.places.count == 1)
  }
}
