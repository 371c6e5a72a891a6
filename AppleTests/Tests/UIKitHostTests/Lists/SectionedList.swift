#if !canImport(Darwin)
import SightlineApple
import UIKit

/// A list of items in sections, whose cells fade, are prefetched or have estimated heights, and the
/// items that its cells show by a naive reading.
@MainActor
protocol SectionedList: AnyObject {
  var sections: [[Int]] { get set }
  var list: UIScrollView { get }
  var cells: CellReading { get }
  /// Makes changes of the items together with the updates that announce them.
  func performUpdates(_ updates: @escaping () -> Void)
  func reloadData()
  func reload(_ path: IndexPath)
  func reconfigure(_ path: IndexPath)
  func insert(at path: IndexPath)
  func delete(at path: IndexPath)
  func move(from path: IndexPath, to newPath: IndexPath)
  /// Scrolls a section sideways, if it does that.
  func scrollSideways(to x: CGFloat)
}

/// Cells with the items they were last bound to.
@MainActor
final class CellReading {
  let visibility = ItemVisibility<Int>()
  private var items: [ObjectIdentifier: (cell: UIView, item: Int)] = [:]

  func bind(_ cell: UIView, to item: Int) {
    visibility.bind(cell, to: item)
    items[ObjectIdentifier(cell)] = (cell, item)
  }

  /// The items of which any pixel shows in any cell.
  func visible(in window: UIWindow) -> Set<Int> {
    Set(items.values.filter { shows($0.cell, in: window) }.map(\.item))
  }

  private func shows(_ cell: UIView, in window: UIWindow) -> Bool {
    guard cell.window === window else { return false }
    var area = cell.convert(cell.bounds, to: window)
    var current: UIView? = cell
    while let here = current {
      if here.isHidden || here.alpha < 0.01 { return false }
      if here !== cell, here.clipsToBounds || here === window {
        area = area.intersection(here.convert(here.bounds, to: window))
      }
      current = here.superview
    }
    return !area.isNull && area.width > 1e-6 && area.height > 1e-6
  }
}

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
  func scrollSideways(to x: CGFloat) {}
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
  func scrollSideways(to x: CGFloat) {
    collection.scrollView(ofSection: Self.sidewaysSection)?.contentOffset.x = x
  }
}
#endif
