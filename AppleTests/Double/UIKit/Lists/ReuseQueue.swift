import QuartzCore

/// Cells that wait for reuse, by identifier.
@MainActor
final class ReuseQueue<Cell: UIView> {
  private var waiting: [String: [Cell]] = [:]

  /// Adds a cell that is no longer shown, in the list or removed from it.
  func add(_ cell: Cell, _ identifier: String) {
    if Undocumented.hidesReusedCells { cell.isHidden = true } else { cell.removeFromSuperview() }
    waiting[identifier, default: []].append(cell)
  }

  func take(_ identifier: String) -> Cell? {
    guard let cells = waiting[identifier], !cells.isEmpty else { return nil }
    let index = Undocumented.reusesOldestCellFirst ? 0 : cells.count - 1
    let cell = waiting[identifier]?.remove(at: index)
    cell?.isHidden = false
    cell?.alpha = 1
    return cell
  }

  /// The number of waiting cells.
  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  public var row: Int { self[1] }
  public var item: Int { self[1] }
  public var section: Int { self[0] }
}
