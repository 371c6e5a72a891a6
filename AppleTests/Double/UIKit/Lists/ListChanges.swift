/// What a batch of updates does to the cells that are shown: deletions, reloads and the beginnings
/// of moves are in the old order, insertions and the ends of moves in the new one.
@MainActor
struct ListChanges {
  var inserted: [IndexPath] = []
  var deleted: [IndexPath] = []
  var reloaded: [IndexPath] = []
  var moved: [(from: IndexPath, to: IndexPath)] = []

  func apply<Cell>(
    to shown: [IndexPath: Cell]
  ) -> (kept: [IndexPath: Cell], dropped: [(IndexPath, Cell)]) {
    var kept: [IndexPath: Cell] = [:]
    var dropped: [(IndexPath, Cell)] = []
    for (path, cell) in shown {
      if deleted.contains(path) || reloaded.contains(path) {
        dropped.append((path, cell))
      } else {
        kept[newPath(of: path)] = cell
      }
    }
    return (kept, dropped)
  }

  private func newPath(of path: IndexPath) -> IndexPath {
    if let move = moved.first(where: { $0.from == path }) { return move.to }
    let gone = deleted + moved.map(\.from)
    var index = path[1] - gone.count { $0[0] == path[0] && $0[1] < path[1] }
    let come = (inserted + moved.map(\.to)).filter { $0[0] == path[0] }.map { $0[1] }.sorted()
    for place in come where place <= index { index += 1 }
    return IndexPath(item: index, section: path[0])
  }
}

/// Batches of updates, within each other as an app nests them: the outermost one is carried out.
@MainActor
struct ListUpdates {
  /// What the batch has brought so far.
  var pending = ListChanges()
  private var depth = 0

  /// Whether no batch is under way.
  var areDone: Bool { depth == 0 }

  mutating func begin() { depth += 1 }

  /// What becomes of the cells that are shown, the dropped ones in their order; `nil` within
  /// another batch.
  mutating func end<Cell>(
    _ shown: [IndexPath: Cell]
  ) -> (kept: [IndexPath: Cell], dropped: [(IndexPath, Cell)])? {
    depth -= 1
    guard depth == 0 else { return nil }
    defer { pending = ListChanges() }
    let (kept, dropped) = pending.apply(to: shown)
    return (kept, dropped.sorted { $0.0 < $1.0 })
  }
}
