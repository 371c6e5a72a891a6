internal import SightlineCore

// Reading from the toolkit into the scene.
extension ViewMirror {
  /// The extent of a reading.
  package enum Extent {
    /// Views that may have changed and can show, and some of the rest.
    case whatShows
    /// Everything.
    case everything
  }

  /// The number of children from which a container is asked whether its contents may have changed.
  /// Asking costs about as much as reading this many children.
  private static var childrenWorthAsking: Int { 8 }

  /// Reads possible changes into the scene.
  ///
  /// - Complexity: O(containers on the way to possible changes, and possible changes).
  package func synchronize(_ extent: Extent = .whatShows) {
    removeEmptyNodes()
    readCount = 0
    hasChanged = false
    isSettled = true
    visit += 1
    swap(&visited, &leaving)
    visited.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
    if let reading = tree.read(root, in: ViewSurroundings(as: .container)),
      reading != nodes[rootNode].reading
    {
      _ = take(reading, for: rootNode)
    }
    walk()
    readLeaving()
    sweep(extent)
    // Strays move to their new place and must be read there.
    while settleStrays() {
      settleViewports()
      walk()
      readLeaving()
      if extent == .everything { sweep(.everything) }
    }
    removeEmptyNodes()
  }

  /// Makes the next ``synchronize(_:)`` read everything that can show, even if the toolkit reports
  /// no change.
  package func readEverything() {
    for place in nodes.places { nodes[Slot(place)].isDirty = true }
  }

  /// Visits everything that can show, from the window and the viewports down.
  private func walk() {
    for node in viewportNodes {
      pending.append((node, Showing.everything.inside(nodes[node])))
    }
    pending.append((rootNode, Showing.everything.inside(nodes[rootNode])))
    while let (node, showing) = pending.popLast() {
      if reportsChanges {
        synchronizeContents(of: node, showing)
      } else {
        surveyContents(of: node, showing)
      }
    }
  }

  private func synchronizeContents(of node: Slot<MirrorNode>, _ showing: Showing) {
    let isDirty = nodes[node].isDirty
    if nodes[node].childCount >= Self.childrenWorthAsking {
      // Always ask: the answer covers the time since the last question.
      let mayDiffer = tree.contentsMayDiffer(in: nodes[node].view)
      if !mayDiffer && !isDirty {
        visitUnread(in: node, showing)
        return
      }
    }
    if isDirty || !nodes[node].covers.isEmpty || nodes[node].reading.mayHoldCovers {
      synchronizeCovers(of: node)
    }
    nodes[node].isDirty = false
    _ = takeUnread(of: node)
    for position in nodes[node].targets.indices {
      read(nodes[node].targets[position], inFull: isDirty)
    }
    for position in nodes[node].children.indices {
      let child = nodes[node].children[position]
      read(child, inFull: isDirty)
      let inside = showing.inside(nodes[child])
      if inside.isNothing {
        // Changes in it go unreported from now on, so it is read when it shows.
        markDirty(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  /// Visits nodes that were left unread and may show now. The view has not changed, but its clip
  /// may have moved. Reads no view itself.
  private func visitUnread(in node: Slot<MirrorNode>, _ showing: Showing) {
    for child in takeUnread(of: node) where nodes[child].parent == node {
      let inside = showing.inside(nodes[child])
      if inside.isNothing { noteUnread(child) } else { pending.append((child, inside)) }
    }
  }

  private func takeUnread(of node: Slot<MirrorNode>) -> ContiguousArray<Slot<MirrorNode>> {
    if nodes[node].unread.isEmpty { return [] }
    let unread = nodes[node].unread
    nodes[node].unread = []
    for child in unread { nodes[child].isListed = false }
    return unread
  }

  /// Makes the next ``synchronize(_:)`` in which a node can show visit it, even if its ancestors
  /// have not changed.
  private func noteUnread(_ node: Slot<MirrorNode>) {
    guard reportsChanges else { return }
    var node = node
    while nodes[node].parent != .none, !nodes[node].isListed {
      nodes[node].isListed = true
      let parent = nodes[node].parent
      nodes[parent].unread.append(node)
      node = parent
    }
  }

  /// Makes the next ``synchronize(_:)`` read all views in a node in full.
  func markDirty(_ node: Slot<MirrorNode>) {
    nodes[node].isDirty = true
    noteUnread(node)
  }

  /// Makes the next ``synchronize(_:)`` read a new child of a node.
  func noteFresh(_ child: MirrorChild, in node: Slot<MirrorNode>) {
    if reportsChanges { markDirty(node) } else { nodes[node].fresh.append(child) }
  }

  // MARK: Held views

  /// Keeps the readings of views and their contents until a later call omits the views. During a
  /// transition under a finger, the toolkit reports its final positions and not those on screen.
  /// Only for toolkits that do not report changes.
  package func hold(_ views: [ViewKey]) {
    if !heldViews.isEmpty || !views.isEmpty { heldViews = Set(views) }
  }

  /// Whether a view in a node, or one of its ancestors, is held.
  func isHeld(_ view: ViewKey, in node: Slot<MirrorNode>) -> Bool {
    if heldViews.isEmpty { return false }
    var (view, node) = (view, node)
    while !heldViews.contains(view) {
      if node == .none { return false }
      (view, node) = (nodes[node].view, nodes[node].parent)
    }
    return true
  }

  /// Records a view that has another parent, even if its reading is held. The parent of a held view
  /// itself belongs to the transition and is ignored.
  ///
  /// - Returns: whether the view has another parent.
  private func noteIfElsewhere(
    _ child: MirrorChild, _ view: ViewKey, in parent: Slot<MirrorNode>
  ) -> Bool {
    if heldViews.contains(view) || tree.parent(of: view) == nodes[parent].view { return false }
    strays.append(child)
    return true
  }

  // MARK: One view

  /// Reads a tracked view.
  ///
  /// - Parameter inFull: whether to read it even if the toolkit sees no change; ignored if the
  ///   toolkit does not report changes.
  /// - Returns: whether it moved.
  @discardableResult
  func read(_ leaf: Slot<MirrorLeaf>, inFull: Bool) -> Bool {
    let node = leaves[leaf].node
    if !heldViews.isEmpty, isHeld(leaves[leaf].view, in: node) {
      return noteIfElsewhere(.leaf(leaf), leaves[leaf].view, in: node)
    }
    let old = reading(of: leaf)
    switch change(of: leaves[leaf].view, in: node, since: old, as: .target, inFull) {
    case .unchanged: return false
    case .changed(let reading): return take(reading, after: old, for: leaf)
    case .elsewhere:
      strays.append(.leaf(leaf))
      return true
    }
  }

  /// Reads an ancestor of tracked views, in the same way.
  @discardableResult
  func read(_ node: Slot<MirrorNode>, inFull: Bool) -> Bool {
    let parent = nodes[node].parent
    if !heldViews.isEmpty, isHeld(nodes[node].view, in: parent) {
      return noteIfElsewhere(.node(node), nodes[node].view, in: parent)
    }
    switch change(
      of: nodes[node].view, in: parent, since: nodes[node].reading, as: .container, inFull)
    {
    case .unchanged: return false
    case .changed(let reading): return take(reading, for: node)
    case .elsewhere:
      strays.append(.node(node))
      return true
    }
  }

  private func change(
    of view: ViewKey, in node: Slot<MirrorNode>, since old: ViewReading,
    as role: ViewSurroundings.Role, _ inFull: Bool
  ) -> ViewChange {
    readCount += 1
    let surroundings = surroundings(in: node, as: role)
    // The window contains itself and has no parent to check.
    if view == root || inFull && reportsChanges {
      guard let now = tree.read(view, in: surroundings), now != old else { return .unchanged }
      return .changed(now)
    }
    return tree.change(of: view, in: nodes[node].view, since: old, surroundings)
  }

  func surroundings(
    in node: Slot<MirrorNode>, as role: ViewSurroundings.Role
  ) -> ViewSurroundings {
    ViewSurroundings(
      offset: nodes[node].reading.contentOffset,
      isOrdered: role == .cover || !nodes[node].covers.isEmpty,
      parentStamp: nodes[node].reading.stamp, as: role)
  }

  /// - Returns: whether it moved.
  private func take(
    _ reading: ViewReading, after old: ViewReading, for leaf: Slot<MirrorLeaf>
  ) -> Bool {
    hasChanged = true
    setReading(reading, of: leaf)
    let target = leaves[leaf].target
    let hasMoved = reading.area != old.area
    if hasMoved { tracker.engine.setFrame(reading.area, of: target) }
    if reading.appearance != old.appearance {
      tracker.engine.setAppearance(reading.appearance, of: target)
    }
    return hasMoved
  }

  /// - Returns: whether it moved.
  private func take(_ reading: ViewReading, for node: Slot<MirrorNode>) -> Bool {
    let old = nodes[node].reading
    hasChanged = true
    nodes[node].reading = reading
    // A new size or number of children means the contents were laid out again.
    if !reportsChanges, reading.frame.size != old.frame.size || reading.stamp != old.stamp {
      nodes[node].isDirty = true
    }
    if reading.differsOnlyInOffset(from: old) {
      tracker.engine.setContentOffset(reading.contentOffset, of: nodes[node].container)
    } else {
      tracker.engine.set(reading.container, for: nodes[node].container)
    }
    return reading.frame != old.frame
  }
}
