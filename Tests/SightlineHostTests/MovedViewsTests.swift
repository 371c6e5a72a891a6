import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

@MainActor
@Suite struct MovedViewsTests {
  private let tree = Boxes()
  private let window: MirroredWindow
  private var mirror: ViewMirror { window.mirror }

  init() {
    tree.parents = ["a": "window", "b": "window", "leaf": "a"]
    window = .shown(root: "window", of: tree)
  }

  private func container(of target: TargetID) -> ContainerID {
    window.engine.scene.container(of: target)
  }

  private func move(_ view: String, _ parent: String?) {
    tree.parents[ViewKey(name: view)] = parent.map { ViewKey(name: $0) }
  }

  @Test func `an unmoved view is not changed`() throws {
    let target = try #require(mirror.add("leaf"))
    let before = container(of: target)
    mirror.synchronize()
    #expect(mirror.takeLost().isEmpty)
    #expect(container(of: target) == before)
  }

  @Test func `a target follows its view to another parent`() throws {
    let target = try #require(mirror.add("leaf"))
    tree.parents["leaf"] = "b"
    mirror.synchronize()
    #expect(mirror.takeLost().isEmpty)
    #expect(container(of: target) == mirror.existingContainer(for: "b"))
  }

  @Test func `a container follows its view along with its contents`() throws {
    let target = try #require(mirror.add("leaf"))
    tree.parents["a"] = "b"
    mirror.synchronize()
    #expect(mirror.takeLost().isEmpty)
    let moved = try #require(mirror.existingContainer(for: "a"))
    #expect(window.engine.scene.parent(of: moved) == mirror.existingContainer(for: "b"))
    #expect(container(of: target) == moved)
  }

  @Test func `removing a container loses its contents`() throws {
    tree.parents["other"] = "a"
    let targets = [try #require(mirror.add("leaf")), try #require(mirror.add("other"))]
    tree.parents["a"] = nil
    mirror.synchronize()
    #expect(Set(mirror.takeLost().map(\.target)) == Set(targets))
  }

  @Test func `a view moved out before its container's removal is followed`() throws {
    for (view, parent) in [("inner", "a"), ("deep", "inner"), ("stays", "inner")] {
      move(view, parent)
    }
    let (leaf, deep) = (try #require(mirror.add("leaf")), try #require(mirror.add("deep")))
    let stays = try #require(mirror.add("stays"))
    for (view, parent) in [("a", nil), ("leaf", "b"), ("deep", "b")] { move(view, parent) }
    mirror.synchronize()
    #expect(mirror.takeLost().map(\.target) == [stays])
    #expect(container(of: leaf) == mirror.existingContainer(for: "b"))
    #expect(container(of: deep) == mirror.existingContainer(for: "b"))
  }

  @Test func `an inner container moved out of a removed one is followed`() throws {
    for (view, parent) in [("inner", "a"), ("deep", "inner")] { move(view, parent) }
    let deep = try #require(mirror.add("deep"))
    for (view, parent) in [("a", nil), ("inner", "b")] { move(view, parent) }
    mirror.synchronize()
    #expect(mirror.takeLost().isEmpty)
    #expect(container(of: deep) == mirror.existingContainer(for: "inner"))
    #expect(mirror.existingContainer(for: "a") == nil)
  }

  @Test func `a released view is reported`() throws {
    let target = try #require(mirror.add("leaf"))
    tree.parents["leaf"] = nil
    mirror.synchronize()
    #expect(mirror.takeLost().map(\.target) == [target])
    #expect(mirror.takeLost().isEmpty)
  }
}

@MainActor
private final class Boxes: ViewTree {
  var parents: [ViewKey: ViewKey] = [:]

  func parent(of view: ViewKey) -> ViewKey? { parents[view] }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    ViewReading(frame: LayoutRect(x: 0, y: 0, width: 50, height: 50))
  }

  var reportsChanges: Bool { false }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }
}
