package import SightlineCore

// Views that a reading found under another parent, or outside the window.
extension ViewMirror {
  /// Moves strays to their parents.
  ///
  /// - Returns: whether any were moved.
  func settleStrays() -> Bool {
    if frame.strays.isEmpty { return false }
    var wasPlaced = false
    let found = frame.strays
    frame.strays.removeAll(keepingCapacity: true)
    // Containers first: their contents move with them.
    for case .node(let node) in found where table[node].parent != .none {
      if settle(node) { wasPlaced = true }
    }
    for case .leaf(let leaf) in found where table[leaf].node != .none {
      if settle(leaf) { wasPlaced = true }
    }
    return wasPlaced
  }

  private func settle(_ node: Slot<MirrorNode>) -> Bool {
    // `node(for:)` walks down from the window and moves displaced ancestors.
    if self.node(for: table[node].view) != nil {
      reader.followed(node)
      if hasViewports { frame.followed.append(.node(node)) }
      return true
    }
    return settle(contentsOf: node)
  }

  /// Handles the contents of a view that left the window. Views still in it have left too; views
  /// that moved elsewhere in the same turn, before or after, are followed.
  private func settle(contentsOf node: Slot<MirrorNode>) -> Bool {
    let view = table[node].view
    var wasPlaced = false
    // Copy the lists: following a view removes it from them.
    let (leaves, children) = (table[node].leaves, table[node].children)
    for leaf in leaves {
      if tree.parent(of: table[leaf].view) == view {
        frame.lost.append(table[leaf].target)
      } else if settle(leaf) {
        wasPlaced = true
      }
    }
    for child in children {
      let stays = tree.parent(of: table[child].view) == view
      if stays ? settle(contentsOf: child) : settle(child) { wasPlaced = true }
    }
    return wasPlaced
  }

  private func settle(_ leaf: Slot<MirrorLeaf>) -> Bool {
    if move(table[leaf].target, to: table[leaf].view) {
      if hasViewports { frame.followed.append(.leaf(leaf)) }
      return true
    }
    frame.lost.append(table[leaf].target)
    return false
  }

  /// Makes followed views, and all views in them, leave and enter again if their viewport has
  /// changed.
  func settleViewports() {
    var found: [(view: ViewKey, slot: ViewSlot)] = []
    while let child = frame.followed.popLast() {
      switch child {
      case .node(let node):
        frame.followed += table[node].leaves.map(MirrorChild.leaf)
        frame.followed += table[node].children.map(MirrorChild.node)
      case .leaf(let leaf):
        if let slot = table[leaf].slot { found.append((table[leaf].view, slot)) }
      }
    }
    for (view, slot) in found where isInAnotherViewport(slot, at: view) {
      slot.displace()
      _ = place(slot, at: view)
    }
  }

  /// Returns the targets whose views are no longer in this window, once each, without removing
  /// them.
  package func takeLost() -> [(target: TargetID, view: ViewKey, slot: ViewSlot?)] {
    if frame.lost.isEmpty { return [] }
    // A view in a removed container is found twice: on its own and with the container.
    let targets = Set(frame.lost)
    frame.lost.removeAll()
    return targets.compactMap { target in
      table.leaf(of: target).map { (target, table[$0].view, table[$0].slot) }
    }
  }
}
