import CoreGraphics

/// The heights of a table's rows: those of the rows that were measured, and a usual one.
@MainActor
struct RowHeights {
  /// Set by the table from its row height.
  var usual: CGFloat = 44
  var measured: [IndexPath: CGFloat] = [:]

  func height(of path: IndexPath) -> CGFloat { measured[path] ?? usual }

  /// Returns the top of a row in its section.
  func top(of path: IndexPath) -> CGFloat {
    if measured.isEmpty { return CGFloat(path.row) * usual }
    return (0..<path.row).reduce(0) {
      $0 + height(of: IndexPath(row: $1, section: path.section))
    }
  }

  /// Returns the rows of a section that meet a part of it.
  func rows(from low: CGFloat, to high: CGFloat, section: Int, count: Int) -> Range<Int> {
    if measured.isEmpty {
      let first = max(0, Int((low / usual).rounded(.down)))
      let last = min(count, Int((high / usual).rounded(.up)))
      return first..<max(first, last)
    }
    var (first, row, y) = (0, 0, CGFloat(0))
    while row < count, y < high {
      y += height(of: IndexPath(row: row, section: section))
      row += 1
      if y <= low { first = row }
    }
    return first..<row
  }
}
