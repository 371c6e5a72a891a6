import Testing
import UIKit
import VirtualTime

@MainActor
@Suite(.serialized) struct UIKitListTests {
  private final class Cell: UITableViewCell {
    var preparations = 0
    override func prepareForReuse() {
      super.prepareForReuse()
      preparations += 1
    }
  }

  @MainActor
  private final class Rows: NSObject, UITableViewDataSource {
    var count = 50
    var configured: [Int] = []
    var cells: Set<UITableViewCell> = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
      configured.append(path.row)
      cells.insert(cell)
      return cell
    }
  }

  private func onScreen(_ body: (UITableView, Rows) -> Void) {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 400)))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400), style: .plain)
    let rows = Rows()
    table.rowHeight = 100
    table.register(Cell.self, forCellReuseIdentifier: "row")
    table.dataSource = rows
    window.addSubview(table)
    window.isHidden = false
    VirtualRunLoop.main.settle()
    body(table, rows)
  }

  // UITableViewCell, prepareForReuse(): "If a UITableViewCell object has a reuse identifier, the
  // table view invokes this method just before returning the object from the UITableView method
  // dequeueReusableCell(withIdentifier:)."
  @Test(arguments: [true, false], [true, false])
  func `removed cells are prepared and reused`(hides: Bool, oldestFirst: Bool) {
    Undocumented.hidesReusedCells = hides
    Undocumented.reusesOldestCellFirst = oldestFirst
    defer { Undocumented.reset() }
    onScreen { table, rows in
      #expect(rows.configured == [0, 1, 2, 3])
      for offset in stride(from: CGFloat(0), through: 2_000, by: 100) {
        table.contentOffset.y = offset
        VirtualRunLoop.main.settle()
      }
      #expect(rows.configured == Array(0..<24))
      #expect(rows.cells.count == 4)
      let preparations = rows.cells.reduce(0) { $0 + (($1 as? Cell)?.preparations ?? 0) }
      #expect(preparations == 20)
      #expect(table.indexPathsForVisibleRows?.map(\.row) == [20, 21, 22, 23])
      #expect(table.visibleCells.map(\.frame.minY) == [2_000, 2_100, 2_200, 2_300])
      #expect(table.visibleCells.allSatisfy { $0.superview === table && !$0.isHidden })
    }
  }

  // UITableView, reloadData(): everything is reloaded, and only visible rows are displayed again.
  @Test func `a reload fetches visible cells again with the next layout`() {
    onScreen { table, rows in
      rows.configured = []
      rows.count = 3
      table.reloadData()
      #expect(rows.configured == [])
      VirtualRunLoop.main.settle()
      #expect(rows.configured == [0, 1, 2])
      #expect(table.contentSize.height == 300)
    }
  }

  // UITableView, performBatchUpdates(_:completion:): deletions come before insertions. The indexes
  // of deletions are those before the batch, the indexes of insertions those after all deletions.
  @Test func `deletions precede insertions in a batch`() {
    onScreen { table, rows in
      let cells = table.visibleCells
      rows.configured = []
      table.performBatchUpdates {
        table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .none)
      }
      #expect(rows.configured == [0])
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === cells[0])
      #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === cells[2])
      table.moveRow(at: IndexPath(row: 1, section: 0), to: IndexPath(row: 3, section: 0))
      #expect(table.cellForRow(at: IndexPath(row: 3, section: 0)) === cells[0])
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === cells[2])
    }
  }

  // Undocumented.
  @Test(arguments: [true, false])
  func `a deleted cell stays in the table for its animation`(isOpaque: Bool) {
    Undocumented.fadingCellsStayOpaque = isOpaque
    defer { Undocumented.reset() }
    onScreen { table, rows in
      let cell = table.visibleCells[1]
      rows.count -= 1
      table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
      #expect(!table.visibleCells.contains(cell))
      #expect(cell.superview === table)
      #expect(cell.alpha == (isOpaque ? 1 : 0))
      VirtualRunLoop.main.run(for: 400_000_000)
      #expect(cell.superview == nil || cell.isHidden)
    }
  }

  // UITableView, reconfigureRows(at:): "the existing cell is updated"; UITableView,
  // estimatedRowHeight: rows have it until they are measured.
  @Test func `rows are configured again in their cells, and measured when they are shown`() {
    onScreen { table, rows in
      let cells = table.visibleCells
      rows.configured = []
      table.reconfigureRows(at: [IndexPath(row: 1, section: 0)])
      #expect(rows.configured == [1])
      #expect(table.visibleCells == cells)
      table.rowHeight = UITableView.automaticDimension
      table.estimatedRowHeight = 100
      table.reloadData()
      VirtualRunLoop.main.settle()
      // Cells are 44 pt high.
      #expect(table.visibleCells.count == 10)
      #expect(table.contentSize == CGSize(width: 320, height: 4_440))
    }
  }
}
