import Testing

@testable import SightlineCore

@Suite struct JournalTests {
  @Test func `a journal records every edit in order, with its values`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    let container = SceneContainer(frame: .square(y: 0))
    engine.journal.start()
    let c = engine.add(container, to: engine.root)
    let t = engine.add(SceneTarget(frame: .square(y: 0)), to: c)
    let v = engine.add(SceneCover(frame: .square(y: 0)), to: c)
    engine.edit(.frame(.square(y: 1), of: t))
    engine.edit(.scroll(c, to: LayoutPoint(x: 0, y: 3)))
    var scrolled = container
    scrolled.contentOffset = LayoutPoint(x: 0, y: 3)
    #expect(
      engine.journal.take() == [
        .added(.container(c, in: engine.root, container)),
        .added(.target(t, in: c, SceneTarget(frame: .square(y: 0)))),
        .added(.cover(v, in: c, SceneCover(frame: .square(y: 0)))),
        .changed(.target(t, in: c, SceneTarget(frame: .square(y: 1)))),
        .changed(.container(c, in: engine.root, scrolled)),
      ])
    #expect(engine.journal.take() == [])
  }

  @Test func `a container's contents are recorded as removed before the container`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    let outer = engine.add(SceneContainer(frame: .square(y: 0)), to: engine.root)
    let inner = engine.add(SceneContainer(frame: .square(y: 0)), to: outer)
    let t = engine.add(SceneTarget(frame: .square(y: 0)), to: inner)
    let v = engine.add(SceneCover(frame: .square(y: 0)), to: inner)
    engine.journal.start()
    engine.edit(.remove(outer))
    #expect(
      engine.journal.take() == [
        .edited(.remove(t)), .edited(.remove(v)), .edited(.remove(inner)),
        .edited(.remove(outer)),
      ])
  }

  @Test func `an engine's edits interleave with the scene's`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    engine.journal.start()
    let target = engine.add(SceneTarget(frame: .square(y: 0)), to: engine.root)
    let watch = engine.watch(target, .fully)
    engine.isForeground = false
    engine.edit(.beginDay(3))
    engine.edit(.unwatch(watch))
    #expect(
      engine.journal.take() == [
        .added(.target(target, in: engine.root, SceneTarget(frame: .square(y: 0)))),
        .watched(watch, target, engine.window, .rule(.fully)),
        .edited(.foreground(false)), .edited(.beginDay(3)), .edited(.unwatch(watch)),
      ])
  }

  @Test func `a stopped journal records nothing`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    engine.journal.start()
    engine.journal.stop()
    _ = engine.add(SceneTarget(frame: .square(y: 0)), to: engine.root)
    #expect(engine.journal.take() == [])
  }

  @Test func `replacing a policy that is not in use yet is recorded once`() {
    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    engine.journal.start()
    for _ in 0..<2 { engine.edit(.replace(.feed, with: .mrcVideo)) }
    #expect(engine.journal.take() == [.edited(.replace(.feed, with: .mrcVideo))])
  }

  @Test func `an inventory omits the period if it is the first one in the foreground`() {
    let scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let root = Journal.Entry.changed(.container(scene.root, in: nil, scene.container(scene.root)))
    let engine = VisibilityEngine(scene: scene)
    let window = Journal.Entry.viewportAdded(engine.window, engine.viewport(engine.window))
    #expect(engine.inventory == [root, window])
    engine.edit(.beginDay(1))
    let day = Journal.Entry.edited(.beginDay(1))
    #expect(engine.inventory == [root, window, day])
    engine.isForeground = false
    let background = Journal.Entry.edited(.foreground(false))
    #expect(engine.inventory == [root, window, background, day])
    engine.edit(.replace(.feed, with: .mrcVideo))
    let replaced = Journal.Entry.edited(.replace(.feed, with: .mrcVideo))
    #expect(engine.inventory == [root, window, background, replaced, day])
  }
}
