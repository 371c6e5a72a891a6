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
