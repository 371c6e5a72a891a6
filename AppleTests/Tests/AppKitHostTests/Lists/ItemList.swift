import AppKit
import SightlineApple

/// A list of items whose cells are reused: a table view or a collection view. It has one section.
@MainActor
protocol ItemList: SectionedList {
  var items: [Int] { get set }
  var view: NSScrollView { get }
  /// Configures the cell of an item again.
  func rebind(at index: Int, to item: Int)
}

extension ItemList {
  /// The height of a row: ten of them are on the screen.
  static var rowHeight: CGFloat { 48 }

  func scroll(to y: CGFloat) { view.scroll(fromTop: y) }

  var visibility: ItemVisibility<Int> { cells.visibility }

  func insert(_ item: Int, at index: Int) {
    performUpdates {
      self.items.insert(item, at: index)
      self.insert(at: path(index))
    }
  }
  func delete(at index: Int) {
    performUpdates {
      self.items.remove(at: index)
      self.delete(at: path(index))
    }
  }
  func move(from index: Int, to newIndex: Int) {
    performUpdates {
      self.items.insert(self.items.remove(at: index), at: newIndex)
      self.move(from: path(index), to: path(newIndex))
    }
  }
  func reload(at index: Int) { reload(path(index)) }

  // MARK: A list with sections

  var list: NSScrollView { view }
  var sections: [[Int]] {
    get { [items] }
    set { items = newValue[0] }
  }
  func reconfigure(_ path: IndexPath) { rebind(at: path.item, to: items[path.item]) }

  func disturb(_ number: Int) {
    switch number % 4 {
    case 0: view.magnification = [1, 2, 0.5][number % 3]
    case 1: view.contentInsets.top = CGFloat(number % 60)
    case 2:
      guard let window = view.window else { return }
      if window.isMiniaturized { window.deminiaturize(nil) } else { window.miniaturize(nil) }
    default: view.contentView.scroll(to: CGPoint(x: number % 100, y: number - 500))
    }
  }

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

@MainActor
func sectionedList(_ sections: [[Int]], isTable: Bool) -> any SectionedList {
  let items = Array(sections.joined())
  return isTable ? TableList(items) : CollectionList(items)
}

private func path(_ index: Int) -> IndexPath { IndexPath(item: index, section: 0) }

private let cellIdentifier = NSUserInterfaceItemIdentifier("cell")

@MainActor
final class TableList: NSObject, NSTableViewDataSource, NSTableViewDelegate, ItemList {
  var items: [Int]
  let view = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let table = NSTableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let cells = CellReading()

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
  var items: [Int]
  let view = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let collection = NSCollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let cells = CellReading()

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
    if let view = collection.item(at: path(index))?.view { cells.bind(view, to: item) }
  }
}
