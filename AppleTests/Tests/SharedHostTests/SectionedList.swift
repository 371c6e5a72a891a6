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
