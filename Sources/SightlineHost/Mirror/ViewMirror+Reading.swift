internal import SightlineCore

// Reading from the toolkit into the scene.
extension ViewMirror {
  /// How much is read.
  package enum Extent {
    /// What may have changed and can show, and some of the rest.
    case whatShows
    /// Everything.
    case everything
  }

  /// Below this many children a container's children are read without asking whether they may have
  /// changed: asking costs about as much as reading this many.
  private static var childrenWorthAsking: Int { 8 }

  /// Reads what may have changed into the scene.
  ///
  /// - Complexity: O(containers on the way to what may have changed, and what may have changed).
  package func synchronize(_ extent: Extent = .whatShows) {
    removeEmptyNodes()
    readCount = 0
    hasChanged = false
    isSettled = true
    visit += 1
    visited.removeAll(keepingCapacity: true)
    if let reading = tree.read(root, in: ViewSurroundings(as: .container)),
      reading != nodes[rootNode].reading
    {
      _ = take(reading, for: rootNode)
    }
    walk()
    sweep(extent)
    // What was found elsewhere is put there, and is to be read there.
    while settleStrays() {
      walk()
      if extent == .everything { sweep(.everything) }
    }
  }

  /// Has the next ``synchronize(_:)`` read everything that can show, whatever the toolkit reports.
  package func readEverything() {
    for place in nodes.places { nodes[Slot(place)].isDirty = true }
  }

  /// Visits what can show, from the window and from the viewports down.
  private func walk() {
    for node in viewportNodes { pending.append((node, Showing.everything.inside(nodes[node]))) }
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
      // Asked in any case: the answer is about the time since the last question.
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
        // The toolkit reports no changes in it from now on: it is read when it shows.
        markDirty(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  /// Goes on to nodes that were left unread and may show now: the view has not changed, but what
  /// clips it may have moved. Reads no view itself.
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

  /// Has a node visited by the next ``synchronize(_:)`` in which it can show, whatever is above it.
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

  /// Has the views in a node read in full by the next ``synchronize(_:)``.
  func markDirty(_ node: Slot<MirrorNode>) {
    nodes[node].isDirty = true
    noteUnread(node)
  }

  /// Has a new child of a node read by the next ``synchronize(_:)``.
  func noteFresh(_ child: MirrorChild, in node: Slot<MirrorNode>) {
    if reportsChanges { markDirty(node) } else { nodes[node].fresh.append(child) }
  }

  // MARK: One view

  /// Reads a tracked view.
  ///
  /// - Parameter inFull: whether to read it even if the toolkit sees no change; of no consequence
  ///   where the toolkit does not report changes.
  /// - Returns: whether it moved.
  @discardableResult
  func read(_ leaf: Slot<MirrorLeaf>, inFull: Bool) -> Bool {
    let node = leaves[leaf].node
    let old = reading(of: leaf)
    switch change(of: leaves[leaf].view, in: node, since: old, as: .target, inFull) {
    case .unchanged: return false
    case .changed(let reading): return take(reading, after: old, for: leaf)
    case .elsewhere:
      strays.append(.leaf(leaf))
      return true
    }
  }

  /// Reads a view that holds tracked ones; as for a tracked view.
  @discardableResult
  func read(_ node: Slot<MirrorNode>, inFull: Bool) -> Bool {
    let parent = nodes[node].parent
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
    // The window lies in itself, and has no parent to be found in.
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
      isOrdered: role == .cover || !nodes[node].covers.isEmpty, as: role)
  }

  /// - Returns: whether it moved.
  private func take(
    _ reading: ViewReading, after old: ViewReading, for leaf: Slot<MirrorLeaf>
  ) -> Bool {
    hasChanged = true
    setReading(reading, of: leaf)
    let target = leaves[leaf].target
    let hasMoved = reading.area != old.area
    if hasMoved { tracker.engine.scene.setFrame(reading.area, of: target) }
    if reading.appearance != old.appearance {
      tracker.engine.scene.setAppearance(reading.appearance, of: target)
    }
    return hasMoved
  }

  /// - Returns: whether it moved.
  private func take(_ reading: ViewReading, for node: Slot<MirrorNode>) -> Bool {
    let old = nodes[node].reading
    hasChanged = true
    nodes[node].reading = reading
    // Another size, or another number of children: what is in it has been laid out anew.
    if !reportsChanges, reading.frame.size != old.frame.size || reading.stamp != old.stamp {
      nodes[node].isDirty = true
    }
    if reading.differsOnlyInOffset(from: old) {
      tracker.engine.scene.setContentOffset(reading.contentOffset, of: nodes[node].container)
    } else {
      tracker.engine.scene.set(reading.container, for: nodes[node].container)
    }
    return reading.frame != old.frame
  }
}
