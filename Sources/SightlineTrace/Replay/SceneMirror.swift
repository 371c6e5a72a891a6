import SightlineCore

/// An engine whose scene mirrors a trace's nodes.
///
/// A trace node may be a container, a target and a cover at once. Parts are created as needed: a
/// container once the node has children, clips, scrolls or is a viewport; a target once it is
/// watched. A node's clip and scrolling don't apply to its own target, so the target is placed
/// beside the container, at the same position. A *gone* node has no measurable frame.
struct SceneMirror {
  private struct Place {
    /// The node's current parent: later changes on the same line may move it.
    var parent: Int?
    var container: ContainerID?
    var target: TargetID?
    var cover: CoverID?
  }

  /// The nodes of new parts, by kind, in order of creation.
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

  /// The engine. Only the mirror edits the scene's parts.
  let engine = VisibilityEngine(scene: VisibilityScene(size: .zero))
  private let ignoresCovers: Bool
  private var places: [Int: Place] = [:]
  /// The number of removed targets by node number.
  private var departed: [Int: Int] = [:]
  /// The nodes of parts created since the session last took them; `nil` if not recorded.
  var newNodes: NewNodes?

  init(ignoresCovers: Bool = false) { self.ignoresCovers = ignoresCovers }

  /// Returns the index of a node's current or next target among those with its number, 0 for the
  /// first.
  func incarnation(of node: Int) -> Int { departed[node] ?? 0 }

  // MARK: Changes

  mutating func apply(_ changes: [TraceSceneChange], of trace: TraceScene) {
    for change in changes {
      switch change {
      case .add(let node):
        places[node.id] = Place(
          parent: node.parent, container: node.id == TraceNode.rootID ? engine.root : nil)
        update(node, trace)
      case .set(let new, let old):
        let home = container(for: new.parent ?? TraceNode.rootID, trace)
        places[new.id]?.parent = new.parent
        update(new, movingTo: new.parent == old.parent ? nil : home, trace)
      case .remove(let id): remove(id)
      }
    }
  }

  /// Updates a node's parts, after a move to another container, and creates those it now needs.
  private mutating func update(
    _ node: TraceNode, movingTo home: ContainerID? = nil, _ trace: TraceScene
  ) {
    guard let place = places[node.id] else { return }
    if let container = place.container {
      if let home { engine.edit(.move(container, to: home)) }
      engine.edit(.container(SceneMirror.container(node), for: container))
    } else if node.isContainer || node.clip != nil || node.scroll != nil {
      _ = container(for: node.id, trace)
    }
    if let target = place.target {
      if let home { engine.edit(.move(target, to: home)) }
      engine.edit(.frame(SceneMirror.frame(node), of: target))
      engine.edit(.appearance(SceneMirror.targetAppearance(node), of: target))
    }
    if node.id == TraceNode.rootID { return }
    if place.target == nil, node.isTarget {
      _ = target(for: node.id, trace)
    }
    switch (place.cover, node.cover) {
    case (let cover?, .some):
      if let home { engine.edit(.move(cover, to: home)) }
      engine.edit(.cover(SceneMirror.cover(node), for: cover))
    case (let cover?, nil):
      engine.edit(.remove(cover))
      places[node.id]?.cover = nil
    case (nil, .some): addCover(node, trace)
    case (nil, nil): break
    }
  }

  private mutating func remove(_ id: Int) {
    guard let place = places.removeValue(forKey: id) else { return }
    if let target = place.target {
      departed[id, default: 0] += 1
      engine.edit(.remove(target))
    }
    if let cover = place.cover { engine.edit(.remove(cover)) }
    if let container = place.container { engine.edit(.remove(container)) }
  }

  // MARK: Parts of a node

  /// Returns the container of a node, creating it on first use.
  mutating func container(for id: Int, _ trace: TraceScene) -> ContainerID {
    if let container = places[id]?.container { return container }
    // A later change on the same line may move a node into one that the line adds.
    guard let place = places[id], let node = trace.node(id) else { return engine.root }
    let parent = container(for: place.parent ?? TraceNode.rootID, trace)
    let container = engine.add(SceneMirror.container(node), to: parent)
    places[id]?.container = container
    newNodes?.containers.append(id)
    return container
  }

  /// Returns the target of a node, creating it on first use, or `nil` if the node doesn't exist.
  mutating func target(for id: Int, _ trace: TraceScene) -> TargetID? {
    if let target = places[id]?.target { return target }
    guard let node = trace.node(id) else { return nil }
    let parent = container(for: places[id]?.parent ?? TraceNode.rootID, trace)
    let target = engine.add(
      SceneTarget(frame: SceneMirror.frame(node), appearance: SceneMirror.targetAppearance(node)),
      to: parent)
    places[id]?.target = target
    newNodes?.targets.append(id)
    return target
  }

  private mutating func addCover(_ node: TraceNode, _ trace: TraceScene) {
    if ignoresCovers { return }
    let parent = container(for: places[node.id]?.parent ?? TraceNode.rootID, trace)
    places[node.id]?.cover = engine.add(SceneMirror.cover(node), to: parent)
    newNodes?.covers.append(node.id)
  }

  // MARK: Values

  private static func frame(_ node: TraceNode) -> LayoutRect {
    node.isGone ? LayoutRect(x: .nan, y: .nan, width: .nan, height: .nan) : node.frame
  }

  private static func appearance(_ node: TraceNode) -> SceneAppearance {
    SceneAppearance(
      opacity: node.opacity, isHidden: node.isHidden, transform: node.transform ?? .identity,
      zIndex: Int32(clamping: node.z), isPinned: node.isFixed, countsDwell: !node.isIdle)
  }

  /// The appearance of a node's target. The root has no parent, so its target lies in the root
  /// itself, beside its content.
  private static func targetAppearance(_ node: TraceNode) -> SceneAppearance {
    node.id == TraceNode.rootID
      ? SceneAppearance(isPinned: true, countsDwell: !node.isIdle) : appearance(node)
  }

  private static func container(_ node: TraceNode) -> SceneContainer {
    var container = SceneContainer(
      frame: frame(node), clip: node.clip.map { .rect($0) } ?? .none,
      contentOffset: node.scroll ?? .zero, scrolls: node.scroll != nil && !node.isShift,
      appearance: appearance(node))
    container.scrollSource = node.isScrolledByApp ? .app : .reader
    return container
  }

  private static func cover(_ node: TraceNode) -> SceneCover {
    SceneCover(
      frame: frame(node), appearance: appearance(node), isFriendly: node.cover == .friendly)
  }
}
