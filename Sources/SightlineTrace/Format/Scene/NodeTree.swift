/// The live nodes of a trace as a tree.
///
/// Nodes are in an array of reused slots, children in a doubly linked list, so that a move or a
/// removal costs the same whatever the number of siblings. Invariants:
/// 1. `slots[places[id]]` is the node with that id; a place of -1 remembers a node that has gone.
/// 2. A slot that is linked stands in its parent's list exactly once; the root has no parent.
struct NodeTree {
  /// The state of a node while a line is applied.
  enum Mark {
    /// In its place.
    case settled
    /// It has no place yet: it is being added.
    case coming
    /// It is about to get another parent.
    case moving
    /// It changes without moving.
    case changing
    /// It is about to go.
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
  /// How many nodes are there.
  private(set) var count = 0

  /// Where a live node stands.
  func place(of id: Int) -> Int? {
    guard let place = places[id], place >= 0 else { return nil }
    return place
  }

  /// Whether a node of this number is or was there.
  func hasSeen(_ id: Int) -> Bool { places[id] != nil }

  /// Gives a node a slot, without linking it.
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

  /// The longest way down from a node, in levels below it; counting stops above `limit`.
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
