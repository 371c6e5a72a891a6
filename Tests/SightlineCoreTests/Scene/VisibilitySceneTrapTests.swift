import Testing

@testable import SightlineCore

/// Programmer errors stop the program at their source.
@Suite struct SceneTrapTests {
  @Test func `a removed target cannot be used`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneTarget(frame: .zero), to: scene.root)
      scene.remove(id)
      scene.setFrame(.zero, of: id)
    }
  }

  @Test func `a target cannot be removed twice`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneTarget(frame: .zero), to: scene.root)
      scene.remove(id)
      scene.remove(id)
    }
  }

  @Test func `a stale handle does not refer to its slot's new occupant`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let old = scene.add(SceneTarget(frame: .zero), to: scene.root)
      scene.remove(old)
      _ = scene.add(SceneTarget(frame: .zero), to: scene.root)
      _ = scene.target(old)
    }
  }

  @Test func `a target removed with its container cannot be used`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let container = scene.add(SceneContainer(frame: .zero), to: scene.root)
      let id = scene.add(SceneTarget(frame: .zero), to: container)
      scene.remove(container)
      scene.setAppearance(SceneAppearance(opacity: 0), of: id)
    }
  }

  @Test func `nothing can be added to a removed container`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneContainer(frame: .zero), to: scene.root)
      scene.remove(id)
      _ = scene.add(SceneTarget(frame: .zero), to: id)
    }
  }

  @Test func `a removed cover cannot be used`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneCover(frame: .zero), to: scene.root)
      scene.remove(id)
      scene.move(id, to: scene.root)
    }
  }

  @Test func `a removed target cannot be watched`() async {
    await #expect(processExitsWith: .failure) {
      let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 9, height: 9)))
      let id = engine.add(SceneTarget(frame: .zero), to: engine.root)
      engine.edit(.remove(id))
      engine.watch(id, .fully)
    }
  }

  @Test func `a watch cannot be ended twice`() async {
    await #expect(processExitsWith: .failure) {
      let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 9, height: 9)))
      let id = engine.add(SceneTarget(frame: .zero), to: engine.root)
      let watch = engine.watch(id, .fully)
      engine.edit(.unwatch(watch))
      engine.edit(.unwatch(watch))
    }
  }

  @Test func `a removed viewport cannot be used`() async {
    await #expect(processExitsWith: .failure) {
      let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 9, height: 9)))
      let viewport = engine.add(VisibilityViewport(engine.scene.root))
      engine.edit(.removeViewport(viewport))
      engine.edit(.margins(.points(1), of: viewport))
    }
  }

  @Test func `the window's viewport cannot be removed`() async {
    await #expect(processExitsWith: .failure) {
      let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 9, height: 9)))
      engine.edit(.removeViewport(engine.window))
    }
  }

  @Test func `the root cannot be removed`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      scene.remove(scene.root)
    }
  }

  @Test func `the root cannot be moved`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneContainer(frame: .zero), to: scene.root)
      scene.move(scene.root, to: id)
    }
  }

  @Test func `a container cannot be moved into itself`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let id = scene.add(SceneContainer(frame: .zero), to: scene.root)
      scene.move(id, to: id)
    }
  }

  @Test func `a container cannot be moved into its own descendant`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      let outer = scene.add(SceneContainer(frame: .zero), to: scene.root)
      let middle = scene.add(SceneContainer(frame: .zero), to: outer)
      let inner = scene.add(SceneContainer(frame: .zero), to: middle)
      scene.move(outer, to: inner)
    }
  }

  @Test func `containers nest 512 deep`() {
    var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
    var innermost = scene.root
    for _ in 0..<VisibilityScene.maximumDepth {
      innermost = scene.add(SceneContainer(frame: .zero), to: innermost)
    }
    #expect(scene.containerCount == 513)
  }

  @Test func `containers can be moved to a depth of 512`() {
    var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
    var innermost = scene.root
    for _ in 1..<VisibilityScene.maximumDepth {
      innermost = scene.add(SceneContainer(frame: .zero), to: innermost)
    }
    let moved = scene.add(SceneContainer(frame: .zero), to: scene.root)
    scene.move(moved, to: innermost)
    #expect(scene.parent(of: moved) == innermost)
  }

  @Test func `containers cannot nest deeper than 512`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      var innermost = scene.root
      for _ in 0...VisibilityScene.maximumDepth {
        innermost = scene.add(SceneContainer(frame: .zero), to: innermost)
      }
    }
  }

  @Test func `containers cannot be moved deeper than 512`() async {
    await #expect(processExitsWith: .failure) {
      var scene = VisibilityScene(size: LayoutSize(width: 9, height: 9))
      func chain(
        _ length: Int, in scene: inout VisibilityScene
      ) -> (first: ContainerID, last: ContainerID) {
        let first = scene.add(SceneContainer(frame: .zero), to: scene.root)
        var last = first
        for _ in 1..<length { last = scene.add(SceneContainer(frame: .zero), to: last) }
        return (first, last)
      }
      let a = chain(300, in: &scene)
      let b = chain(213, in: &scene)
      scene.move(b.first, to: a.last)
    }
  }
}
