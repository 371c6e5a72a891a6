#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension ItemVisibility {
  /// Binds a cell to an item. Call it wherever the cell is configured.
  ///
  /// The cell keeps its binding and the closures. Before the list gets another `ItemVisibility`,
  /// unbind its cells or discard them; otherwise both report.
  public func bind(_ cell: PlatformView, to id: ID) {
    let record = ViewRecord.of(cell)
    let host = cell.window.map(WindowHost.of)
    let key = host?.tree.key(of: cell) ?? ViewKey(of: cell)
    record.follow(items)
    items.bind(ItemTable.Key(key), to: item(id), in: host?.window)
    record.follow()
  }

  /// Unbinds a cell. Needed only for cells that stay on screen without an item.
  public func unbind(_ cell: PlatformView) {
    ViewRecord.existing(of: cell)?.unfollow(items)
    items.unbind(ItemTable.Key(ViewKey(of: cell)))
  }
}
#endif
