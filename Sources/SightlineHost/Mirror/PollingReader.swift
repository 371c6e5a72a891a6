internal import SightlineCore

/// Finds changes in a toolkit that does not report them. A frame reads the children that can show,
/// which it finds with the scene's index, and a few of the other views in turn.
///
/// Changes are found:
///
/// - In this frame: scrolling; any change to a view that can partly show or to its ancestors; a
///   view that was added or bound.
/// - In this frame, for all views in the container: a layout that resizes the container, its
///   content or the number of its children, or that moves a view that can partly show.
/// - Within `MirroredWindow.timeToRest`: a view that leaves a container that cannot show, at any
///   depth; in this frame, if a visible container holds that container.
/// - Later: anything else that brings a view onto the screen. This takes at most *views* /
///   `sweepPortion` frames in which something visible changed, or until nothing has changed for
///   `MirroredWindow.timeToRest`. If turns keep coming without changes, it takes *views* /
///   `quietSweepPortion` of them.
@MainActor
package final class PollingReader: ViewReader {
  /// The state of a node.
  struct NodeState {
    /// The survey's frame when the node's contents were last visited. Contents skipped by the
    /// previous frame are read in full.
    fileprivate var lastVisit = 0
    /// Children added since the last visit.
    fileprivate var fresh: ContiguousArray<MirrorChild> = []
    /// The number of visits during which a moving child is not taken as a sign of a layout.
    fileprivate var alarmPause = 0
    /// Its position in `round`; -1 if it is not there.
    fileprivate var roundPosition = -1
  }

  /// The number of children below which a container's children are always all read.
  private static let childrenWorthSelecting = 32

  /// The number of additional views read in each frame: a few microseconds.
  package static let sweepPortion = 16

  /// The number read in a frame without changes: about a microsecond.
  package static let quietSweepPortion = 4

  /// The number of frames for which a container's moving child is not taken as a sign of a layout,
  /// after a false alarm: a view that was animated on its own.
  package static let pauseAfterFalseAlarm = 30

  private(set) var isSettled = true
  private var frame = 0
  /// The nodes whose contents this frame visited.
  private var visited: ContiguousArray<Slot<MirrorNode>> = []
  /// The nodes that the frame before visited, and those moved in this one. Their former contents
  /// may have moved too.
  private var leaving: ContiguousArray<Slot<MirrorNode>> = []
  private var nearTargets: ContiguousArray<UInt32> = []
  private var nearContainers: ContiguousArray<UInt32> = []
  private var sweepPosition = 0
  /// The containers that this frame read and that cannot show.
  private var hidden: ContiguousArray<Slot<MirrorNode>> = []
  /// The containers below the hidden ones, in the order each round reads them. The order is stable
  /// while containers come and go; otherwise a container read first in one round and last in the
  /// next would wait for two rounds.
  private var round: ContiguousArray<Slot<MirrorNode>> = []
  /// The next one to read.
  private var roundPosition = 0
  /// The number of containers already read that stay for the next round, at the front.
  private var roundKept = 0

  func begin() {
    isSettled = true
    frame += 1
    swap(&visited, &leaving)
    visited.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
  }

  func added(_ child: MirrorChild, to node: Slot<MirrorNode>, in mirror: ViewMirror) {
    if case .node(let child) = child { mirror.table[child].isDirty = true }
    // Otherwise the next visit reads everything.
    if mirror.table[node].polled.lastVisit >= frame - 1 {
      mirror.table[node].polled.fresh.append(child)
    }
  }

  func followed(_ node: Slot<MirrorNode>) { leaving.append(node) }

  /// Whether a container that was visible last time still awaits layout.
  ///
  /// A reloaded list, for example, has no rows at this point, which never reaches the screen.
  func isLayoutPending(in mirror: ViewMirror) -> Bool {
    // A closure would check for each node that it runs on the main actor.
    for node in visited where mirror.table.isLive(node) {
      if mirror.tree.isLayoutPending(in: mirror.table[node].view) { return true }
    }
    return false
  }

  // MARK: Visible containers

  func visit(_ node: Slot<MirrorNode>, _ showing: Showing, in mirror: ViewMirror) {
    if mirror.isHeld(node) {
      // Not marked as visited, so it is read in full when it is released.
      _ = readAll(in: node, showing, mirror)
      return
    }
    let isDirty = mirror.table[node].isDirty
    // The previous frame did not visit it, so anything may have changed.
    let isStale = mirror.table[node].polled.lastVisit < frame - 1
    mirror.table[node].polled.lastVisit = frame
    visited.append(node)
    mirror.table[node].isDirty = false
    if isDirty || isStale || mirror.mayHaveCovers(in: node) { mirror.synchronizeCovers(of: node) }
    guard !isDirty, !isStale, mirror.table[node].childCount >= Self.childrenWorthSelecting,
      case .part(let rect) = showing
    else {
      mirror.table[node].polled.fresh.removeAll()
      _ = readAll(in: node, showing, mirror)
      return
    }
    readFresh(in: node, showing, mirror)
    let moved = readNear(rect, in: node, showing, mirror)
    if mirror.table[node].polled.alarmPause > 0 {
      mirror.table[node].polled.alarmPause -= 1
      isSettled = false
    } else if moved == 0 {
      isSettled = false
    } else if readAll(in: node, showing, mirror) == 0 {
      mirror.table[node].polled.alarmPause = Self.pauseAfterFalseAlarm
    }
  }

  /// - Returns: the number of children that moved.
  private func readAll(
    in node: Slot<MirrorNode>, _ showing: Showing, _ mirror: ViewMirror
  ) -> Int {
    var moved = 0
    for leaf in mirror.table[node].leaves where mirror.read(leaf) { moved += 1 }
    for child in mirror.table[node].children where readAndEnter(child, showing, mirror) {
      moved += 1
    }
    return moved
  }

  /// Reads the children that can show.
  ///
  /// - Returns: the number of children that moved.
  private func readNear(
    _ rect: LayoutRect, in node: Slot<MirrorNode>, _ showing: Showing, _ mirror: ViewMirror
  ) -> Int {
    nearTargets.removeAll(keepingCapacity: true)
    nearContainers.removeAll(keepingCapacity: true)
    mirror.window.engine.appendItems(
      meeting: rect, of: mirror.table[node].container, targets: &nearTargets,
      containers: &nearContainers)
    var moved = 0
    for target in nearTargets {
      let leaf = mirror.table.leaf(ofTargetAt: target)
      if leaf != .none, mirror.read(leaf) { moved += 1 }
    }
    for container in nearContainers {
      let child = mirror.table.node(ofContainerAt: container)
      if readAndEnter(child, showing, mirror) { moved += 1 }
    }
    return moved
  }

  private func readFresh(in node: Slot<MirrorNode>, _ showing: Showing, _ mirror: ViewMirror) {
    while let child = mirror.table[node].polled.fresh.popLast() {
      // The child may be gone and its slot reused.
      switch child {
      case .leaf(let leaf): if mirror.table[leaf].node == node { mirror.read(leaf) }
      case .node(let child):
        if mirror.table[child].parent == node { readAndEnter(child, showing, mirror) }
      }
    }
  }

  /// - Returns: whether it moved.
  @discardableResult
  private func readAndEnter(
    _ child: Slot<MirrorNode>, _ showing: Showing, _ mirror: ViewMirror
  ) -> Bool {
    let hasMoved = mirror.read(child)
    if !mirror.enter(child, from: showing) {
      isSettled = false
      hidden.append(child)
      readContentsIfDirty(of: child, mirror)
    }
    return hasMoved
  }

  // MARK: Hidden containers

  /// Reads containers that the previous frame visited and this one did not, and those that were
  /// moved. Views may have left them in the same turn.
  func readLeaving(in mirror: ViewMirror) {
    while let node = leaving.popLast() {
      guard isUnvisited(node, mirror) else { continue }
      readUnvisited(node, mirror)
      // None of it shows from now on.
      join(mirror.table[node].children, mirror)
    }
  }

  private func isUnvisited(_ node: Slot<MirrorNode>, _ mirror: ViewMirror) -> Bool {
    mirror.table[node].parent != .none && mirror.table[node].polled.lastVisit != frame
  }

  /// Reads a container whose contents this frame has not visited.
  private func readUnvisited(_ node: Slot<MirrorNode>, _ mirror: ViewMirror) {
    mirror.read(node)
    readContentsIfDirty(of: node, mirror)
  }

  /// Reads the contents of a hidden container that has lost views, which may show elsewhere.
  private func readContentsIfDirty(of node: Slot<MirrorNode>, _ mirror: ViewMirror) {
    guard mirror.table[node].isDirty else { return }
    mirror.table[node].isDirty = false
    for leaf in mirror.table[node].leaves { mirror.read(leaf) }
    for child in mirror.table[node].children { mirror.read(child) }
  }

  func sweep(_ share: Double?, in mirror: ViewMirror) {
    if isSettled { return }
    let leafCount = mirror.table.leafSlotCount
    let total = leafCount + mirror.table.nodeSlotCount
    let portion = mirror.hasChanged ? Self.sweepPortion : Self.quietSweepPortion
    if let share { sweepRound(share, atLeast: portion, mirror) }
    for _ in 0..<(share == nil ? total : min(total, portion)) {
      sweepPosition = sweepPosition + 1 < total ? sweepPosition + 1 : 0
      if sweepPosition < leafCount {
        let leaf = Slot<MirrorLeaf>(sweepPosition)
        if mirror.table[leaf].node != .none { mirror.read(leaf) }
      } else {
        let node = Slot<MirrorNode>(sweepPosition - leafCount)
        if isUnvisited(node, mirror) { readUnvisited(node, mirror) }
      }
    }
    if share == nil { isSettled = true }
  }

  /// Reads some of the containers below the hidden ones that this frame read, enough to complete a
  /// round in time regardless of other changes.
  private func sweepRound(_ share: Double, atLeast portion: Int, _ mirror: ViewMirror) {
    let count = round.count - roundPosition + roundKept
    var left = max(portion, Int((Double(count) * share).rounded(.up)))
    var mayBegin = true
    while left > 0 {
      if roundPosition < round.count {
        if readNextOfRound(mirror) { left -= 1 }
      } else if mayBegin {
        mayBegin = false
        beginRound(mirror)
      } else {
        return
      }
    }
  }

  /// Reads the next container of a round, unless it is visible or gone.
  private func readNextOfRound(_ mirror: ViewMirror) -> Bool {
    let node = round[roundPosition]
    roundPosition += 1
    // Another node may have reused the slot.
    guard mirror.table[node].polled.roundPosition == roundPosition - 1 else { return false }
    guard isUnvisited(node, mirror) else {
      mirror.table[node].polled.roundPosition = -1
      return false
    }
    round[roundKept] = node
    mirror.table[node].polled.roundPosition = roundKept
    roundKept += 1
    readUnvisited(node, mirror)
    join(mirror.table[node].children, mirror)
    return true
  }

  private func beginRound(_ mirror: ViewMirror) {
    round.removeSubrange(roundKept...)
    (roundPosition, roundKept) = (0, 0)
    for node in hidden { join(mirror.table[node].children, mirror) }
  }

  private func join(_ children: ContiguousArray<Slot<MirrorNode>>, _ mirror: ViewMirror) {
    for child in children where mirror.table[child].polled.roundPosition < 0 {
      mirror.table[child].polled.roundPosition = round.count
      round.append(child)
    }
  }
}
