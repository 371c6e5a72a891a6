import Testing

@testable import SightlineCore

@Suite struct JournalTests {
  @Test func `a journal records every edit in order, with its values`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let container = SceneContainer(frame: .square(y: 0))
    scene.startJournal()
    let c = scene.add(container, to: scene.root)
    let t = scene.add(SceneTarget(frame: .square(y: 0)), to: c)
    let v = scene.add(SceneCover(frame: .square(y: 0)), to: c)
    scene.setFrame(.square(y: 1), of: t)
    scene.setContentOffset(LayoutPoint(x: 0, y: 3), of: c)
    var scrolled = container
    scrolled.contentOffset = LayoutPoint(x: 0, y: 3)
    #expect(
      scene.takeJournal() == [
        .containerAdded(c, to: scene.root, container),
        .targetAdded(t, to: c, SceneTarget(frame: .square(y: 0))),
        .coverAdded(v, to: c, SceneCover(frame: .square(y: 0))),
        .targetChanged(t, in: c, SceneTarget(frame: .square(y: 1))),
        .containerChanged(c, in: scene.root, scrolled),
      ])
    #expect(scene.takeJournal() == [])
  }

  @Test func `a container's contents are recorded as removed before the container`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let outer = scene.add(SceneContainer(frame: .square(y: 0)), to: scene.root)
    let inner = scene.add(SceneContainer(frame: .square(y: 0)), to: outer)
    let t = scene.add(SceneTarget(frame: .square(y: 0)), to: inner)
    let v = scene.add(SceneCover(frame: .square(y: 0)), to: inner)
    scene.startJournal()
    scene.remove(outer)
    #expect(
      scene.takeJournal() == [
        .targetRemoved(t), .coverRemoved(v), .containerRemoved(inner), .containerRemoved(outer),
      ])
  }

  @Test func `an engine's edits interleave with the scene's`() {
    var engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 100, height: 200)))
    engine.startJournal()
    let target = engine.add(SceneTarget(frame: .square(y: 0)), to: engine.root)
    let watch = engine.watch(target, .fully)
    engine.isForeground = false
    engine.beginDay(3)
    engine.unwatch(watch)
    #expect(
      engine.takeJournal() == [
        .targetAdded(target, to: engine.scene.root, SceneTarget(frame: .square(y: 0))),
        .watched(watch, target, engine.window, .fully), .foreground(false), .day(3),
        .unwatched(watch),
      ])
  }

  @Test func `a stopped journal records nothing`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    scene.startJournal()
    scene.stopJournal()
    _ = scene.add(SceneTarget(frame: .square(y: 0)), to: scene.root)
    #expect(scene.takeJournal() == [])
  }

  @Test func `an inventory omits the period if it is the first one in the foreground`() {
    let scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let root = Edit.containerChanged(
      scene.root, in: nil, scene.container(scene.root))
    var engine = VisibilityEngine(scene: scene)
    let window = Edit.viewportAdded(engine.window, engine.viewport(engine.window))
    #expect(engine.inventory == [root, window])
    engine.beginDay(1)
    #expect(engine.inventory == [root, window, .day(1)])
    engine.isForeground = false
    #expect(engine.inventory == [root, window, .foreground(false), .day(1)])
  }
}
