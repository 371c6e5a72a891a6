package import SightlineCore

// Reading from a toolkit that does not report changes. Changes are found:
//
// - In this frame: scrolling; any change to a view that can partly show or to its ancestors; a view
//   that was added or bound.
// - In this frame, for all views in the container: a layout that resizes the container, its content
//   or the number of its children, or that moves a view that can partly show.
// - Within `MirroredWindow.timeToRest`: a view that leaves a container that cannot show, at any
//   depth; in this frame, if a visible container holds that container.
// - Later: anything else that brings a view onto the screen. This takes at most *views* /
//   `sweepPortion` frames in which something visible changed, or until nothing has changed for
//   `MirroredWindow.timeToRest`. If turns keep coming without changes, it takes *views* /
//   `quietSweepPortion` of them.
extension ViewMirror {
  /// The number of children below which a container's children are always all read.
  private static var childrenWorthSurveying: Int { 32 }

  /// The number of additional views read in each frame: a few microseconds.
  package static var sweepPortion: Int { 16 }

  /// The number read in a frame without changes: about a microsecond.
  package static var quietSweepPortion: Int { 4 }

  /// The number of frames for which a container's moving child is not taken as a sign of a layout,
  /// after a false alarm: a view that was animated on its own.
  package static var pauseAfterFalseAlarm: Int { 30 }

  /// Reads possible changes in a node, given the part of it that can show.
  func surveyContents(of node: Slot<MirrorNode>, _ showing: Showing) {
    if !heldViews.isEmpty, isHeld(nodes[node].view, in: nodes[node].parent) {
      // Not marked as visited, so it is read in full when it is released.
      _ = readAll(in: node, showing)
      return
    }
    let isDirty = nodes[node].isDirty
    // The previous frame did not visit it, so anything may have changed.
    let isStale = nodes[node].lastVisit < visit - 1
    nodes[node].lastVisit = visit
    visited.append(node)
    nodes[node].isDirty = false
    if isDirty || isStale || !nodes[node].covers.isEmpty || nodes[node].reading.mayHoldCovers {
      synchronizeCovers(of: node)
    }
    guard !isDirty, !isStale, nodes[node].childCount >= Self.childrenWorthSurveying,
      case .part(let rect) = showing
    else {
      nodes[node].fresh.removeAll()
      _ = readAll(in: node, showing)
      return
    }
    readFresh(in: node, showing)
    let moved = readNear(rect, in: node, showing)
    if nodes[node].alarmPause > 0 {
      nodes[node].alarmPause -= 1
      isSettled = false
    } else if moved == 0 {
      isSettled = false
    } else if readAll(in: node, showing) == 0 {
      nodes[node].alarmPause = Self.pauseAfterFalseAlarm
    }
  }

  /// - Returns: the number of children that moved.
  private func readAll(in node: Slot<MirrorNode>, _ showing: Showing) -> Int {
    var moved = 0
    for leaf in nodes[node].targets where read(leaf, inFull: true) { moved += 1 }
    for child in nodes[node].children where readAndEnter(child, showing) { moved += 1 }
    return moved
  }

  /// Reads the children that can show.
  ///
  /// - Returns: the number of children that moved.
  private func readNear(
    _ rect: LayoutRect, in node: Slot<MirrorNode>, _ showing: Showing
  ) -> Int {
    nearTargets.removeAll(keepingCapacity: true)
    nearContainers.removeAll(keepingCapacity: true)
    tracker.engine.appendItems(
      meeting: rect, of: nodes[node].container, targets: &nearTargets,
      containers: &nearContainers)
    var moved = 0
    for target in nearTargets {
      let leaf = leafOfTarget[Int(target)]
      if leaf != .none, read(leaf, inFull: true) { moved += 1 }
    }
    for container in nearContainers
    where readAndEnter(nodeOfContainer[Int(container)], showing) { moved += 1 }
    return moved
  }

  private func readFresh(in node: Slot<MirrorNode>, _ showing: Showing) {
    while let child = nodes[node].fresh.popLast() {
      // The child may be gone and its slot reused.
      switch child {
      case .leaf(let leaf): if leaves[leaf].node == node { read(leaf, inFull: true) }
      case .node(let child): if nodes[child].parent == node { readAndEnter(child, showing) }
      }
    }
  }

  /// - Returns: whether it moved.
  @discardableResult
  private func readAndEnter(_ child: Slot<MirrorNode>, _ showing: Showing) -> Bool {
    let hasMoved = read(child, inFull: true)
    let inside = showing.inside(nodes[child])
    if inside.isNothing {
      isSettled = false
      hidden.append(child)
      readContentsIfDirty(of: child)
    } else {
      pending.append((child, inside))
    }
    return hasMoved
  }

  /// Whether a container that was visible last time still awaits layout. A reloaded list, for
  /// example, has no rows at this point, a state that never reaches the screen.
  package var isLayoutPending: Bool {
    // A closure would check for each node that it runs on the main actor.
    for node in visited where node == rootNode || nodes[node].parent != .none {
      if tree.isLayoutPending(in: nodes[node].view) { return true }
    }
    return false
  }

  // MARK: Hidden views

  /// Reads containers that the previous frame visited and this one did not, and those that were
  /// moved. Views may have left them in the same turn.
  func readLeaving() {
    while let node = leaving.popLast() {
      readUnvisited(node)
      // None of it shows from now on.
      if nodes[node].parent != .none, nodes[node].lastVisit != visit {
        joinRound(nodes[node].children)
      }
    }
  }

  /// Reads a container whose contents this frame has not visited.
  private func readUnvisited(_ node: Slot<MirrorNode>) {
    guard nodes[node].parent != .none, nodes[node].lastVisit != visit else { return }
    read(node, inFull: false)
    readContentsIfDirty(of: node)
  }

  /// Reads the contents of a hidden container that has lost views, which may show elsewhere.
  private func readContentsIfDirty(of node: Slot<MirrorNode>) {
    guard nodes[node].isDirty else { return }
    nodes[node].isDirty = false
    for leaf in nodes[node].targets { read(leaf, inFull: false) }
    for child in nodes[node].children { read(child, inFull: false) }
  }

  /// Reads some of the views that are not required in this frame, or all of them.
  func sweep(_ extent: Extent) {
    if isSettled { return }
    let leafCount = leaves.places.count
    let total = leafCount + nodes.places.count
    let portion = hasChanged ? Self.sweepPortion : Self.quietSweepPortion
    if extent == .whatShows { sweepHidden(atLeast: portion) }
    for _ in 0..<(extent == .everything ? total : min(total, portion)) {
      sweepPosition = sweepPosition + 1 < total ? sweepPosition + 1 : 0
      if sweepPosition < leafCount {
        let leaf = Slot<MirrorLeaf>(sweepPosition)
        if leaves[leaf].node != .none { read(leaf, inFull: false) }
      } else {
        readUnvisited(Slot(sweepPosition - leafCount))
      }
    }
    if extent == .everything { isSettled = true }
  }

  /// Reads some of the containers below the hidden ones that this frame read, enough to complete a
  /// round in time regardless of other changes.
  private func sweepHidden(atLeast portion: Int) {
    let count = hiddenRound.count - roundPosition + roundKept
    var left = max(portion, Int((Double(count) * sweepShare).rounded(.up)))
    var mayBegin = true
    while left > 0 {
      if roundPosition < hiddenRound.count {
        if sweepNextHidden() { left -= 1 }
      } else if mayBegin {
        mayBegin = false
        beginRound()
      } else {
        return
      }
    }
  }

  /// Reads the next container of a round, unless it is visible or gone.
  private func sweepNextHidden() -> Bool {
    let node = hiddenRound[roundPosition]
    roundPosition += 1
    // Another node may have reused the slot.
    guard nodes[node].roundPosition == roundPosition - 1 else { return false }
    guard nodes[node].parent != .none, nodes[node].lastVisit != visit else {
      nodes[node].roundPosition = -1
      return false
    }
    hiddenRound[roundKept] = node
    nodes[node].roundPosition = roundKept
    roundKept += 1
    readUnvisited(node)
    joinRound(nodes[node].children)
    return true
  }

  private func beginRound() {
    hiddenRound.removeSubrange(roundKept...)
    (roundPosition, roundKept) = (0, 0)
    for node in hidden { joinRound(nodes[node].children) }
  }

  private func joinRound(_ children: ContiguousArray<Slot<MirrorNode>>) {
    for child in children where nodes[child].roundPosition < 0 {
      nodes[child].roundPosition = hiddenRound.count
      hiddenRound.append(child)
    }
  }

  // MARK: Views that moved

  /// Moves views that were found under another parent to that parent.
  ///
  /// - Returns: whether any were moved.
  func settleStrays() -> Bool {
    if strays.isEmpty { return false }
    var wasPlaced = false
    let found = strays
    strays.removeAll(keepingCapacity: true)
    // Containers first: their contents move with them.
    for case .node(let node) in found where nodes[node].parent != .none {
      if settle(node) { wasPlaced = true }
    }
    for case .leaf(let leaf) in found where leaves[leaf].node != .none {
      if settle(leaf) { wasPlaced = true }
    }
    return wasPlaced
  }

  private func settle(_ node: Slot<MirrorNode>) -> Bool {
    // `node(for:)` walks down from the window and moves displaced ancestors.
    if self.node(for: nodes[node].view) != nil {
      leaving.append(node)
      if hasViewports { moved.append(.node(node)) }
      return true
    }
    return settle(contentsOf: node)
  }

  /// Handles the contents of a view that left the window. Views still in it have left too; views
  /// that moved elsewhere in the same turn, before or after, are followed.
  private func settle(contentsOf node: Slot<MirrorNode>) -> Bool {
    let view = nodes[node].view
    var wasPlaced = false
    // Copy the lists: following a view removes it from them.
    let (targets, children) = (nodes[node].targets, nodes[node].children)
    for leaf in targets {
      if tree.parent(of: leaves[leaf].view) == view {
        lost.append(leaves[leaf].target)
      } else if settle(leaf) {
        wasPlaced = true
      }
    }
    for child in children {
      let stays = tree.parent(of: nodes[child].view) == view
      if stays ? settle(contentsOf: child) : settle(child) { wasPlaced = true }
    }
    return wasPlaced
  }

  private func settle(_ leaf: Slot<MirrorLeaf>) -> Bool {
    if move(leaves[leaf].target, to: leaves[leaf].view) {
      if hasViewports { moved.append(.leaf(leaf)) }
      return true
    }
    lost.append(leaves[leaf].target)
    return false
  }

  /// Makes followed views, and all views in them, leave and enter again if their viewport has
  /// changed.
  func settleViewports() {
    var found: [(view: ViewKey, tracked: TrackedView)] = []
    while let child = moved.popLast() {
      switch child {
      case .node(let node):
        moved += nodes[node].targets.map(MirrorChild.leaf)
        moved += nodes[node].children.map(MirrorChild.node)
      case .leaf(let leaf):
        if let tracked = leaves[leaf].tracked { found.append((leaves[leaf].view, tracked)) }
      }
    }
    for (view, tracked) in found where tracked.isInAnotherViewport {
      tracked.displace()
      _ = place(tracked, at: view)
    }
  }

  /// Returns the targets whose views are no longer in this window, once each, without removing
  /// them.
  package func takeLost() -> [(target: TargetID, view: ViewKey, tracked: TrackedView?)] {
    if lost.isEmpty { return [] }
    // A view in a removed container is found twice: on its own and with the container.
    let targets = Set(lost)
    lost.removeAll()
    return targets.compactMap { target in
      leaf(of: target).map { (target, leaves[$0].view, leaves[$0].tracked) }
    }
  }
}
