import AppKit
import SightlineApple

extension ItemList {
  func reconfigure(_ path: IndexPath) { rebind(at: path.item, to: items[path.item]) }

  func disturb(_ number: Int) {
    switch number % 4 {
    case 0: list.magnification = [1, 2, 0.5][number % 3]
    case 1: list.contentInsets.top = CGFloat(number % 60)
    case 2:
      guard let window = list.window else { return }
      if window.isMiniaturized { window.deminiaturize(nil) } else { window.miniaturize(nil) }
    default: list.contentView.scroll(to: CGPoint(x: number % 100, y: number - 500))
    }
  }
}

@MainActor
func sectionedList(_ sections: [[Int]], isTable: Bool) -> any SectionedList {
  let items = Array(sections.joined())
  return isTable ? TableList(items) : CollectionList(items)
}

private let cellIdentifier = NSUserInterfaceItemIdentifier("cell")

@MainActor
final class TableList: NSObject, NSTableViewDataSource, NSTableViewDelegate, ItemList {
  var sections: [[Int]]
  let list = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let table = NSTableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let cells = CellReading()

  init(_ items: [Int]) {
    sections = [items]
    super.init()
    list.automaticallyAdjustsContentInsets = false
    table.rowHeight = Self.rowHeight
    table.intercellSpacing = .zero
    table.headerView = nil
    table.addTableColumn(NSTableColumn(identifier: cellIdentifier))
    list.documentView = table
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
    if let cell { cells.bind(cell, to: items[row]) }
    return cell
  }

  func performUpdates(_ updates: @escaping () -> Void) {
    table.beginUpdates()
    updates()
    table.endUpdates()
  }
  func reloadData() { table.reloadData() }
  func reload(_ path: IndexPath) {
    table.reloadData(forRowIndexes: [path.item], columnIndexes: [0])
  }
  func insert(at path: IndexPath) { table.insertRows(at: [path.item]) }
  func delete(at path: IndexPath) { table.removeRows(at: [path.item]) }
  func move(from path: IndexPath, to newPath: IndexPath) {
    table.moveRow(at: path.item, to: newPath.item)
  }
  func rebind(at index: Int, to item: Int) {
    if let cell = table.view(atColumn: 0, row: index, makeIfNecessary: false) {
      cells.bind(cell, to: item)
    }
  }
}

@MainActor
final class CollectionList: NSObject, NSCollectionViewDataSource, ItemList {
  var sections: [[Int]]
  let list = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let collection = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let cells = CellReading()

  final class Item: NSCollectionViewItem {}

  init(_ items: [Int]) {
    sections = [items]
    super.init()
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: Self.rowHeight)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    list.automaticallyAdjustsContentInsets = false
    list.documentView = collection
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
    cells.bind(item.view, to: items[path.item])
    return item
  }

  func performUpdates(_ updates: @escaping () -> Void) { collection.performBatchUpdates(updates) }
  func reloadData() { collection.reloadData() }
  func reload(_ path: IndexPath) { collection.reloadItems(at: [path]) }
  func insert(at path: IndexPath) { collection.insertItems(at: [path]) }
  func delete(at path: IndexPath) { collection.deleteItems(at: [path]) }
  func move(from path: IndexPath, to newPath: IndexPath) {
    collection.moveItem(at: path, to: newPath)
  }
  func rebind(at index: Int, to item: Int) {
    if let view = collection.item(at: IndexPath(item: index, section: 0))?.view {
      cells.bind(view, to: item)
    }
  }
}
