package import SightlineCore

// Reading from a toolkit that does not report changes.
//
// - In this frame: scrolling; whatever happens to a view of which something can show, or to what
//   holds it; a view that was added or bound.
// - In this frame, for all views in the container: a layout that resizes the container, its content
//   or the number of its children, or that moves a view of which something can show.
// - Later: anything else that brings a view onto the screen. That is after at most *views* /
//   `sweepPortion` frames in which something that shows changed, once nothing has changed for
//   `MirroredWindow.timeToRest`, and while turn after turn finds nothing after *views* /
//   `quietSweepPortion` of them.
extension ViewMirror {
  /// Below this many children all of a container's children are read.
  private static var childrenWorthSurveying: Int { 32 }

  /// How many views are read in each frame that need not be: a few microseconds.
  package static var sweepPortion: Int { 16 }

  /// How many in a frame in which nothing changed: about a microsecond.
  package static var quietSweepPortion: Int { 4 }

  /// For how many frames a container's moving child is no sign of a layout, once it was a false
  /// one: a view that is animated by itself.
  package static var pauseAfterFalseAlarm: Int { 30 }

  /// Reads what may have changed in a node's view of what can show.
  func surveyContents(of node: Slot<MirrorNode>, _ showing: Showing) {
    let isDirty = nodes[node].isDirty
    // What the frame before did not visit may be quite different by now.
    let isStale = nodes[node].lastVisit < visit - 1
    nodes[node].lastVisit = visit
    visited.append(node)
    nodes[node].isDirty = false
    if isDirty || !nodes[node].covers.isEmpty || nodes[node].reading.mayHoldCovers {
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

  /// - Returns: how many moved.
  private func readAll(in node: Slot<MirrorNode>, _ showing: Showing) -> Int {
    var moved = 0
    for leaf in nodes[node].targets where read(leaf, inFull: true) { moved += 1 }
    for child in nodes[node].children where readAndEnter(child, showing) { moved += 1 }
    return moved
  }

  /// Reads the children that can show.
  ///
  /// - Returns: how many moved.
  private func readNear(
    _ rect: LayoutRect, in node: Slot<MirrorNode>, _ showing: Showing
  ) -> Int {
    nearTargets.removeAll(keepingCapacity: true)
    nearContainers.removeAll(keepingCapacity: true)
    tracker.engine.scene.appendItems(
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
      // It may have gone by now, and another may have its place.
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
    if inside.isNothing { isSettled = false } else { pending.append((child, inside)) }
    return hasMoved
  }

  /// Whether one of the containers that showed something last time is still to be laid out: a list
  /// that was reloaded has no rows by now, which nobody has seen.
  package var isLayoutPending: Bool {
    visited.contains { node in
      (node == rootNode || nodes[node].parent != .none)
        && tree.isLayoutPending(in: nodes[node].view)
    }
  }

  // MARK: What cannot show

  /// Reads some of the views that need not be read, or all.
  func sweep(_ extent: Extent) {
    if isSettled { return }
    let total = leaves.places.count + nodes.places.count
    let portion = hasChanged ? Self.sweepPortion : Self.quietSweepPortion
    for _ in 0..<(extent == .everything ? total : min(total, portion)) {
      sweepPosition = sweepPosition + 1 < total ? sweepPosition + 1 : 0
      if sweepPosition < leaves.places.count {
        let leaf = Slot<MirrorLeaf>(sweepPosition)
        if leaves[leaf].node != .none { read(leaf, inFull: false) }
      } else {
        let node = Slot<MirrorNode>(sweepPosition - leaves.places.count)
        if nodes[node].parent != .none { read(node, inFull: false) }
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
    for case .node(let node) in found where nodes[node].parent != .none {
      // Walks down from the window and moves what is elsewhere on the way.
      if self.node(for: nodes[node].view) == nil {
        lose(contentsOf: node)
      } else {
        wasPlaced = true
      }
    }
    for case .leaf(let leaf) in found where leaves[leaf].node != .none {
      if move(leaves[leaf].target, to: leaves[leaf].view) {
        wasPlaced = true
      } else {
        lost.append(leaves[leaf].target)
      }
    }
    return wasPlaced
  }

  private func lose(contentsOf node: Slot<MirrorNode>) {
    for leaf in nodes[node].targets { lost.append(leaves[leaf].target) }
    for child in nodes[node].children { lose(contentsOf: child) }
  }

  /// The targets whose view was found to be nowhere in this window any more, each once; they are
  /// left as they were.
  package func takeLost() -> [(target: TargetID, view: ViewKey, tracked: TrackedView?)] {
    if lost.isEmpty { return [] }
    // A view in a container that was taken out is found by itself and with the container.
    let targets = Set(lost)
    lost.removeAll()
    return targets.compactMap { target in
      leaf(of: target).map { (target, leaves[$0].view, leaves[$0].tracked) }
    }
  }
}
