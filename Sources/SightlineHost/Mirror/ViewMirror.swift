package import SightlineCore

/// Mirrors a window's views into a tracker's scene: each tracked view as a target, each of its
/// ancestors as a container, the views that lie over them as covers.
///
/// ``synchronize(_:)`` reads what may have changed. It walks down from the window and skips
/// containers of which nothing can show. How it finds what changed inside a container depends on
/// the toolkit (``ViewTree/reportsChanges``):
///
/// - Where the toolkit reports changes, a container with many children is read only if the toolkit
///   says that something in it may have changed.
/// - Where it does not, the mirror reads the children that can show, which it finds by the scene's
///   index, and a few of the others in turn. It reads all of them when the container has another
///   size or another number of children, when one that can show moved, and once more before the app
///   comes to rest (``isSettled``).
///
/// Either way a frame that only scrolls costs the depth of the tree and what is on screen, not the
/// number of views.
///
/// Invariants:
/// 1. The parent of a node is the node of the view's parent; the root's node is the window.
/// 2. A node other than the root's holds at least one node or target, or is kept, or goes with the
///    next ``synchronize(_:)``: rows that are recycled keep theirs.
/// 3. A node's reading is what the scene holds, except in clipped containers off screen and, where
///    the toolkit reports no changes, for children off screen until the mirror is settled.
@MainActor
package final class ViewMirror {
  package let tree: any ViewTree
  package let tracker: VisibilityTracker
  package let root: ViewKey
  let reportsChanges: Bool
  /// How many views the last ``synchronize(_:)`` read.
  @exclusivity(unchecked) package internal(set) var readCount = 0
  /// Whether the last ``synchronize(_:)`` found a view that differed from what was read before.
  package internal(set) var hasChanged = false
  /// Whether everything was read since something may have changed.
  package internal(set) var isSettled = true

  // A frame accesses these for every view that it reads, and checks of exclusive access took a
  // quarter of its time. Nothing holds an access to them while it calls anything else.
  @exclusivity(unchecked) var nodes = SlotTable<MirrorNode>()
  @exclusivity(unchecked) var leaves = SlotTable<MirrorLeaf>()
  /// The readings of leaves that are more than a frame.
  @exclusivity(unchecked) var leafDetails = SlotTable<ViewReading>()
  /// By `ContainerID.index`.
  @exclusivity(unchecked) var nodeOfContainer: ContiguousArray<Slot<MirrorNode>> = []
  /// By `TargetID.index`.
  @exclusivity(unchecked) var leafOfTarget: ContiguousArray<Slot<MirrorLeaf>> = []
  var nodeOfView: [ViewKey: Slot<MirrorNode>] = [:]
  /// The window's node.
  let rootNode: Slot<MirrorNode>
  /// Views whose nodes stay even if they hold nothing: see ``keepContainers(for:)``.
  var keptViews: Set<ViewKey> = []
  /// Nodes that may have become empty.
  var emptied: [Slot<MirrorNode>] = []
  /// Nodes that are viewports, apart from the window.
  var viewportNodes: [Slot<MirrorNode>] = []

  // The state of one ``synchronize(_:)``.

  /// The nodes whose contents are still to be visited.
  @exclusivity(unchecked) var pending: [(node: Slot<MirrorNode>, showing: Showing)] = []
  /// Counts the calls of ``synchronize(_:)``.
  var visit = 0
  /// The nodes whose contents the last call visited.
  var visited: ContiguousArray<Slot<MirrorNode>> = []
  var nearTargets: ContiguousArray<UInt32> = []
  var nearContainers: ContiguousArray<UInt32> = []
  /// Views found under another parent.
  var strays: [MirrorChild] = []
  var lost: [TargetID] = []
  var sweepPosition = 0

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

  /// How many targets it mirrors.
  package var leafCount: Int { leaves.count }

  /// The targets that it mirrors, in no particular order.
  package var targets: some Sequence<TargetID> {
    leaves.places.lazy.map { self.leaves[Slot($0)] }.filter { $0.node != .none }.map(\.target)
  }

  /// Adds a view's target, with containers for those of its ancestors that have none yet.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - tracked: notified if the view is found to have left the window.
  /// - Returns: the target, or `nil` if the view is not inside the window.
  package func add(_ view: ViewKey, for tracked: TrackedView? = nil) -> TargetID? {
    guard let node = homeNode(of: view) else { return nil }
    // Nothing of it shows until the next frame has laid it out. An infinite frame keeps a view that
    // is plain afterwards from ever needing details; where changes are reported the window may be
    // recorded, and a trace holds no infinite frames.
    let reading =
      reportsChanges
      ? ViewReading(frame: .zero, appearance: SceneAppearance(isHidden: true)) : .unmeasurable
    let target = tracker.engine.scene.add(
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

  /// Forgets a target that was removed from the scene.
  package func forget(_ target: TargetID) {
    guard let leaf = leaf(of: target) else { return }
    leafOfTarget[Int(target.index)] = .none
    detach(leaf)
    releaseDetails(of: leaf)
    leaves[leaf].node = .none
    leaves[leaf].tracked = nil
    leaves.release(leaf)
  }

  /// Lets a target go on with another view that shows the same item: a row that was recycled.
  ///
  /// - Returns: false if that view is not inside the window; the target is as it was then.
  package func move(_ target: TargetID, to view: ViewKey) -> Bool {
    guard let leaf = leaf(of: target), let node = homeNode(of: view) else { return false }
    let oldNode = leaves[leaf].node
    detach(leaf)
    leaves[leaf].view = view
    leaves[leaf].node = node
    attach(leaf, to: node)
    if oldNode != node { tracker.engine.scene.move(target, to: nodes[node].container) }
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

  /// How a tracked view was read last.
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
