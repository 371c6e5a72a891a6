import SightlineCore
import SightlineHost
import Testing

@MainActor
@Suite struct MovedViewsTests {
  private let tree = Boxes()
  private let mirror: ViewMirror

  init() {
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds),
      session: VisibilitySession(), wantsPass: {}, setTimer: { _ in })
    tree.parents = ["a": "window", "b": "window", "leaf": "a"]
    mirror = ViewMirror(root: "window", tree: tree, tracker: tracker)
  }

  private func container(of target: TargetID) -> ContainerID {
    mirror.tracker.engine.scene.container(of: target)
  }

  @Test func `a view that stays is left alone`() throws {
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

  @Test func `a container follows its view with what it holds`() throws {
    let target = try #require(mirror.add("leaf"))
    tree.parents["a"] = "b"
    mirror.synchronize()
    #expect(mirror.takeLost().isEmpty)
    let moved = try #require(mirror.existingContainer(for: "a"))
    #expect(mirror.tracker.engine.scene.parent(of: moved) == mirror.existingContainer(for: "b"))
    #expect(container(of: target) == moved)
  }

  @Test func `all that a taken out container held is lost`() throws {
    tree.parents["other"] = "a"
    let targets = [try #require(mirror.add("leaf")), try #require(mirror.add("other"))]
    tree.parents["a"] = nil
    mirror.synchronize()
    #expect(Set(mirror.takeLost().map(\.target)) == Set(targets))
  }

  @Test func `a view that is gone is reported`() throws {
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
