import SightlineApple
import UIKit

/// A list of items whose cells are reused: a table view or a collection view.
@MainActor
protocol ItemList: AnyObject {
  var items: [Int] { get set }
  var view: UIScrollView { get }
  var visibility: ItemVisibility<Int> { get }
  func reloadData()
  func reload(at index: Int)
  func insert(_ item: Int, at index: Int)
  func delete(at index: Int)
  func move(from index: Int, to newIndex: Int)
  /// Configures the cell of an item again, as `reconfigure` does.
  func rebind(at index: Int, to item: Int)
}

extension ItemList {
  /// The height of a row: ten of them are on the screen.
  static var rowHeight: CGFloat { 48 }

  func scroll(to y: CGFloat) { view.contentOffset.y = y }

  /// The items whose rows are entirely in the list.
  var expected: Set<Int> {
    let (top, bottom) = (view.contentOffset.y, view.contentOffset.y + view.bounds.height)
    return Set(
      items.indices.filter { index in
        let y = CGFloat(index) * Self.rowHeight
        return y >= top - 0.01 && y + Self.rowHeight <= bottom + 0.01
      }.map { items[$0] })
  }
}

@MainActor
final class TableList: NSObject, UITableViewDataSource, ItemList {
  var items: [Int]
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
  let visibility = ItemVisibility<Int>()

  var view: UIScrollView { table }

  init(_ items: [Int]) {
    self.items = items
    super.init()
    table.contentInsetAdjustmentBehavior = .never
    table.rowHeight = Self.rowHeight
    table.estimatedRowHeight = 0
    table.sectionHeaderTopPadding = 0
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = self
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    visibility.bind(cell, to: items[path.row])
    return cell
  }

  private func path(_ index: Int) -> IndexPath { IndexPath(row: index, section: 0) }

  func reloadData() { table.reloadData() }
  func reload(at index: Int) { table.reloadRows(at: [path(index)], with: .none) }
  func insert(_ item: Int, at index: Int) {
    items.insert(item, at: index)
    table.insertRows(at: [path(index)], with: .none)
  }
  func delete(at index: Int) {
    items.remove(at: index)
    table.deleteRows(at: [path(index)], with: .none)
  }
  func move(from index: Int, to newIndex: Int) {
    items.insert(items.remove(at: index), at: newIndex)
    table.moveRow(at: path(index), to: path(newIndex))
  }
  func rebind(at index: Int, to item: Int) {
    if let cell = table.cellForRow(at: path(index)) { visibility.bind(cell, to: item) }
  }
}

@MainActor
final class CollectionList: NSObject, UICollectionViewDataSource, ItemList {
  var items: [Int]
  let collection: UICollectionView
  let visibility = ItemVisibility<Int>()

  var view: UIScrollView { collection }

  init(_ items: [Int]) {
    self.items = items
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: Self.rowHeight)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    collection = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
    super.init()
    collection.contentInsetAdjustmentBehavior = .never
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = self
  }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    items.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    visibility.bind(cell, to: items[path.item])
    return cell
  }

  private func path(_ index: Int) -> IndexPath { IndexPath(item: index, section: 0) }

  func reloadData() { collection.reloadData() }
  func reload(at index: Int) { collection.reloadItems(at: [path(index)]) }
  func insert(_ item: Int, at index: Int) {
    items.insert(item, at: index)
    collection.insertItems(at: [path(index)])
  }
  func delete(at index: Int) {
    items.remove(at: index)
    collection.deleteItems(at: [path(index)])
  }
  func move(from index: Int, to newIndex: Int) {
    items.insert(items.remove(at: index), at: newIndex)
    collection.moveItem(at: path(index), to: path(newIndex))
  }
  func rebind(at index: Int, to item: Int) {
    if let cell = collection.cellForItem(at: path(index)) { visibility.bind(cell, to: item) }
  }
}
