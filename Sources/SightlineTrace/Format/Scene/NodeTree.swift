/// The tree of a trace's live nodes, by number.
///
/// Invariant: a placed node is among its parent's children; the root has no parent.
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

  struct Entry {
    var node: TraceNode
    /// The parent it is placed under.
    fileprivate(set) var parent: Int?
    fileprivate(set) var children: Set<Int> = []
    var mark = Mark.coming

    mutating func change(to node: TraceNode, _ mark: Mark) {
      self.node = node
      self.mark = mark
    }
  }

  private var entries: [Int: Entry] = [:]
  /// The numbers of all nodes, including removed ones.
  private(set) var seen: Set<Int> = []

  /// The number of live nodes.
  var count: Int { entries.count }

  /// A live node.
  subscript(id: Int) -> Entry? {
    get { entries[id] }
    _modify { yield &entries[id] }
  }

  func contains(_ id: Int) -> Bool { entries[id] != nil }

  /// Adds a node without a place.
  mutating func insert(_ node: TraceNode) {
    entries[node.id] = Entry(node: node)
    seen.insert(node.id)
  }

  /// Removes a node without children.
  mutating func remove(_ id: Int) {
    unlink(id)
    entries[id] = nil
  }

  mutating func link(_ id: Int, under parent: Int) {
    entries[id]?.parent = parent
    entries[parent]?.children.insert(id)
  }

  mutating func unlink(_ id: Int) {
    if let parent = entries[id]?.parent { entries[parent]?.children.remove(id) }
    entries[id]?.parent = nil
  }

  /// Returns the height of a node's subtree, in levels below it. Stops counting above `limit`.
  ///
  /// - Complexity: O(*n*) in the nodes of the subtree.
  func height(below top: Int, limit: Int) -> Int {
    var (level, height) = ([top], 0)
    while height <= limit {
      level = level.flatMap { entries[$0]?.children ?? [] }
      if level.isEmpty { break }
      height += 1
    }
    return height
  }
}
