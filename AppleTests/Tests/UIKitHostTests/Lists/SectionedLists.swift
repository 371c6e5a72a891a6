#if !canImport(Darwin)
// Over the double only, which gives cells exactly the requested sizes.
import SightlineApple
import UIKit

@MainActor
final class SizedTable: NSObject, UITableViewDataSource, SectionedList {
  var sections: [[Int]]
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
  let cells = CellReading()
  var list: UIScrollView { table }

  /// A cell whose height depends on its item.
  private final class SizedCell: UITableViewCell {
    var item = 0

    override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
      CGSize(width: targetSize.width, height: CGFloat(30 + item * 37 % 90))
    }
  }

  init(_ sections: [[Int]]) {
    self.sections = sections
    super.init()
    table.contentInsetAdjustmentBehavior = .never
    table.rowHeight = UITableView.automaticDimension
    table.estimatedRowHeight = 60
    table.register(SizedCell.self, forCellReuseIdentifier: "row")
    table.dataSource = self
  }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    let item = sections[path.section][path.row]
    (cell as? SizedCell)?.item = item
    cells.bind(cell, to: item)
    return cell
  }

  func performUpdates(_ updates: @escaping () -> Void) { table.performBatchUpdates(updates) }
  func reloadData() { table.reloadData() }
  func reload(_ path: IndexPath) { table.reloadRows(at: [path], with: .fade) }
  func reconfigure(_ path: IndexPath) { table.reconfigureRows(at: [path]) }
  func insert(at path: IndexPath) { table.insertRows(at: [path], with: .fade) }
  func delete(at path: IndexPath) { table.deleteRows(at: [path], with: .fade) }
  func move(from path: IndexPath, to newPath: IndexPath) {
    table.moveRow(at: path, to: newPath)
  }
  func disturb(_ number: Int) {}
}

/// A collection view with a section that scrolls sideways.
@MainActor
final class SidewaysCollection: NSObject, UICollectionViewDataSource, SectionedList {
  var sections: [[Int]]
  let collection: UICollectionView
  let cells = CellReading()
  var list: UIScrollView { collection }

  static let sidewaysSection = 1

  init(_ sections: [[Int]]) {
    self.sections = sections
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 70)
    layout.headerReferenceSize.height = 20
    collection = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
    super.init()
    collection.contentInsetAdjustmentBehavior = .never
    collection.sidewaysSections = [Self.sidewaysSection]
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
  func disturb(_ number: Int) {
    collection.scrollView(ofSection: Self.sidewaysSection)?.contentOffset.x = CGFloat(number)
  }
}

@MainActor
func sectionedList(_ sections: [[Int]], isTable: Bool) -> any SectionedList {
  isTable ? SizedTable(sections) : SidewaysCollection(sections)
}
#endif
