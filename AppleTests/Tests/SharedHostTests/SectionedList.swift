import SightlineApple

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// A list of items in sections, and the items that its cells show by a naive reading.
@MainActor
protocol SectionedList: AnyObject {
  var sections: [[Int]] { get set }
  var list: PlatformScrollView { get }
  var cells: CellReading { get }
  /// Makes changes of the items together with the updates that announce them.
  func performUpdates(_ updates: @escaping () -> Void)
  func reloadData()
  func reload(_ path: IndexPath)
  func reconfigure(_ path: IndexPath)
  func insert(at path: IndexPath)
  func delete(at path: IndexPath)
  func move(from path: IndexPath, to newPath: IndexPath)
  /// Changes something else, chosen by a number below 2,000.
  func disturb(_ number: Int)
}

/// A list of rows of one height in one section.
@MainActor
protocol ItemList: SectionedList {
  /// Configures the cell of an item again, as `reconfigure` does.
  func rebind(at index: Int, to item: Int)
}

extension ItemList {
  /// The height of a row: ten of them are on the screen.
  static var rowHeight: CGFloat { 48 }

  var items: [Int] {
    get { sections[0] }
    set { sections[0] = newValue }
  }
  var view: PlatformScrollView { list }
  var visibility: ItemVisibility<Int> { cells.visibility }

  func scroll(to y: CGFloat) { list.scroll(fromTop: y) }

  func insert(_ item: Int, at index: Int) {
    performUpdates {
      self.items.insert(item, at: index)
      self.insert(at: IndexPath(item: index, section: 0))
    }
  }
  func delete(at index: Int) {
    performUpdates {
      self.items.remove(at: index)
      self.delete(at: IndexPath(item: index, section: 0))
    }
  }
  func move(from index: Int, to newIndex: Int) {
    performUpdates {
      self.items.insert(self.items.remove(at: index), at: newIndex)
      self.move(
        from: IndexPath(item: index, section: 0), to: IndexPath(item: newIndex, section: 0))
    }
  }
  func reload(at index: Int) { reload(IndexPath(item: index, section: 0)) }

  /// The items whose rows are entirely in the list.
  var expected: Set<Int> {
    let (top, bottom) = (list.scrolledDistance, list.scrolledDistance + list.bounds.height)
    return Set(
      items.indices.filter { index in
        let y = CGFloat(index) * Self.rowHeight
        return y >= top - 0.01 && y + Self.rowHeight <= bottom + 0.01
      }.map { items[$0] })
  }
}

/// Cells with the items they were last bound to.
@MainActor
final class CellReading {
  let visibility = ItemVisibility<Int>()
  private var items: [ObjectIdentifier: (cell: PlatformView, item: Int)] = [:]

  func bind(_ cell: PlatformView, to item: Int) {
    visibility.bind(cell, to: item)
    items[ObjectIdentifier(cell)] = (cell, item)
  }

  /// The items with a visible pixel in any cell.
  func visible(in screen: Screen) -> Set<Int> {
    guard screen.isShown else { return [] }
    return Set(items.values.filter { shows($0.cell, in: screen) }.map(\.item))
  }

  private func shows(_ cell: PlatformView, in screen: Screen) -> Bool {
    guard cell.isDescendant(of: screen.view) else { return false }
    var area = cell.convert(cell.bounds, to: screen.view)
    var current: PlatformView? = cell
    while let here = current {
      if here.isHidden || here.opacity < 0.01 { return false }
      if here !== cell, here.clipsToBounds {
        area = area.intersection(here.convert(here.bounds, to: screen.view))
      }
      current = here.superview
    }
    return !area.isNull && area.width > 1e-6 && area.height > 1e-6
  }
}
