internal import SightlineCore

/// An ancestor of observed views.
struct MirrorNode {
  var view: ViewKey
  /// The parent node; `.none` for the window and for free slots.
  fileprivate(set) var parent: Slot<MirrorNode>
  /// Its position among the parent's children.
  fileprivate var position = 0
  let container: ContainerID
  var reading: ViewReading
  /// The number of the last pass for which the reader scrolled it.
  var scrolledPass = -1
  fileprivate(set) var children: ContiguousArray<Slot<MirrorNode>> = []
  fileprivate(set) var leaves: ContiguousArray<Slot<MirrorLeaf>> = []
  /// The views in it that cover others.
  var covers: [MirrorCover] = []
  /// The margins by which a viewport reaches beyond its own clip; `nil` if the node is not a
  /// viewport.
  var viewportMargins: ViewportMargins?
  /// Whether the next visit reads all its children, even if the toolkit reports no change.
  var isDirty = true
  /// The state of the one that chooses its views to read; the other's stays unused.
  var notified = NotifiedReader.NodeState()
  var polled = PollingReader.NodeState()

  init(
    _ view: ViewKey, in parent: Slot<MirrorNode>, _ reading: ViewReading, _ container: ContainerID
  ) {
    self.view = view
    self.parent = parent
    self.container = container
    self.reading = reading
  }

  var isEmpty: Bool { children.isEmpty && leaves.isEmpty }
  var childCount: Int { children.count + leaves.count }
}

/// A observed view: 72 bytes.
struct MirrorLeaf {
  fileprivate(set) var view: ViewKey
  /// The node that contains the view; `.none` for free slots.
  fileprivate(set) var node: Slot<MirrorNode>
  /// Its position among the node's leaves.
  fileprivate var position: Int32 = 0
  let target: TargetID
  /// The frame in its reading.
  fileprivate var frame = LayoutRect.zero
  /// The rest of the reading, in `MirrorTable.details`; `.none` if the frame is the whole reading.
  fileprivate var details: Slot<ViewReading> = .none
  /// Notified when the view is found to have left the window. Not weak: copies of weak references
  /// are expensive, and the window's registrations keep the closures until then anyway.
  fileprivate(set) var slot: ViewSlot?

  init(
    _ view: ViewKey, in node: Slot<MirrorNode>, _ target: TargetID, for slot: ViewSlot?
  ) {
    self.view = view
    self.node = node
    self.target = target
    self.slot = slot
  }
}

/// A node's child.
enum MirrorChild {
  case node(Slot<MirrorNode>)
  case leaf(Slot<MirrorLeaf>)
}

/// A view that covers its siblings.
struct MirrorCover {
  var view: ViewKey
  var cover: CoverID
}

/// The tree of a mirror: nodes for containers, and leaves for targets. It knows neither the toolkit
/// nor the engine.
///
/// Invariants:
/// 1. A node's children and leaves are those that name it as their parent, at the positions they
///    record.
/// 2. Views find their nodes by key, containers and targets their nodes and leaves by the index of
///    their handles.
final class MirrorTable {
  /// The window's node.
  let root: Slot<MirrorNode>
  private var nodes = SlotTable<MirrorNode>()
  private var leaves = SlotTable<MirrorLeaf>()
  /// The leaf readings that consist of more than a frame.
  private var details = SlotTable<ViewReading>()
  private var nodeOfView: [ViewKey: Slot<MirrorNode>] = [:]
  private var nodeOfContainer: ContiguousArray<Slot<MirrorNode>> = []
  private var leafOfTarget: ContiguousArray<Slot<MirrorLeaf>> = []
  /// Nodes that may have become empty.
  private var emptied: [Slot<MirrorNode>] = []

  init(root: MirrorNode) {
    self.root = nodes.insert(root)
    record(self.root)
  }

  // Getters, because with `_read` optimised builds of Swift 6.3 read the wrong record in
  // `ViewMirror.firstMismatch`.

  /// - Complexity: O(1). Reading a property copies no record.
  subscript(node: Slot<MirrorNode>) -> MirrorNode {
    @inline(__always) get { nodes.records[node.index] }
    @inline(__always) _modify { yield &nodes.records[node.index] }
  }

  /// - Complexity: O(1). Reading a property copies no record.
  subscript(leaf: Slot<MirrorLeaf>) -> MirrorLeaf {
    @inline(__always) get { leaves.records[leaf.index] }
    @inline(__always) _modify { yield &leaves.records[leaf.index] }
  }

  // MARK: Nodes

  /// The number of slots for nodes, in use or not.
  var nodeSlotCount: Int { nodes.records.count }

  func isLive(_ node: Slot<MirrorNode>) -> Bool { node == root || self[node].parent != .none }

  func node(of view: ViewKey) -> Slot<MirrorNode>? { nodeOfView[view] }

  func node(ofContainerAt index: UInt32) -> Slot<MirrorNode> { nodeOfContainer[Int(index)] }

  /// The surroundings of a view in a node.
  func surroundings(
    in node: Slot<MirrorNode>, as role: ViewSurroundings.Role
  ) -> ViewSurroundings {
    ViewSurroundings(
      offset: self[node].reading.contentOffset,
      isOrdered: role == .cover || self[node].reading.mayHoldCovers || !self[node].covers.isEmpty,
      parentStamp: self[node].reading.stamp, as: role)
  }

  /// Adds a node to the parent it names.
  func insert(_ node: MirrorNode) -> Slot<MirrorNode> {
    let slot = nodes.insert(node)
    record(slot)
    link(slot)
    return slot
  }

  private func record(_ node: Slot<MirrorNode>) {
    nodeOfView[self[node].view] = node
    let index = Int(self[node].container.index)
    while nodeOfContainer.count <= index { nodeOfContainer.append(.none) }
    nodeOfContainer[index] = node
  }

  func move(_ node: Slot<MirrorNode>, under parent: Slot<MirrorNode>) {
    unlink(node)
    self[node].parent = parent
    link(node)
  }

  /// Removes an empty node.
  func remove(_ node: Slot<MirrorNode>) {
    nodeOfView[self[node].view] = nil
    unlink(node)
    self[node].parent = .none
    nodes.release(node)
  }

  private func link(_ node: Slot<MirrorNode>) {
    let parent = self[node].parent
    self[node].position = self[parent].children.count
    self[parent].children.append(node)
  }

  private func unlink(_ node: Slot<MirrorNode>) {
    let (parent, position) = (self[node].parent, self[node].position)
    let last = self[parent].children.removeLast()
    if last != node {
      self[parent].children[position] = last
      self[last].position = position
    }
    noteIfEmpty(parent)
  }

  /// Makes ``popEmptyNode(except:)`` return a node unless it has got contents by then.
  func noteIfEmpty(_ node: Slot<MirrorNode>) {
    if self[node].isEmpty { emptied.append(node) }
  }

  /// Returns a node that has become empty; `nil` if there are no more.
  func popEmptyNode(except kept: Set<ViewKey>) -> Slot<MirrorNode>? {
    while let node = emptied.popLast() {
      if self[node].parent != .none, self[node].isEmpty,
        kept.isEmpty || !kept.contains(self[node].view)
      {
        return node
      }
    }
    return nil
  }

  // MARK: Leaves

  /// The number of leaves.
  var leafCount: Int { leaves.count }
  /// The number of slots for leaves, in use or not.
  var leafSlotCount: Int { leaves.records.count }

  /// The leaves, in no particular order.
  var liveLeaves: some Sequence<Slot<MirrorLeaf>> {
    leaves.places.lazy.map { Slot($0) }.filter { self[$0].node != .none }
  }

  func leaf(of target: TargetID) -> Slot<MirrorLeaf>? {
    guard Int(target.index) < leafOfTarget.count else { return nil }
    let leaf = leaf(ofTargetAt: target.index)
    return leaf != .none && self[leaf].target == target ? leaf : nil
  }

  /// The leaf of a target of the scene; `.none` if it is not mirrored.
  func leaf(ofTargetAt index: UInt32) -> Slot<MirrorLeaf> { leafOfTarget[Int(index)] }

  /// Adds a leaf to the node it names.
  func insert(_ leaf: MirrorLeaf, _ reading: ViewReading) -> Slot<MirrorLeaf> {
    let slot = leaves.insert(leaf)
    setReading(reading, of: slot)
    attach(slot)
    let index = Int(leaf.target.index)
    while leafOfTarget.count <= index { leafOfTarget.append(.none) }
    leafOfTarget[index] = slot
    return slot
  }

  /// Makes a leaf that of another view.
  func move(_ leaf: Slot<MirrorLeaf>, to view: ViewKey, in node: Slot<MirrorNode>) {
    detach(leaf)
    self[leaf].view = view
    self[leaf].node = node
    attach(leaf)
  }

  func remove(_ leaf: Slot<MirrorLeaf>) {
    leafOfTarget[Int(self[leaf].target.index)] = .none
    detach(leaf)
    releaseDetails(of: leaf)
    self[leaf].node = .none
    self[leaf].slot = nil
    leaves.release(leaf)
  }

  private func attach(_ leaf: Slot<MirrorLeaf>) {
    let node = self[leaf].node
    self[leaf].position = Int32(self[node].leaves.count)
    self[node].leaves.append(leaf)
  }

  private func detach(_ leaf: Slot<MirrorLeaf>) {
    let (node, position) = (self[leaf].node, self[leaf].position)
    let last = self[node].leaves.removeLast()
    if last != leaf {
      self[node].leaves[Int(position)] = last
      self[last].position = position
    }
    noteIfEmpty(node)
  }

  // MARK: Readings

  /// Returns the last reading of a observed view.
  func reading(of leaf: Slot<MirrorLeaf>) -> ViewReading {
    let place = self[leaf].details
    return place == .none ? ViewReading(frame: self[leaf].frame) : details.records[place.index]
  }

  func setReading(_ reading: ViewReading, of leaf: Slot<MirrorLeaf>) {
    self[leaf].frame = reading.frame
    let place = self[leaf].details
    if reading == ViewReading(frame: reading.frame) {
      releaseDetails(of: leaf)
    } else if place != .none {
      details.records[place.index] = reading
    } else {
      self[leaf].details = details.insert(reading)
    }
  }

  private func releaseDetails(of leaf: Slot<MirrorLeaf>) {
    if self[leaf].details != .none { details.release(self[leaf].details) }
    self[leaf].details = .none
  }
}
