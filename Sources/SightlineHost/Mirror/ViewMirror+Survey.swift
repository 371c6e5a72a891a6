package import SightlineCore

// Reading from a toolkit that does not report changes.
//
// What kind of change is noticed when:
//
// | Change | Noticed |
// |---|---|
// | scrolling; whatever happens to a view of which something can show, or to what holds it | in this frame |
// | a view that was added or bound | in this frame |
// | a layout that resizes the container, its content or the number of its children, or that moves a view of which something can show | in this frame, for all views in the container |
// | anything else that brings a view onto the screen | after at most *views* / `sweepPortion` frames in which something that shows changed, once nothing has changed for `MirroredWindow.timeToRest`, and while turn after turn finds nothing after *views* / `quietSweepPortion` of them |
extension ViewMirror {
  /// Below this many children all of a container's children are read.
  static var childrenWorthSurveying: Int { 32 }

  /// How many views are read in each frame that need not be: a few microseconds.
  package static var sweepPortion: Int { 16 }

  /// How many in a frame in which nothing changed: about a microsecond.
  package static var quietSweepPortion: Int { 4 }

  /// For how many frames a container's moving child is no sign of a layout, once it was a false one: a
  /// view that is animated by itself.
  package static var pauseAfterFalseAlarm: Int { 30 }

  /// Reads what may have changed in a node's view of what can show.
  func surveyContents(of index: Int, _ showing: Showing) {
    let wasOrdered = nodes[index].hasCovers
    let isDirty = nodes[index].isDirty
    // What was not looked through the last time may be quite different by now.
    let isStale = nodes[index].lastVisit < visit - 1
    nodes[index].lastVisit = visit
    visited.append(index)
    nodes[index].isDirty = false
    if isDirty || nodes[index].hasCovers || nodes[index].reading.mayHoldCovers {
      synchronizeCovers(of: index)
    }
    let mustRead = isDirty || wasOrdered || nodes[index].hasCovers
    let count = nodes[index].children.count + nodes[index].targets.count
    if !isDirty, !isStale, count >= Self.childrenWorthSurveying, case .part(let rect) = showing {
      readFresh(in: index, showing)
      let moved = readNear(rect, in: index, showing, mustRead: mustRead)
      let isAlarm = moved > 0 && nodes[index].alarmPause == 0
      if nodes[index].alarmPause > 0 { nodes[index].alarmPause -= 1 }
      guard isAlarm else {
        isSettled = false
        return
      }
      if readAll(in: index, showing, mustRead: mustRead) == 0 {
        nodes[index].alarmPause = Self.pauseAfterFalseAlarm
      }
      return
    }
    nodes[index].fresh.removeAll()
    _ = readAll(in: index, showing, mustRead: mustRead)
  }

  /// - Returns: how many moved.
  private func readAll(in index: Int, _ showing: Showing, mustRead: Bool) -> Int {
    var moved = 0
    for leaf in nodes[index].targets where read(leaf: leaf, mustRead: mustRead) { moved += 1 }
    for child in nodes[index].children {
      if read(node: child, mustRead: mustRead) { moved += 1 }
      enter(child, showing)
    }
    return moved
  }

  private func readNear(
    _ rect: LayoutRect, in index: Int, _ showing: Showing, mustRead: Bool
  ) -> Int {
    nearTargets.removeAll(keepingCapacity: true)
    nearContainers.removeAll(keepingCapacity: true)
    tracker.engine.scene.appendItems(
      meeting: rect, of: nodes[index].container, targets: &nearTargets,
      containers: &nearContainers)
    var moved = 0
    for target in nearTargets {
      let leaf = Int(leafOfTarget[Int(target)])
      if leaf >= 0, read(leaf: leaf, mustRead: mustRead) { moved += 1 }
    }
    for container in nearContainers {
      let child = Int(nodeOfContainer[Int(container)])
      if read(node: child, mustRead: mustRead) { moved += 1 }
      enter(child, showing)
    }
    return moved
  }

  private func readFresh(in index: Int, _ showing: Showing) {
    while let child = nodes[index].fresh.popLast() {
      // It may have gone by now, and another may have its number.
      if child >= 0 {
        if leaves[child].node == index { read(leaf: child, mustRead: true) }
      } else if nodes[~child].parent == index {
        read(node: ~child, mustRead: true)
        enter(~child, showing)
      }
    }
  }

  private func enter(_ child: Int, _ showing: Showing) {
    let inside = showing.inside(nodes[child])
    if case .nothing = inside {
      isSettled = false
    } else {
      pending.append((child, inside))
    }
  }

  /// Whether one of the containers that showed something the last time is still to be laid out: a list that was
  /// reloaded has no rows by now, and nobody has seen that.
  package var isLayoutPending: Bool {
    for index in visited where index < nodes.count && (nodes[index].parent >= 0 || index == 0) {
      if tree.isLayoutPending(in: viewOfNode[index]) { return true }
    }
    return false
  }

  // MARK: What cannot show

  /// Reads some of the views that need not be read, or all.
  func sweep(_ extent: Extent) {
    if isSettled { return }
    let total = leaves.count + nodes.count
    let portion = hasChanged ? Self.sweepPortion : Self.quietSweepPortion
    for _ in 0..<(extent == .everything ? total : min(total, portion)) {
      sweepPosition = sweepPosition + 1 < total ? sweepPosition + 1 : 0
      if sweepPosition < leaves.count {
        if leaves[sweepPosition].node >= 0 { read(leaf: sweepPosition, mustRead: false) }
      } else {
        let node = sweepPosition - leaves.count
        if nodes[node].parent >= 0 { read(node: node, mustRead: false) }
      }
    }
    if extent == .everything { isSettled = true }
  }

  // MARK: Views that moved

  /// Puts the views that were found under another parent there.
  ///
  /// - Returns: whether some were.
  func settleStrays() -> Bool {
    if strays.isEmpty { return false }
    var wasPlaced = false
    let found = strays
    strays.removeAll(keepingCapacity: true)
    // Containers first: what is in them goes along.
    for child in found where child < 0 && nodes[~child].parent >= 0 {
      // Walks down from the window and moves what is elsewhere on the way.
      if node(for: viewOfNode[~child]) == nil { lose(contentsOf: ~child) } else { wasPlaced = true }
    }
    for leaf in found where leaf >= 0 && leaves[leaf].node >= 0 {
      if move(leaves[leaf].target, to: viewOfLeaf[leaf]) { wasPlaced = true } else { lose(leaf) }
    }
    return wasPlaced
  }

  private func lose(contentsOf node: Int) {
    for leaf in nodes[node].targets { lose(leaf) }
    for child in nodes[node].children { lose(contentsOf: child) }
  }

  private func lose(_ leaf: Int) { lost.append(leaves[leaf].target) }

  /// The targets whose view was found to be in no place of this window any more, each once; they are as
  /// they were.
  package func takeLost() -> [(target: TargetID, view: ViewKey, tracked: TrackedView?)] {
    if lost.isEmpty { return [] }
    // A view in a container that was taken out is found by itself and with the container.
    let targets = Set(lost)
    lost.removeAll()
    return targets.compactMap { target in
      leaf(of: target).map { (target, viewOfLeaf[$0], leaves[$0].tracked) }
    }
  }
}
