package import SightlineCore

/// Mirrors a window's views into a tracker's scene: each tracked view as a target, each of its
/// ancestors as a container, and the views over them as covers.
///
/// ``synchronize(_:)`` reads possible changes. It walks down from the window and skips containers
/// that cannot show. Finding changes inside a container depends on the toolkit
/// (``ViewTree/reportsChanges``):
///
/// - If the toolkit reports changes, a container with many children is read only if the toolkit
///   reports a possible change in it.
/// - Otherwise the mirror reads the children that can show, which it finds with the scene's index,
///   and a few of the others in turn. It reads all of them when the container's size or number of
///   children changes, when a child that can show moves, and once more before the app comes to rest
///   (``isSettled``).
///
/// Either way, a frame that only scrolls costs the depth of the tree and the views on screen, not
/// the number of views.
///
/// Invariants:
/// 1. The parent of a node is the node of the view's parent; the root's node is the window.
/// 2. A node other than the root's holds at least one node or target, is kept, or is removed by the
///    next ``synchronize(_:)``, so recycled rows keep their nodes.
/// 3. A node's reading equals the scene's values, except in clipped containers off screen and, if
///    the toolkit does not report changes, for children off screen until the mirror is settled.
@MainActor
package final class ViewMirror {
  package let tree: any ViewTree
  package let tracker: VisibilityTracker
  package let root: ViewKey
  let reportsChanges: Bool
  /// The number of views that the last ``synchronize(_:)`` read.
  @exclusivity(unchecked) package internal(set) var readCount = 0
  /// Whether the last ``synchronize(_:)`` found a view that differed from its previous reading.
  package internal(set) var hasChanged = false
  /// Whether everything has been read since the last possible change.
  package internal(set) var isSettled = true

  // A frame accesses these for every view it reads, and exclusivity checks took a quarter of its
  // time. No access to them spans a call to other code.
  @exclusivity(unchecked) var nodes = SlotTable<MirrorNode>()
  @exclusivity(unchecked) var leaves = SlotTable<MirrorLeaf>()
  /// The leaf readings that consist of more than a frame.
  @exclusivity(unchecked) var leafDetails = SlotTable<ViewReading>()
  /// Nodes by `ContainerID.index`.
  @exclusivity(unchecked) var nodeOfContainer: ContiguousArray<Slot<MirrorNode>> = []
  /// Leaves by `TargetID.index`.
  @exclusivity(unchecked) var leafOfTarget: ContiguousArray<Slot<MirrorLeaf>> = []
  var nodeOfView: [ViewKey: Slot<MirrorNode>] = [:]
  /// The window's node.
  let rootNode: Slot<MirrorNode>
  /// Views whose nodes are kept even when empty; see ``keepContainers(for:)``.
  var keptViews: Set<ViewKey> = []
  /// Views whose readings are held; see ``hold(_:)``.
  var heldViews: Set<ViewKey> = []
  /// Nodes that may have become empty.
  var emptied: [Slot<MirrorNode>] = []
  /// Nodes that are viewports, except the window.
  var viewportNodes: [Slot<MirrorNode>] = []
  /// Whether a view may have a viewport other than the window, so its viewport must be checked
  /// after a move. Never becomes false again.
  package var hasViewports = false

  // The state of one ``synchronize(_:)``.

  /// The nodes whose contents have yet to be visited.
  @exclusivity(unchecked) var pending: [(node: Slot<MirrorNode>, showing: Showing)] = []
  /// The number of calls of ``synchronize(_:)``.
  var visit = 0
  /// The nodes whose contents the last call visited.
  var visited: ContiguousArray<Slot<MirrorNode>> = []
  /// The nodes that the call before visited, and those moved in this one. Their former contents may
  /// have moved too.
  var leaving: ContiguousArray<Slot<MirrorNode>> = []
  var nearTargets: ContiguousArray<UInt32> = []
  var nearContainers: ContiguousArray<UInt32> = []
  /// Views found under another parent.
  var strays: [MirrorChild] = []
  var lost: [TargetID] = []
  /// Views that were found under another parent and followed.
  var moved: [MirrorChild] = []
  var sweepPosition = 0
  /// The containers that the last call read and that cannot show.
  var hidden: ContiguousArray<Slot<MirrorNode>> = []
  /// The containers below the hidden ones, in the order each round reads them. The order is stable
  /// while containers come and go; otherwise a container read first in one round and last in the
  /// next would wait for two rounds.
  var hiddenRound: ContiguousArray<Slot<MirrorNode>> = []
  /// The next one to read.
  var roundPosition = 0
  /// The number of containers already read that stay for the next round, at the front.
  var roundKept = 0
  /// The fraction of a round that the next call reads.
  var sweepShare = 0.0

  /// Creates the mirror of a window whose container is the scene's root.
  package init(root: ViewKey, tree: any ViewTree, tracker: VisibilityTracker) {
    self.root = root
    self.tree = tree
    self.tracker = tracker
    reportsChanges = tree.reportsChanges
    let container = tracker.engine.scene.root
    let values = tracker.engine.scene.container(container)
    rootNode = nodes.insert(
      MirrorNode(
        root, in: .none,
        ViewReading(frame: values.frame, clip: values.clip, appearance: values.appearance),
        container))
    nodeOfView[root] = rootNode
    setNode(rootNode, of: container)
  }

  // MARK: Targets

  /// The number of targets.
  package var leafCount: Int { leaves.count }

  /// The targets, in no particular order.
  package var targets: some Sequence<TargetID> {
    leaves.places.lazy.map { self.leaves[Slot($0)] }.filter { $0.node != .none }.map(\.target)
  }

  /// Adds a view's target, and containers for ancestors that have none yet.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - tracked: notified if the view is found to have left the window.
  /// - Returns: the target, or `nil` if the view is not inside the window.
  package func add(_ view: ViewKey, for tracked: TrackedView? = nil) -> TargetID? {
    guard let node = homeNode(of: view) else { return nil }
    // The view stays hidden until the next frame has laid it out. An infinite frame means that a
    // view that turns out to be plain never needs details. Where changes are reported, the window
    // may be recorded, and a trace holds no infinite frames.
    let reading =
      reportsChanges
      ? ViewReading(frame: .zero, appearance: SceneAppearance(isHidden: true)) : .unmeasurable
    let target = tracker.engine.add(
      SceneTarget(frame: reading.area, appearance: reading.appearance), to: nodes[node].container)
    let leaf = leaves.insert(
      MirrorLeaf(
        view: view, node: node, position: 0, target: target, frame: reading.frame, tracked: tracked)
    )
    setReading(reading, of: leaf)
    attach(leaf, to: node)
    while leafOfTarget.count <= Int(target.index) { leafOfTarget.appendTightly(.none) }
    leafOfTarget[Int(target.index)] = leaf
    tracker.requestPass()
    return target
  }

  /// Adds a view's target and places a tracked view at it.
  ///
  /// - Returns: false if the view is not inside the window.
  func place(_ tracked: TrackedView, at view: ViewKey) -> Bool {
    guard let target = add(view, for: tracked) else { return false }
    tracked.place(at: TrackedView.Place(tracker: tracker, target: target, mirror: self))
    return true
  }

  /// Forgets a target that has been removed from the scene.
  package func forget(_ target: TargetID) {
    guard let leaf = leaf(of: target) else { return }
    leafOfTarget[Int(target.index)] = .none
    detach(leaf)
    releaseDetails(of: leaf)
    leaves[leaf].node = .none
    leaves[leaf].tracked = nil
    leaves.release(leaf)
  }

  /// Moves a target to another view that shows the same item, such as a recycled row.
  ///
  /// - Returns: false if that view is not inside the window, in which case the target is unchanged.
  package func move(_ target: TargetID, to view: ViewKey) -> Bool {
    guard let leaf = leaf(of: target), let node = homeNode(of: view) else { return false }
    let oldNode = leaves[leaf].node
    detach(leaf)
    leaves[leaf].view = view
    leaves[leaf].node = node
    attach(leaf, to: node)
    if oldNode != node { tracker.engine.move(target, to: nodes[node].container) }
    read(leaf, inFull: true)
    tracker.requestPass()
    return true
  }

  func leaf(of target: TargetID) -> Slot<MirrorLeaf>? {
    let index = Int(target.index)
    guard index < leafOfTarget.count, leafOfTarget[index] != .none else { return nil }
    let leaf = leafOfTarget[index]
    return leaves[leaf].target == target ? leaf : nil
  }

  private func attach(_ leaf: Slot<MirrorLeaf>, to node: Slot<MirrorNode>) {
    leaves[leaf].position = Int32(nodes[node].targets.count)
    nodes[node].targets.appendTightly(leaf)
    noteFresh(.leaf(leaf), in: node)
  }

  private func detach(_ leaf: Slot<MirrorLeaf>) {
    let (node, position) = (leaves[leaf].node, leaves[leaf].position)
    let last = nodes[node].targets.removeLast()
    if last != leaf {
      nodes[node].targets[Int(position)] = last
      leaves[last].position = position
    }
    if nodes[node].isEmpty { emptied.append(node) }
  }

  // MARK: Readings

  /// Returns the last reading of a tracked view.
  func reading(of leaf: Slot<MirrorLeaf>) -> ViewReading {
    let details = leaves[leaf].details
    return details == .none ? ViewReading(frame: leaves[leaf].frame) : leafDetails[details]
  }

  func setReading(_ reading: ViewReading, of leaf: Slot<MirrorLeaf>) {
    leaves[leaf].frame = reading.frame
    if reading == ViewReading(frame: reading.frame) {
      releaseDetails(of: leaf)
    } else if leaves[leaf].details != .none {
      leafDetails[leaves[leaf].details] = reading
    } else {
      leaves[leaf].details = leafDetails.insert(reading)
    }
  }

  private func releaseDetails(of leaf: Slot<MirrorLeaf>) {
    if leaves[leaf].details != .none { leafDetails.release(leaves[leaf].details) }
    leaves[leaf].details = .none
  }
}
