package import SightlineCore

/// Mirrors a window's views into a tracker's scene: each tracked view as a target, each of its
/// ancestors as a container, what lies over them as covers.
///
/// ``synchronize(_:)`` reads what may have changed. It walks down from the window, and not into a
/// container that can show nothing, whatever it holds. How it finds what changed inside of a container
/// depends on the toolkit (``ViewTree/reportsChanges``):
///
/// - Where the toolkit reports changes, a container with many children is entered only if it says that
///   something in it changed.
/// - Where it does not, the children that can show are read (found by the scene's index), and a few of
///   the others in turn. All of them are read when the container has another size or another number of
///   children, when one that can show moved, and once more before the app comes to rest
///   (``isSettled``).
///
/// Either way a frame that only scrolls costs the depth of the tree and what is on screen, not the
/// number of views.
///
/// Invariants:
/// 1. The parent of a node is the node of the view's parent; the root's node is the window.
/// 2. A node other than the root's holds at least one node or target, or is kept, or goes with the next
///    ``synchronize(_:)``: rows that are recycled keep theirs.
/// 3. What a node's reading says is what the scene holds, but in clipped containers off screen, and in
///    a container that is surveyed, for children off screen until the mirror is settled.
@MainActor
package final class ViewMirror {
  package let tree: any ViewTree
  package let tracker: VisibilityTracker
  package let root: ViewKey
  /// How many views were read by the last ``synchronize(_:)``.
  @exclusivity(unchecked) package internal(set) var readCount = 0
  /// Whether the last ``synchronize(_:)`` read anything that it had not read before.
  package internal(set) var hasChanged = false
  /// Whether everything was read since something may have changed.
  package internal(set) var isSettled = true

  // A frame comes to these for every view that it reads, and checks of exclusive access took a quarter of
  // its time. Nothing holds an access to them while it calls anything else.
  @exclusivity(unchecked) var nodes: ContiguousArray<MirrorNode> = []
  @exclusivity(unchecked) var viewOfNode: ContiguousArray<ViewKey> = []
  var freeNodes: [Int] = []
  var nodeOfView: [ViewKey: Int] = [:]
  /// By `ContainerID.index`.
  @exclusivity(unchecked) var nodeOfContainer: ContiguousArray<Int32> = []
  @exclusivity(unchecked) var leaves: ContiguousArray<MirrorLeaf> = []
  /// Readings of leaves that are more than a frame, and which of them are free.
  @exclusivity(unchecked) var leafDetails: ContiguousArray<ViewReading> = []
  var freeDetails: ContiguousArray<Int32> = []
  @exclusivity(unchecked) var viewOfLeaf: ContiguousArray<ViewKey> = []
  var freeLeaves: [Int] = []
  /// By `TargetID.index`; -1 for none.
  @exclusivity(unchecked) var leafOfTarget: ContiguousArray<Int32> = []
  /// How many targets it mirrors.
  package internal(set) var leafCount = 0
  /// What lies over others, by the node it lies in.
  var coversOfNode: [Int: [MirrorCover]] = [:]
  /// Views whose nodes stay even if they hold nothing: see ``keepContainers(for:)``.
  var keptViews: Set<ViewKey> = []
  /// Nodes that may have become empty.
  var emptied: [Int] = []
  /// Nodes that are viewports, apart from the window.
  var viewportNodes: [Int] = []
  let reportsChanges: Bool

  // What one reading uses; see `ViewMirror+Reading`.
  var pending: [(node: Int, showing: Showing)] = []
  var visit = 0
  /// The nodes whose contents were looked through the last time.
  var visited: ContiguousArray<Int> = []
  var nearTargets: ContiguousArray<UInt32> = []
  var nearContainers: ContiguousArray<UInt32> = []
  /// Views that were found under another parent: leaves, and nodes as their complements.
  var strays: [Int] = []
  var lost: [TargetID] = []
  var sweepPosition = 0

  /// Below this many children a container's children are read without asking whether they may have
  /// changed: asking costs about as much as reading this many.
  static var childrenWorthAsking: Int { 8 }

  /// Creates the mirror of a window whose container is the scene's root.
  package init(root: ViewKey, tree: any ViewTree, tracker: VisibilityTracker) {
    self.root = root
    self.tree = tree
    self.tracker = tracker
    reportsChanges = tree.reportsChanges
    let container = tracker.engine.scene.root
    var node = MirrorNode(parent: -1, container: container)
    let values = tracker.engine.scene.container(container)
    node.reading = ViewReading(
      frame: values.frame, clip: values.clip, appearance: values.appearance)
    nodes.append(node)
    viewOfNode.append(root)
    nodeOfView[root] = 0
    setNode(0, of: container)
  }

  // MARK: Targets

  /// Adds a view's target, with containers for those of its ancestors that have none yet.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - tracked: told if the view is found to be in the window no more.
  /// - Returns: the target, or `nil` if the view is not inside the window.
  package func add(_ view: ViewKey, for tracked: TrackedView? = nil) -> TargetID? {
    guard let node = homeNode(of: view) else { return nil }
    // Until the next frame has laid it out it is not there. Where it is plain afterwards it never costs more
    // than a frame; who reports changes may be recorded, and a trace holds no infinite frames.
    let reading =
      reportsChanges
      ? ViewReading(frame: .zero, appearance: SceneAppearance(isHidden: true)) : .unmeasurable
    let target = tracker.engine.scene.add(
      SceneTarget(frame: reading.area, appearance: reading.appearance), to: nodes[node].container)
    let leaf = MirrorLeaf(
      node: Int32(node), place: Int32(nodes[node].targets.count), target: target,
      frame: reading.frame, tracked: tracked)
    let index: Int
    if let free = freeLeaves.popLast() {
      index = free
      leaves[index] = leaf
      viewOfLeaf[index] = view
    } else {
      index = leaves.count
      leaves.appendTightly(leaf)
      viewOfLeaf.appendTightly(view)
    }
    setReading(reading, ofLeaf: index)
    nodes[node].targets.appendTightly(index)
    noteFresh(index, in: node)
    setLeaf(index, of: target)
    leafCount += 1
    tracker.requestPass()
    return target
  }

  /// Forgets a target that was removed from the scene.
  package func forget(_ target: TargetID) {
    guard let index = leaf(of: target) else { return }
    leafOfTarget[Int(target.index)] = -1
    leafCount -= 1
    detach(leaf: index)
    leaves[index].node = -1
    leaves[index].tracked = nil
    releaseDetails(ofLeaf: index)
    freeLeaves.append(index)
  }

  /// Lets a target go on with another view that shows the same item: a row that was recycled.
  ///
  /// - Returns: false if that view is not inside the window; the target is as it was then.
  package func move(_ target: TargetID, to view: ViewKey) -> Bool {
    guard let index = leaf(of: target), let node = homeNode(of: view) else { return false }
    let oldNode = Int(leaves[index].node)
    detach(leaf: index)
    viewOfLeaf[index] = view
    leaves[index].node = Int32(node)
    leaves[index].place = Int32(nodes[node].targets.count)
    nodes[node].targets.appendTightly(index)
    noteFresh(index, in: node)
    if oldNode != node { tracker.engine.scene.move(target, to: nodes[node].container) }
    read(leaf: index, mustRead: true)
    tracker.requestPass()
    return true
  }

  private func detach(leaf index: Int) {
    let (node, place) = (Int(leaves[index].node), Int(leaves[index].place))
    let last = nodes[node].targets.removeLast()
    if last != index {
      nodes[node].targets[place] = last
      leaves[last].place = Int32(place)
    }
    if nodes[node].isEmpty { emptied.append(node) }
  }

  // MARK: Readings

  /// How a tracked view was read last.
  func reading(ofLeaf index: Int) -> ViewReading {
    let details = Int(leaves[index].details)
    return details < 0 ? ViewReading(frame: leaves[index].frame) : leafDetails[details]
  }

  func setReading(_ reading: ViewReading, ofLeaf index: Int) {
    leaves[index].frame = reading.frame
    if reading == ViewReading(frame: reading.frame) {
      releaseDetails(ofLeaf: index)
    } else if leaves[index].details >= 0 {
      leafDetails[Int(leaves[index].details)] = reading
    } else if let free = freeDetails.popLast() {
      leafDetails[Int(free)] = reading
      leaves[index].details = free
    } else {
      leaves[index].details = Int32(leafDetails.count)
      leafDetails.appendTightly(reading)
    }
  }

  private func releaseDetails(ofLeaf index: Int) {
    if leaves[index].details >= 0 { freeDetails.append(leaves[index].details) }
    leaves[index].details = -1
  }

  /// The targets that it mirrors, in no particular order.
  package var targets: some Sequence<TargetID> {
    leaves.lazy.filter { $0.node >= 0 }.map(\.target)
  }

  func leaf(of target: TargetID) -> Int? {
    let index = Int(target.index)
    guard index < leafOfTarget.count, leafOfTarget[index] >= 0 else { return nil }
    let leaf = Int(leafOfTarget[index])
    return leaves[leaf].target == target ? leaf : nil
  }

  private func setLeaf(_ leaf: Int, of target: TargetID) {
    while leafOfTarget.count <= Int(target.index) { leafOfTarget.appendTightly(-1) }
    leafOfTarget[Int(target.index)] = Int32(truncatingIfNeeded: leaf)
  }
}
