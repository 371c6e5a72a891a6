import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct SceneTests {
  @Test func `values are returned as given`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    #expect(scene.container(scene.root).frame == LayoutRect(x: 0, y: 0, width: 100, height: 200))
    #expect(scene.parent(of: scene.root) == nil)
    let appearance = SceneAppearance(
      opacity: 0.5, isHidden: true, transform: .eighthTurn, zIndex: -3, isPinned: true)
    let container = SceneContainer(
      frame: .square(y: 5), clip: .rect(.square(y: 1)), contentOffset: LayoutPoint(x: 1, y: 2),
      scrolls: true, appearance: appearance)
    let c = scene.add(container, to: scene.root)
    #expect(scene.container(c) == container && scene.parent(of: c) == scene.root)
    let t = scene.add(SceneTarget(frame: .square(y: 7), appearance: appearance), to: c)
    #expect(scene.target(t) == SceneTarget(frame: .square(y: 7), appearance: appearance))
    #expect(scene.container(of: t) == c)
    let v = scene.add(
      SceneCover(frame: .square(y: 8), appearance: appearance, isFriendly: true), to: c)
    #expect(
      scene.cover(v) == SceneCover(frame: .square(y: 8), appearance: appearance, isFriendly: true))
    #expect(scene.container(of: v) == c)
  }

  @Test func `changing a target's frame or appearance keeps its other properties`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let t = scene.add(SceneTarget(frame: .square(y: 7)), to: scene.root)
    let appearance = SceneAppearance(opacity: 0.25, zIndex: 4)
    scene.setAppearance(appearance, of: t)
    scene.setFrame(.square(y: 9), of: t)
    #expect(scene.target(t) == SceneTarget(frame: .square(y: 9), appearance: appearance))
    scene.setAppearance(.plain, of: t)
    #expect(scene.target(t) == SceneTarget(frame: .square(y: 9)))
    #expect(scene.targets[Slot(of: t)].appearance == .plain)
  }

  @Test func `removing a container removes its contents`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let outer = scene.add(SceneContainer(frame: .square(y: 0)), to: scene.root)
    let inner = scene.add(SceneContainer(frame: .square(y: 0)), to: outer)
    let targets = [outer, inner, scene.root].map { container in
      scene.add(SceneTarget(frame: .square(y: 0)), to: container)
    }
    let covers = [outer, inner, scene.root].map { container in
      scene.add(
        SceneCover(frame: .square(y: 0), appearance: SceneAppearance(isPinned: true)), to: container
      )
    }
    scene.remove(outer)
    #expect(targets.map(scene.contains) == [false, false, true])
    #expect(covers.map(scene.contains) == [false, false, true])
    #expect(!scene.contains(inner) && !scene.contains(outer))
    #expect((scene.targetCount, scene.coverCount, scene.containerCount) == (1, 1, 1))
    #expect(scene.containers[Slot(0)].coverCount == 1)
  }

  @Test func `a viewport sees items moved into its container`() {
    // With and without an earlier change of the moved container, which marks it in this pass.
    for isTouched in [false, true] {
      var stage = Stage()
      let frame = LayoutRect(x: 0, y: 0, width: 400, height: 600)
      let list = stage.engine.add(.scrollView(frame: frame), to: stage.root)
      let row = stage.engine.add(SceneContainer(frame: frame), to: stage.feed)
      let viewport = stage.engine.add(VisibilityViewport(list))
      stage.engine.watch(stage.target("A", .square(y: 0), in: row), .fully, in: viewport)
      #expect(stage.pass() == [])
      if isTouched {
        stage.engine.edit(.appearance(SceneAppearance(opacity: 0.9), of: row))
      }
      stage.engine.edit(.move(row, to: list))
      #expect(stage.pass() == ["A enters"], "touched: \(isTouched)")
      if isTouched { stage.engine.edit(.appearance(.plain, of: row)) }
      stage.engine.edit(.move(row, to: stage.feed))
      #expect(stage.pass() == ["A leaves (out of viewport)"], "touched: \(isTouched)")
    }
  }

  @Test func `moving a viewport's ancestor updates its targets`() {
    var stage = Stage()
    let frame = LayoutRect(x: 0, y: 0, width: 400, height: 600)
    let hidden = stage.engine.add(
      SceneContainer(frame: frame, appearance: SceneAppearance(isHidden: true)), to: stage.root)
    let card = stage.engine.add(SceneContainer(frame: frame), to: stage.root)
    let list = stage.engine.add(.scrollView(frame: frame), to: card)
    let viewport = stage.engine.add(VisibilityViewport(list))
    stage.engine.watch(stage.target("A", .square(y: 0), in: list), .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.move(card, to: hidden))
    #expect(stage.pass() == ["A leaves (hidden)"])
    stage.engine.edit(.move(card, to: stage.feed))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `ancestors count the covers below them`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let a = scene.add(SceneContainer(frame: .square(y: 0)), to: scene.root)
    let b = scene.add(SceneContainer(frame: .square(y: 0)), to: scene.root)
    let inner = scene.add(SceneContainer(frame: .square(y: 0)), to: a)
    let cover = scene.add(SceneCover(frame: .square(y: 0)), to: inner)
    func counts() -> [UInt32] {
      [scene.root, a, b, inner].map { scene.containers[Slot(of: $0)].coverCount }
    }
    #expect(counts() == [1, 1, 0, 1])
    scene.move(inner, to: b)
    #expect(counts() == [1, 0, 1, 1])
    scene.move(cover, to: a)
    #expect(counts() == [1, 1, 0, 0])
    scene.remove(cover)
    #expect(counts() == [0, 0, 0, 0])
  }

  @Test func `setting the same values is not a change`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 200))
    let c = scene.add(.scrollView(frame: .square(y: 0)), to: scene.root)
    let t = scene.add(SceneTarget(frame: .square(y: 7)), to: c)
    let v = scene.add(SceneCover(frame: .square(y: 7)), to: c)
    let version = scene.changes.version
    scene.setFrame(.square(y: 7), of: t)
    scene.setAppearance(.plain, of: t)
    scene.setContentOffset(.zero, of: c)
    scene.setFrame(.square(y: 0), of: c)
    scene.setAppearance(.plain, of: c)
    scene.set(SceneCover(frame: .square(y: 7)), for: v)
    #expect(scene.changes.version == version)
  }

  @Test func `opacity outside 0 to 1 is clamped, and NaN counts as 1`() {
    let pairs: [(Double, Double)] = [
      (-1, 0), (0, 0), (0.3, 0.3), (1, 1), (7, 1), (.nan, 1), (-.infinity, 0), (.infinity, 1),
    ]
    for (given, expected) in pairs {
      #expect(SceneAppearance(opacity: given).effectiveOpacity == expected)
    }
  }

  @Test func `registration order survives renumbering`() {
    var stage = Stage()
    let names = ["A", "B", "C", "D", "E", "F"]
    stage.engine.scene.nextOrder = .max - 3
    var targets: [TargetID] = []
    for name in names {
      let target = stage.target(name, .square(y: 0, side: 10))
      stage.engine.watch(target, .fully)
      targets.append(target)
      if name == "B" {
        // A gap, and a removed target that has not been reported as left yet.
        stage.target("gone", .square(y: 0))
      }
    }
    #expect(stage.engine.scene.nextOrder < 100)
    #expect(stage.pass() == names.map { "\($0) enters" })
    stage.engine.scene.nextOrder = .max
    stage.engine.edit(.remove(targets[1]))
    stage.engine.watch(stage.target("G", .square(y: 0, side: 10)), .fully)
    stage.engine.edit(.frame(.square(y: 9000), of: targets[0]))
    stage.engine.edit(.frame(.square(y: 9000), of: targets[2]))
    #expect(
      stage.pass() == [
        "A leaves (out of viewport)", "B leaves (removed)", "C leaves (out of viewport)",
        "G enters",
      ])
  }

  @Test func `covers stay on top after renumbering`() {
    var stage = Stage()
    stage.engine.scene.nextOrder = .max - 2
    stage.engine.watch(stage.target("A", .square(y: 0)), .anyPixel)
    stage.cover(.square(y: 0))
    stage.engine.watch(stage.target("B", .square(y: 0)), .anyPixel)
    #expect(stage.pass() == ["B enters"])
  }

  @Test func `resetting an appearance to plain frees its slot`() {
    var scene = VisibilityScene(size: LayoutSize(width: 100, height: 100))
    let target = scene.add(SceneTarget(frame: .square(y: 0)), to: scene.root)
    for _ in 0..<10 {
      scene.setAppearance(SceneAppearance(opacity: 0.5), of: target)
      scene.setAppearance(.plain, of: target)
    }
    // The shared plain appearance and one more.
    #expect(scene.appearances.records.count == 2)
  }
}
