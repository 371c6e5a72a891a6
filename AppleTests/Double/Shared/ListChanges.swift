/// The effect of a batch of updates on the visible cells. Deletions, reloads and the origins of
/// moves are in the old order, insertions and the destinations of moves in the new one.
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

  /// Returns the values of the rows that stay, such as heights, at their new places.
  func moving<Value>(_ values: [IndexPath: Value]) -> [IndexPath: Value] {
    apply(to: values).kept
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

/// Batches of updates, nested as in an app. Only the outermost one is carried out.
@MainActor
struct ListUpdates {
  /// The changes of the batch so far.
  var pending = ListChanges()
  /// Whether any change of the batch is animated.
  var isAnimated = false
  private var depth = 0

  /// Whether no batch is in progress.
  var areDone: Bool { depth == 0 }

  mutating func begin() { depth += 1 }

  /// Ends a batch and returns the visible cells that remain, and the dropped ones in order; `nil`
  /// within another batch.
  mutating func end<Cell>(
    _ shown: [IndexPath: Cell]
  ) -> (kept: [IndexPath: Cell], dropped: [(IndexPath, Cell)])? {
    depth -= 1
    guard depth == 0 else { return nil }
    defer { (pending, isAnimated) = (ListChanges(), false) }
    let (kept, dropped) = pending.apply(to: shown)
    return (kept, dropped.sorted { $0.0 < $1.0 })
  }
}
