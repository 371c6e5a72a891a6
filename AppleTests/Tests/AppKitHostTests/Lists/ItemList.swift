import AppKit
import SightlineApple

/// A list of items whose cells are reused: a table view or a collection view.
@MainActor
protocol ItemList: AnyObject {
  var items: [Int] { get set }
  var view: NSScrollView { get }
  var visibility: ItemVisibility<Int> { get }
  func reloadData()
  func reload(at index: Int)
  func insert(_ item: Int, at index: Int)
  func delete(at index: Int)
  func move(from index: Int, to newIndex: Int)
  /// Configures the cell of an item again.
  func rebind(at index: Int, to item: Int)
}

extension ItemList {
  /// The height of a row: ten of them are on the screen.
  static var rowHeight: CGFloat { 48 }

  func scroll(to y: CGFloat) { view.scroll(fromTop: y) }

  /// The items whose rows are entirely in the list.
  var expected: Set<Int> {
    let visible = view.contentView.bounds
    return Set(
      items.indices.filter { index in
        let y = CGFloat(index) * Self.rowHeight
        return y >= visible.minY - 0.01 && y + Self.rowHeight <= visible.maxY + 0.01
      }.map { items[$0] })
  }
}

private let cellIdentifier = NSUserInterfaceItemIdentifier("cell")

@MainActor
final class TableList: NSObject, NSTableViewDataSource, NSTableViewDelegate, ItemList {
  var items: [Int]
  let view = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let table = NSTableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let visibility = ItemVisibility<Int>()

  init(_ items: [Int]) {
    self.items = items
    super.init()
    view.automaticallyAdjustsContentInsets = false
    table.rowHeight = Self.rowHeight
    table.intercellSpacing = .zero
    table.headerView = nil
    table.addTableColumn(NSTableColumn(identifier: cellIdentifier))
    view.documentView = table
    table.delegate = self
    table.dataSource = self
  }

  func numberOfRows(in tableView: NSTableView) -> Int { items.count }

  func tableView(
    _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
  ) -> NSView? {
    var cell = tableView.makeView(withIdentifier: cellIdentifier, owner: self)
    if cell == nil {
      cell = NSTableCellView()
      cell?.identifier = cellIdentifier
    }
    if let cell { visibility.bind(cell, to: items[row]) }
    return cell
  }

  func reloadData() { table.reloadData() }
  func reload(at index: Int) {
    table.reloadData(forRowIndexes: [index], columnIndexes: [0])
  }
  func insert(_ item: Int, at index: Int) {
    table.beginUpdates()
    items.insert(item, at: index)
    table.insertRows(at: [index])
    table.endUpdates()
  }
  func delete(at index: Int) {
    table.beginUpdates()
    items.remove(at: index)
    table.removeRows(at: [index])
    table.endUpdates()
  }
  func move(from index: Int, to newIndex: Int) {
    table.beginUpdates()
    items.insert(items.remove(at: index), at: newIndex)
    table.moveRow(at: index, to: newIndex)
    table.endUpdates()
  }
  func rebind(at index: Int, to item: Int) {
    if let cell = table.view(atColumn: 0, row: index, makeIfNecessary: false) {
      visibility.bind(cell, to: item)
    }
  }
}

@MainActor
final class CollectionList: NSObject, NSCollectionViewDataSource, ItemList {
  var items: [Int]
  let view = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let collection = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let visibility = ItemVisibility<Int>()

  final class Item: NSCollectionViewItem {}

  init(_ items: [Int]) {
    self.items = items
    super.init()
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: Self.rowHeight)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    view.automaticallyAdjustsContentInsets = false
    view.documentView = collection
    collection.collectionViewLayout = layout
    collection.register(Item.self, forItemWithIdentifier: cellIdentifier)
    collection.dataSource = self
  }

  func collectionView(
    _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
  ) -> Int { items.count }

  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt path: IndexPath
  ) -> NSCollectionViewItem {
    let item = collectionView.makeItem(withIdentifier: cellIdentifier, for: path)
    visibility.bind(item.view, to: items[path.item])
    return item
  }

  private func path(_ index: Int) -> IndexPath { IndexPath(item: index, section: 0) }

  func reloadData() { collection.reloadData() }
  func reload(at index: Int) { collection.reloadItems(at: [path(index)]) }
  func insert(_ item: Int, at index: Int) {
    collection.performBatchUpdates {
      self.items.insert(item, at: index)
      self.collection.insertItems(at: [self.path(index)])
    }
  }
  func delete(at index: Int) {
    collection.performBatchUpdates {
      self.items.remove(at: index)
      self.collection.deleteItems(at: [self.path(index)])
    }
  }
  func move(from index: Int, to newIndex: Int) {
    collection.performBatchUpdates {
      self.items.insert(self.items.remove(at: index), at: newIndex)
      self.collection.moveItem(at: self.path(index), to: self.path(newIndex))
    }
  }
  func rebind(at index: Int, to item: Int) {
    if let view = collection.item(at: path(index))?.view { visibility.bind(view, to: item) }
  }
}
