import SightlineCore

/// The best simple code for one list: rows sorted by position, a binary search for those on screen,
/// and a set of the visible ids.
///
/// It knows one column of rows in one scroll view, and one threshold. It knows nothing of
/// carousels, covers, opacity, rotation, margins, hidden views, reasons, impressions or the
/// background.
struct SortedRows {
  private var tops: [Double]
  private var heights: [Double]
  private var visible: Set<Int> = []
  private(set) var entered: [Int] = []
  private(set) var left: [Int] = []

  /// Copies the rows of a workload, which are in order.
  init(_ workload: Workload) {
    let frames = workload.targets.map { workload.engine.scene.target($0).frame }
    tops = frames.map(\.minY)
    heights = frames.map(\.height)
  }

  mutating func pass(contentOffset: LayoutPoint) {
    let (top, bottom) = (contentOffset.y, contentOffset.y + Workload.screen.height)
    entered.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    for row in visible where share(of: row, top, bottom) < 0.5 { left.append(row) }
    for row in left { visible.remove(row) }
    var row = max(0, firstRow(from: top) - 1)
    while row < tops.count, tops[row] < bottom {
      if share(of: row, top, bottom) >= 0.5, visible.insert(row).inserted { entered.append(row) }
      row += 1
    }
  }

  private func share(of row: Int, _ top: Double, _ bottom: Double) -> Double {
    (min(bottom, tops[row] + heights[row]) - max(top, tops[row])) / heights[row]
  }

  /// Returns the first row that begins at or below a position.
  private func firstRow(from top: Double) -> Int {
    var (low, high) = (0, tops.count)
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] < top { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
