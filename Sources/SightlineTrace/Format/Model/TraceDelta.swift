public import SightlineCore

/// Changes of the scene in one step. A node is listed at most once on a line.
///
/// Nodes may come in any order: a parent may stand after its children. What counts is that the scene
/// is whole once the line has been carried out.
public struct TraceDelta: Equatable, Sendable {
  /// The step in which it happened.
  public var step: Int
  /// The nodes that change, and how.
  public var set: [TraceNodePatch]
  /// The nodes that come.
  public var add: [TraceNode]
  /// The nodes that go, each with every node of its subtree that has not moved out of it.
  public var remove: [Int]

  /// Creates a line of changes.
  public init(
    step: Int, set: [TraceNodePatch] = [], add: [TraceNode] = [], remove: [Int] = []
  ) {
    self.step = step
    self.set = set
    self.add = add
    self.remove = remove
  }
}

/// How one node changes.
public struct TraceNodePatch: Equatable, Sendable {
  /// The node's number.
  public var id: Int
  /// The node's new parent; `nil` to stay.
  public var parent: Int?
  /// The new frame; `nil` to stay.
  public var frame: LayoutRect?
  /// What becomes of ``TraceNode/clip``.
  public var clip: TracePatch<LayoutRect>
  /// What becomes of ``TraceNode/scroll``.
  public var scroll: TracePatch<LayoutPoint>
  /// What becomes of ``TraceNode/transform``.
  public var transform: TracePatch<LayoutTransform>
  /// What becomes of ``TraceNode/opacity``.
  public var opacity: TracePatch<Double>
  /// What becomes of ``TraceNode/isHidden``.
  public var isHidden: TracePatch<Bool>
  /// What becomes of ``TraceNode/isFixed``.
  public var isFixed: TracePatch<Bool>
  /// What becomes of ``TraceNode/isGone``.
  public var isGone: TracePatch<Bool>
  /// What becomes of ``TraceNode/z``.
  public var z: TracePatch<Int>
  /// What becomes of ``TraceNode/cover``.
  public var cover: TracePatch<TraceNode.Cover>
  /// What becomes of ``TraceNode/isContainer``.
  public var isContainer: TracePatch<Bool>
  /// What becomes of ``TraceNode/isTarget``.
  public var isTarget: TracePatch<Bool>
  /// What becomes of ``TraceNode/isShift``.
  public var isShift: TracePatch<Bool>

  /// Creates a patch that changes nothing.
  public init(_ id: Int) {
    self.id = id
    parent = nil
    frame = nil
    clip = .keep
    scroll = .keep
    transform = .keep
    opacity = .keep
    isHidden = .keep
    isFixed = .keep
    isGone = .keep
    z = .keep
    cover = .keep
    isContainer = .keep
    isTarget = .keep
    isShift = .keep
  }

  /// Creates the patch that turns one state of a node into another; `nil` where they are the same.
  public init?(from old: TraceNode, to new: TraceNode) {
    precondition(old.id == new.id, "a patch is between two states of one node")
    if old == new { return nil }
    self.init(new.id)
    parent = old.parent == new.parent ? nil : new.parent
    frame = old.frame == new.frame ? nil : new.frame
    clip = .change(from: old.clip, to: new.clip)
    scroll = .change(from: old.scroll, to: new.scroll)
    transform = .change(from: old.transform, to: new.transform)
    opacity = .change(from: old.opacity, to: new.opacity, default: 1)
    isHidden = .change(from: old.isHidden, to: new.isHidden, default: false)
    isFixed = .change(from: old.isFixed, to: new.isFixed, default: false)
    isGone = .change(from: old.isGone, to: new.isGone, default: false)
    z = .change(from: old.z, to: new.z, default: 0)
    cover = .change(from: old.cover, to: new.cover)
    isContainer = .change(from: old.isContainer, to: new.isContainer, default: false)
    isTarget = .change(from: old.isTarget, to: new.isTarget, default: false)
    isShift = .change(from: old.isShift, to: new.isShift, default: false)
  }

  /// The node after the change.
  public func applied(to node: TraceNode) -> TraceNode {
    var node = node
    node.parent = parent ?? node.parent
    node.frame = frame ?? node.frame
    node.clip = clip.applied(to: node.clip)
    node.scroll = scroll.applied(to: node.scroll)
    node.transform = transform.applied(to: node.transform)
    node.opacity = opacity.applied(to: node.opacity, default: 1)
    node.isHidden = isHidden.applied(to: node.isHidden, default: false)
    node.isFixed = isFixed.applied(to: node.isFixed, default: false)
    node.isGone = isGone.applied(to: node.isGone, default: false)
    node.z = z.applied(to: node.z, default: 0)
    node.cover = cover.applied(to: node.cover)
    node.isContainer = isContainer.applied(to: node.isContainer, default: false)
    node.isTarget = isTarget.applied(to: node.isTarget, default: false)
    node.isShift = isShift.applied(to: node.isShift, default: false)
    return node
  }
}
