import SightlineCore

/// Keeps an engine's scene in step with a trace's nodes.
///
/// A node of a trace may be a container, a target and a cover at once. Each node gets what it
/// needs: a container once it has children, clips, scrolls or is a viewport; a target once it is
/// watched. A node's own clip and scrolling do not apply to its own target, so the target lies
/// beside the container, in the same place. A node that is *gone* has no measurable frame.
struct SceneMirror {
  private struct Place {
    var container: ContainerID?
    var target: TargetID?
    var cover: CoverID?
  }

  /// The nodes of the parts that have come, of each kind in the order in which they came.
  struct NewNodes {
    var containers: [Int] = []
    var targets: [Int] = []
    var covers: [Int] = []

    mutating func append(_ others: NewNodes) {
      containers += others.containers
      targets += others.targets
      covers += others.covers
    }
  }

  private let ignoresCovers: Bool
  private var places: [Int: Place] = [:]
  private var numbers: [TargetID: Int] = [:]
  /// The nodes of the parts since they were last taken, while somebody takes them.
  private var newNodes: NewNodes?

  init(ignoresCovers: Bool = false) { self.ignoresCovers = ignoresCovers }

  /// The node of a target; `nil` once the node is gone.
  func node(of target: TargetID) -> Int? { numbers[target] }

  /// The target of a node, if it has one.
  func target(of node: Int) -> TargetID? { places[node]?.target }

  /// Begins to note the nodes of the parts that come.
  mutating func startNotingNodes() { newNodes = NewNodes() }

  /// Hands out the nodes of the parts that have come since the last call.
  mutating func takeNewNodes() -> NewNodes {
    guard let taken = newNodes else { return NewNodes() }
    newNodes = NewNodes()
    return taken
  }

  // MARK: Changes

  /// Applies what a line of the trace changed.
  mutating func apply(
    _ changes: [TraceSceneChange], of trace: TraceScene, to scene: inout VisibilityScene
  ) {
    for change in changes {
      switch change {
      case .add(let node): add(node, trace, &scene)
      case .set(let id, let new, let old): set(id, new, old, trace, &scene)
      case .remove(let id): remove(id, &scene)
      }
    }
  }

  private mutating func add(_ node: TraceNode, _ trace: TraceScene, _ scene: inout VisibilityScene)
  {
    if node.id == TraceNode.rootID {
      places[node.id] = Place(container: scene.root)
      scene.set(SceneMirror.container(node), for: scene.root)
      return
    }
    places[node.id] = Place()
    if node.isContainer || node.clip != nil || node.scroll != nil {
      _ = container(for: node.id, trace, &scene)
    }
    if node.isTarget { _ = target(for: node.id, trace, &scene) }
    if node.cover != nil { addCover(node, trace, &scene) }
  }

  private mutating func set(
    _ id: Int, _ new: TraceNode, _ old: TraceNode, _ trace: TraceScene,
    _ scene: inout VisibilityScene
  ) {
    guard let place = places[id] else { return }
    if id == TraceNode.rootID {
      scene.set(SceneMirror.container(new), for: scene.root)
      return
    }
    let home = container(for: new.parent ?? TraceNode.rootID, trace, &scene)
    if let container = place.container {
      if new.parent != old.parent { scene.move(container, to: home) }
      scene.set(SceneMirror.container(new), for: container)
    } else if new.isContainer || new.clip != nil || new.scroll != nil {
      _ = self.container(for: id, trace, &scene)
    }
    if let target = place.target {
      if new.parent != old.parent { scene.move(target, to: home) }
      scene.setFrame(SceneMirror.frame(new), of: target)
      scene.setAppearance(SceneMirror.appearance(new), of: target)
    } else if new.isTarget {
      _ = self.target(for: id, trace, &scene)
    }
    switch (place.cover, new.cover) {
    case (let cover?, .some):
      if new.parent != old.parent { scene.move(cover, to: home) }
      scene.set(SceneMirror.cover(new), for: cover)
    case (let cover?, nil):
      scene.remove(cover)
      places[id]?.cover = nil
    case (nil, .some): addCover(new, trace, &scene)
    case (nil, nil): break
    }
  }

  private mutating func remove(_ id: Int, _ scene: inout VisibilityScene) {
    guard let place = places.removeValue(forKey: id) else { return }
    if let target = place.target {
      numbers[target] = nil
      scene.remove(target)
    }
    if let cover = place.cover { scene.remove(cover) }
    if let container = place.container { scene.remove(container) }
  }

  // MARK: Parts of a node

  /// The container of a node, created on first use.
  mutating func container(
    for id: Int, _ trace: TraceScene, _ scene: inout VisibilityScene
  ) -> ContainerID {
    if let container = places[id]?.container { return container }
    guard let node = trace.node(id) else { return scene.root }
    let parent = container(for: node.parent ?? TraceNode.rootID, trace, &scene)
    let container = scene.add(SceneMirror.container(node), to: parent)
    places[id]?.container = container
    newNodes?.containers.append(id)
    return container
  }

  /// The target of a node, created on first use; `nil` if there is no such node.
  mutating func target(
    for id: Int, _ trace: TraceScene, _ scene: inout VisibilityScene
  ) -> TargetID? {
    if let target = places[id]?.target { return target }
    guard let node = trace.node(id) else { return nil }
    // The root has no parent: as a target it is in its own content, at its own place.
    let parent = container(for: node.parent ?? TraceNode.rootID, trace, &scene)
    let target = scene.add(
      SceneTarget(frame: SceneMirror.frame(node), appearance: SceneMirror.appearance(node)),
      to: parent)
    places[id]?.target = target
    numbers[target] = id
    newNodes?.targets.append(id)
    return target
  }

  private mutating func addCover(
    _ node: TraceNode, _ trace: TraceScene, _ scene: inout VisibilityScene
  ) {
    if ignoresCovers { return }
    let parent = container(for: node.parent ?? TraceNode.rootID, trace, &scene)
    places[node.id]?.cover = scene.add(SceneMirror.cover(node), to: parent)
    newNodes?.covers.append(node.id)
  }

  // MARK: Values

  private static func frame(_ node: TraceNode) -> LayoutRect {
    node.isGone ? LayoutRect(x: .nan, y: .nan, width: .nan, height: .nan) : node.frame
  }

  private static func appearance(_ node: TraceNode) -> SceneAppearance {
    SceneAppearance(
      opacity: node.opacity, isHidden: node.isHidden, transform: node.transform ?? .identity,
      zIndex: Int32(clamping: node.z), isPinned: node.isFixed)
  }

  private static func container(_ node: TraceNode) -> SceneContainer {
    SceneContainer(
      frame: frame(node), clip: node.clip.map { .rect($0) } ?? .none,
      contentOffset: node.scroll ?? .zero, scrolls: node.scroll != nil && !node.isShift,
      appearance: appearance(node))
  }

  private static func cover(_ node: TraceNode) -> SceneCover {
    SceneCover(
      frame: frame(node), appearance: appearance(node), isFriendly: node.cover == .friendly)
  }
}
