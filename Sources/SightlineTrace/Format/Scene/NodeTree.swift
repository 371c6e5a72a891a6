/// The tree of a trace's live nodes.
///
/// Nodes are stored in an array of reusable slots, and children in a doubly linked list, so moves
/// and removals take constant time regardless of the number of siblings. Invariants:
/// 1. `slots[places[id]]` is the node with that ID; a place of -1 marks a removed node.
/// 2. A linked slot is in its parent's list exactly once; the root has no parent.
struct NodeTree {
  /// The state of a node while a line is applied.
  enum Mark {
    /// In place.
    case settled
    /// Being added, without a place yet.
    case coming
    /// Moving to another parent.
    case moving
    /// Changing without moving.
    case changing
    /// Being removed.
    case leaving
  }

  struct Slot {
    var node: TraceNode
    var parent = -1
    var firstChild = -1
    var next = -1
    var previous = -1
    var mark = Mark.settled
  }

  private(set) var places: [Int: Int] = [:]
  var slots: [Slot] = []
  private var free: [Int] = []
  /// The number of live nodes.
  private(set) var count = 0

  /// Returns the place of a live node.
  func place(of id: Int) -> Int? {
    guard let place = places[id], place >= 0 else { return nil }
    return place
  }

  /// Returns whether a node with this number exists or has existed.
  func hasSeen(_ id: Int) -> Bool { places[id] != nil }

  /// Assigns a slot to a node without linking it.
  mutating func insert(_ node: TraceNode) -> Int {
    var slot = Slot(node: node)
    slot.mark = .coming
    count += 1
    if let place = free.popLast() {
      slots[place] = slot
      places[node.id] = place
      return place
    }
    slots.append(slot)
    places[node.id] = slots.count - 1
    return slots.count - 1
  }

  /// Unlinks a node without children and frees its slot.
  mutating func remove(_ place: Int) {
    unlink(place)
    places[slots[place].node.id] = -1
    slots[place].mark = .settled
    free.append(place)
    count -= 1
  }

  mutating func link(_ place: Int, under parent: Int) {
    let first = slots[parent].firstChild
    slots[place].parent = parent
    slots[place].previous = -1
    slots[place].next = first
    if first >= 0 { slots[first].previous = place }
    slots[parent].firstChild = place
  }

  mutating func unlink(_ place: Int) {
    let slot = slots[place]
    if slot.previous >= 0 {
      slots[slot.previous].next = slot.next
    } else if slot.parent >= 0 {
      slots[slot.parent].firstChild = slot.next
    }
    if slot.next >= 0 { slots[slot.next].previous = slot.previous }
    slots[place].parent = -1
    slots[place].next = -1
    slots[place].previous = -1
  }

  /// Returns the height of a node's subtree, in levels below it. Stops counting above `limit`.
  ///
  /// - Complexity: O(*n*) in the nodes of the subtree.
  func height(below top: Int, limit: Int) -> Int {
    var (place, level, height) = (top, 0, 0)
    while height <= limit {
      if slots[place].firstChild >= 0 {
        place = slots[place].firstChild
        level += 1
        height = max(height, level)
        continue
      }
      while place != top && slots[place].next < 0 {
        place = slots[place].parent
        level -= 1
      }
      if place == top { break }
      place = slots[place].next
    }
    return height
  }
}
