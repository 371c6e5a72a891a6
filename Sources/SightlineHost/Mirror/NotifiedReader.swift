internal import SightlineCore

/// Finds changes in a toolkit that reports them: a container with many children is read only if the
/// toolkit reports a possible change in it.
@MainActor
final class NotifiedReader: ViewReader {
  /// The state of a node.
  struct NodeState {
    /// The child nodes to visit even if the node has not changed. Something in them, at any depth,
    /// must be read as soon as it can show.
    fileprivate var unread: ContiguousArray<Slot<MirrorNode>> = []
    /// Whether the node is listed in its parent's `unread`.
    fileprivate var isListed = false
    /// Whether the next visit reads its children, even if the toolkit reports no change: some are
    /// new, or a list had set the node aside.
    fileprivate var isUnvisited = false
  }

  /// The number of children from which a container is asked whether its contents may have changed.
  /// Asking costs about as much as reading this many children.
  private static let childrenWorthAsking = 15

  /// Always, because nothing is left out.
  let isSettled = true

  func begin() {}
  func readLeaving(in mirror: ViewMirror) {}
  func sweep(_ share: Double?, in mirror: ViewMirror) {}
  func followed(_ node: Slot<MirrorNode>) {}
  func isLayoutPending(in mirror: ViewMirror) -> Bool { false }

  func visit(_ node: Slot<MirrorNode>, _ showing: Showing, in mirror: ViewMirror) {
    let isDirty = mirror.table[node].isDirty
    if mirror.table[node].childCount >= Self.childrenWorthAsking {
      // Always ask: the answer covers the time since the last question.
      let mayDiffer =
        mirror.tree.contentsMayDiffer(in: mirror.table[node].view) || !isDrawn(node, mirror)
      if !mayDiffer && !isDirty && !mirror.table[node].notified.isUnvisited {
        visitUnread(in: node, showing, mirror)
        return
      }
    }
    if isDirty || mirror.mayHaveCovers(in: node) { mirror.synchronizeCovers(of: node) }
    mirror.table[node].isDirty = false
    mirror.table[node].notified.isUnvisited = false
    for leaf in mirror.table[node].leaves { mirror.read(leaf, inFull: isDirty) }
    for child in mirror.table[node].children {
      if mirror.table[child].reading.isSetAside,
        mirror.tree.isSetAside(mirror.table[child].view)
      {
        continue
      }
      mirror.read(child, inFull: isDirty)
      if mirror.table[child].reading.isSetAside {
        // Changes in it go unreported, but it cannot show without another visit of its list.
        mirror.table[child].notified.isUnvisited = true
        mirror.table[child].notified.isListed = false
        continue
      }
      if mirror.enter(child, from: showing) {
        if mirror.table[child].notified.isListed { mirror.table[child].notified.isListed = false }
        if !isDrawn(child, mirror) { noteUnread(child, in: mirror) }
      } else if !mirror.table[child].isDirty || !mirror.table[child].notified.isListed {
        // Changes in a hidden child go unreported from now on, so it is read when it shows.
        markDirty(child, in: mirror)
      }
    }
    keepUnread(of: node, mirror)
  }

  /// Removes the nodes that have been entered or moved from the list of a node, and lists the node
  /// itself for those that remain.
  private func keepUnread(of node: Slot<MirrorNode>, _ mirror: ViewMirror) {
    var unread = mirror.table[node].notified.unread
    if unread.isEmpty { return }
    mirror.table[node].notified.unread = []
    // Not `removeAll`: its closure would check the actor for each element.
    var kept = 0
    for child in unread
    where mirror.table[child].parent == node && mirror.table[child].notified.isListed {
      unread[kept] = child
      kept += 1
    }
    unread.removeLast(unread.count - kept)
    mirror.table[node].notified.unread = unread
    if !unread.isEmpty { noteUnread(node, in: mirror) }
  }

  /// Visits nodes that were left unread and may show now. The view has not changed, but its clip
  /// may have moved. Reads no view itself.
  private func visitUnread(in node: Slot<MirrorNode>, _ showing: Showing, _ mirror: ViewMirror) {
    for child in takeUnread(of: node, mirror) where mirror.table[child].parent == node {
      if !mirror.enter(child, from: showing) || !isDrawn(child, mirror) {
        noteUnread(child, in: mirror)
      }
    }
  }

  /// Whether a toolkit draws a node, and so reports the changes in it. Rules may count transparent
  /// views.
  private func isDrawn(_ node: Slot<MirrorNode>, _ mirror: ViewMirror) -> Bool {
    var node = node
    while node != .none, mirror.table[node].reading.appearance.opacity != 0 {
      node = mirror.table[node].parent
    }
    return node == .none
  }

  private func takeUnread(
    of node: Slot<MirrorNode>, _ mirror: ViewMirror
  ) -> ContiguousArray<Slot<MirrorNode>> {
    if mirror.table[node].notified.unread.isEmpty { return [] }
    let unread = mirror.table[node].notified.unread
    mirror.table[node].notified.unread = []
    for child in unread { mirror.table[child].notified.isListed = false }
    return unread
  }

  func added(_ child: MirrorChild, to node: Slot<MirrorNode>, in mirror: ViewMirror) {
    if case .node(let child) = child {
      mirror.table[child].notified.isListed = false
      markDirty(child, in: mirror)
    }
    mirror.table[node].notified.isUnvisited = true
    noteUnread(node, in: mirror)
  }

  /// Makes the next frame in which a node can show read all views in it in full.
  private func markDirty(_ node: Slot<MirrorNode>, in mirror: ViewMirror) {
    mirror.table[node].isDirty = true
    noteUnread(node, in: mirror)
  }

  /// Makes the next frame in which a node can show visit it, even if its ancestors have not
  /// changed.
  private func noteUnread(_ node: Slot<MirrorNode>, in mirror: ViewMirror) {
    var node = node
    while mirror.table[node].parent != .none, !mirror.table[node].notified.isListed {
      mirror.table[node].notified.isListed = true
      let parent = mirror.table[node].parent
      mirror.table[parent].notified.unread.append(node)
      node = parent
    }
  }
}
