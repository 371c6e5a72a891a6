import SightlineApple
import UIKit

@MainActor
final class TableList: SectionedTable, ItemList {
  init(_ items: [Int]) {
    super.init([items], animation: .none, cell: UITableViewCell.self)
    table.rowHeight = Self.rowHeight
    table.estimatedRowHeight = 0
    table.sectionHeaderTopPadding = 0
  }

  func rebind(at index: Int, to item: Int) {
    if let cell = table.cellForRow(at: IndexPath(row: index, section: 0)) {
      cells.bind(cell, to: item)
    }
  }
}

@MainActor
final class CollectionList: SectionedCollection, ItemList {
  init(_ items: [Int]) {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: Self.rowHeight)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    super.init([items], layout)
  }

  func rebind(at index: Int, to item: Int) {
    if let cell = collection.cellForItem(at: IndexPath(item: index, section: 0)) {
      cells.bind(cell, to: item)
    }
  }
}
