import SightlineApple
import UIKit

@MainActor
class SectionedTable: NSObject, UITableViewDataSource, SectionedList {
  var sections: [[Int]]
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
  let cells = CellReading()
  var list: UIScrollView { table }
  private let animation: UITableView.RowAnimation

  init(_ sections: [[Int]], animation: UITableView.RowAnimation, cell: UITableViewCell.Type) {
    (self.sections, self.animation) = (sections, animation)
    super.init()
    table.contentInsetAdjustmentBehavior = .never
    table.register(cell, forCellReuseIdentifier: "row")
    table.dataSource = self
  }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    let item = sections[path.section][path.row]
    cell.tag = item
    cells.bind(cell, to: item)
    return cell
  }

  func performUpdates(_ updates: @escaping () -> Void) { table.performBatchUpdates(updates) }
  func reloadData() { table.reloadData() }
  func reload(_ path: IndexPath) { table.reloadRows(at: [path], with: animation) }
  func reconfigure(_ path: IndexPath) { table.reconfigureRows(at: [path]) }
  func insert(at path: IndexPath) { table.insertRows(at: [path], with: animation) }
  func delete(at path: IndexPath) { table.deleteRows(at: [path], with: animation) }
  func move(from path: IndexPath, to newPath: IndexPath) { table.moveRow(at: path, to: newPath) }
  func disturb(_ number: Int) {}
}

@MainActor
class SectionedCollection: NSObject, UICollectionViewDataSource, SectionedList {
  var sections: [[Int]]
  let collection: UICollectionView
  let cells = CellReading()
  var list: UIScrollView { collection }

  init(_ sections: [[Int]], _ layout: UICollectionViewLayout) {
    self.sections = sections
    collection = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
    super.init()
    collection.contentInsetAdjustmentBehavior = .never
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = self
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    cells.bind(cell, to: sections[path.section][path.item])
    return cell
  }

  func performUpdates(_ updates: @escaping () -> Void) { collection.performBatchUpdates(updates) }
  func reloadData() { collection.reloadData() }
  func reload(_ path: IndexPath) { collection.reloadItems(at: [path]) }
  func reconfigure(_ path: IndexPath) { collection.reconfigureItems(at: [path]) }
  func insert(at path: IndexPath) { collection.insertItems(at: [path]) }
  func delete(at path: IndexPath) { collection.deleteItems(at: [path]) }
  func move(from path: IndexPath, to newPath: IndexPath) {
    collection.moveItem(at: path, to: newPath)
  }
  func disturb(_ number: Int) {}
}

#if !canImport(Darwin)
// Over the double only, which gives cells exactly the requested sizes.

/// A table whose rows have heights that depend on their items.
@MainActor
final class SizedTable: SectionedTable {
  private final class SizedCell: UITableViewCell {
    override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
      CGSize(width: targetSize.width, height: CGFloat(30 + tag * 37 % 90))
    }
  }

  init(_ sections: [[Int]]) {
    super.init(sections, animation: .fade, cell: SizedCell.self)
    table.rowHeight = UITableView.automaticDimension
    table.estimatedRowHeight = 60
  }
}

/// A collection view with a section that scrolls sideways.
@MainActor
final class SidewaysCollection: SectionedCollection {
  private static let sidewaysSection = 1

  init(_ sections: [[Int]]) {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 70)
    layout.headerReferenceSize.height = 20
    super.init(sections, layout)
    collection.sidewaysSections = [Self.sidewaysSection]
  }

  override func disturb(_ number: Int) {
    collection.scrollView(ofSection: Self.sidewaysSection)?.contentOffset.x = CGFloat(number)
  }
}

@MainActor
func sectionedList(_ sections: [[Int]], isTable: Bool) -> any SectionedList {
  isTable ? SizedTable(sections) : SidewaysCollection(sections)
}
#endif
