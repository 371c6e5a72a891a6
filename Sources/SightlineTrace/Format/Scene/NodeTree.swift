/// The tree of a trace's live nodes.
///
/// Nodes are stored in an array of reusable slots. Moves and removals take constant time regardless
/// of the number of siblings. Invariants:
/// 1. `slots[places[id]]` is the node with that ID; a place of -1 marks a removed node.
/// 2. A linked slot is one of its parent's children; the root has no parent.
struct NodeTree {
  struct Slot {
    var node: TraceNode
    var parent = -1
    var children: Set<Int> = []
  }

  private(set) var places: [Int: Int] = [:]
  var slots: [Slot] = []
  private var free: [Int] = []
  /// The number of live nodes.
  private(set) var count = 0

  func place(of id: Int) -> Int? {
    guard let place = places[id], place >= 0 else { return nil }
    return place
  }

  /// Returns whether a node with this number exists or has existed.
  func hasSeen(_ id: Int) -> Bool { places[id] != nil }

  /// Adds a node; a parent of -1 makes it the root.
  mutating func insert(_ node: TraceNode, under parent: Int) {
    let place = free.popLast() ?? slots.count
    if place == slots.count {
      slots.append(Slot(node: node))
    } else {
      slots[place] = Slot(node: node)
    }
    places[node.id] = place
    count += 1
    link(place, under: parent)
  }

  mutating func move(_ place: Int, under parent: Int) {
    unlink(place)
    link(place, under: parent)
  }

  /// Unlinks a node without children and frees its slot.
  mutating func remove(_ place: Int) {
    unlink(place)
    places[slots[place].node.id] = -1
    free.append(place)
    count -= 1
  }

  private mutating func link(_ place: Int, under parent: Int) {
    slots[place].parent = parent
    if parent >= 0 { slots[parent].children.insert(place) }
  }

  private mutating func unlink(_ place: Int) {
    let parent = slots[place].parent
    if parent >= 0 { slots[parent].children.remove(place) }
  }

  /// Returns the height of a node's subtree, in levels below it. Stops counting above `limit`.
  ///
  /// - Complexity: O(*n*) in the nodes of the subtree.
  func height(below top: Int, limit: Int) -> Int {
    var (level, height) = (slots[top].children.map { $0 }, 0)
    while !level.isEmpty && height <= limit {
      height += 1
      level = level.flatMap { slots[$0].children }
    }
    return height
  }
}
