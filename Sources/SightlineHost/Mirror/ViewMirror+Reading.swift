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

  /// Reads what may have changed into the scene.
  ///
  /// - Complexity: O(containers on the way to what may have changed, and what may have changed).
  package func synchronize(_ extent: Extent = .whatShows) {
    removeEmptyNodes()
    readCount = 0
    hasChanged = false
    visit += 1
    visited.removeAll(keepingCapacity: true)
    isSettled = true
    readRoot()
    walk()
    if reportsChanges { return }
    sweep(extent)
    // What was found elsewhere is put there, and is to be read there.
    while settleStrays() {
      walk()
      if extent == .everything { sweep(.everything) }
    }
  }

  private func readRoot() {
    let surroundings = ViewSurroundings(as: .container)
    if !tree.isUnchanged(root, since: nodes[0].reading, in: surroundings),
      let reading = tree.read(root, in: surroundings), reading != nodes[0].reading
    {
      _ = take(reading, forNode: 0)
    }
  }

  /// Looks through what can show, from the window and from the viewports down.
  private func walk() {
    for node in viewportNodes { pending.append((node, Showing.everything.inside(nodes[node]))) }
    pending.append((0, Showing.everything.inside(nodes[0])))
    while let (index, showing) = pending.popLast() {
      if reportsChanges {
        synchronizeContents(of: index, showing)
      } else {
        surveyContents(of: index, showing)
      }
    }
  }

  /// Has the next ``synchronize(_:)`` read everything, whatever the toolkit says.
  package func readEverything() {
    for index in nodes.indices { nodes[index].isDirty = true }
  }

  private func synchronizeContents(of index: Int, _ showing: Showing) {
    let count = nodes[index].children.count + nodes[index].targets.count
    if count >= Self.childrenWorthAsking {
      // Asked in any case: the answer is about the time since it was last asked.
      let mayDiffer = tree.contentsMayDiffer(in: viewOfNode[index])
      if !mayDiffer && !nodes[index].isDirty {
        visitUnread(in: index, showing)
        return
      }
    }
    let wasOrdered = nodes[index].hasCovers
    if nodes[index].isDirty || nodes[index].hasCovers || nodes[index].reading.mayHoldCovers {
      synchronizeCovers(of: index)
    }
    // The order among siblings is not part of the cheap question.
    let mustRead = nodes[index].isDirty || wasOrdered || nodes[index].hasCovers
    nodes[index].isDirty = false
    _ = takeUnread(of: index)
    for position in 0..<nodes[index].targets.count {
      read(leaf: nodes[index].targets[position], mustRead: mustRead)
    }
    for position in 0..<nodes[index].children.count {
      let child = nodes[index].children[position]
      read(node: child, mustRead: mustRead)
      let inside = showing.inside(nodes[child])
      if case .nothing = inside {
        // What happens in it goes unseen, by the toolkit's question too: read it when it shows.
        markDirty(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  /// Goes on where something that was left unread may show now: the view has not changed, but what
  /// clips it may have moved. No view is read here.
  private func visitUnread(in index: Int, _ showing: Showing) {
    for child in takeUnread(of: index) where nodes[child].parent == index {
      let inside = showing.inside(nodes[child])
      if case .nothing = inside {
        noteUnread(child)
      } else {
        pending.append((child, inside))
      }
    }
  }

  private func takeUnread(of index: Int) -> ContiguousArray<Int> {
    if nodes[index].unread.isEmpty { return [] }
    let unread = nodes[index].unread
    nodes[index].unread = []
    for child in unread { nodes[child].isListed = false }
    return unread
  }

  /// Has a node visited by the next ``synchronize(_:)`` in which it can show, whatever is above it.
  private func noteUnread(_ index: Int) {
    guard reportsChanges else { return }
    var index = index
    while nodes[index].parent >= 0, !nodes[index].isListed {
      nodes[index].isListed = true
      nodes[nodes[index].parent].unread.append(index)
      index = nodes[index].parent
    }
  }

  /// Has the views in a node read by the next ``synchronize(_:)``, whatever the toolkit says.
  func markDirty(_ index: Int) {
    nodes[index].isDirty = true
    noteUnread(index)
  }

  /// Has a child of a node read by the next ``synchronize(_:)``: a leaf, or a node as its complement.
  func noteFresh(_ child: Int, in node: Int) {
    if reportsChanges { markDirty(node) } else { nodes[node].fresh.append(child) }
  }

  /// Reads a tracked view.
  ///
  /// - Returns: whether it moved.
  @discardableResult
  func read(leaf index: Int, mustRead: Bool) -> Bool {
    readCount += 1
    let node = Int(leaves[index].node)
    let view = viewOfLeaf[index]
    let old = reading(ofLeaf: index)
    let surroundings = surroundings(in: node, as: .target)
    // The window lies in itself.
    if reportsChanges || view == root {
      if !mustRead, tree.isUnchanged(view, since: old, in: surroundings) { return false }
      guard let reading = tree.read(view, in: surroundings), reading != old else { return false }
      return take(reading, after: old, forLeaf: index)
    }
    switch tree.change(of: view, in: viewOfNode[node], since: old, surroundings) {
    case .unchanged: return false
    case .changed(let reading): return take(reading, after: old, forLeaf: index)
    case .elsewhere:
      strays.append(index)
      return true
    }
  }

  /// Reads a view that holds tracked ones.
  ///
  /// - Returns: whether it moved.
  @discardableResult
  func read(node index: Int, mustRead: Bool) -> Bool {
    readCount += 1
    let parent = nodes[index].parent
    let view = viewOfNode[index]
    let surroundings = surroundings(in: parent, as: .container)
    if reportsChanges {
      let old = nodes[index].reading
      if !mustRead, tree.isUnchanged(view, since: old, in: surroundings) { return false }
      guard let reading = tree.read(view, in: surroundings), reading != old else { return false }
      return take(reading, forNode: index)
    }
    switch tree.change(of: view, in: viewOfNode[parent], since: nodes[index].reading, surroundings)
    {
    case .unchanged: return false
    case .changed(let reading): return take(reading, forNode: index)
    case .elsewhere:
      strays.append(~index)
      return true
    }
  }

  func surroundings(in node: Int, as role: ViewSurroundings.Role) -> ViewSurroundings {
    ViewSurroundings(
      offset: nodes[node].reading.contentOffset, isOrdered: nodes[node].hasCovers,
      as: role)
  }

  /// - Returns: whether it moved.
  private func take(
    _ reading: ViewReading, after old: ViewReading, forLeaf index: Int
  ) -> Bool {
    hasChanged = true
    setReading(reading, ofLeaf: index)
    let target = leaves[index].target
    let hasMoved = reading.area != old.area
    if hasMoved { tracker.engine.scene.setFrame(reading.area, of: target) }
    if reading.appearance != old.appearance {
      tracker.engine.scene.setAppearance(reading.appearance, of: target)
    }
    return hasMoved
  }

  /// - Returns: whether it moved.
  private func take(_ reading: ViewReading, forNode index: Int) -> Bool {
    let old = nodes[index].reading
    hasChanged = true
    nodes[index].reading = reading
    // Another size, or another number of children: what is in it has been laid out anew.
    if !reportsChanges, reading.frame.size != old.frame.size || reading.stamp != old.stamp {
      nodes[index].isDirty = true
    }
    if reading.differsOnlyInOffset(from: old) {
      tracker.engine.scene.setContentOffset(reading.contentOffset, of: nodes[index].container)
    } else {
      tracker.engine.scene.set(reading.container, for: nodes[index].container)
    }
    return reading.frame != old.frame
  }
}
