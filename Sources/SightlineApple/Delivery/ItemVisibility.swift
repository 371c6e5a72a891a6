#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// Observes the items of a table or collection view whose cells are reused. The item is observed,
/// not the cell that currently shows it.
///
/// ```swift
/// let items = ItemVisibility<Ad.ID>()
/// items.impression(.mrcDisplay) { id, impression in log(id, impression) }
/// // in the cell registration's handler, or in cellForItemAt:
/// items.bind(cell, to: ad.id)
/// ```
///
/// Only the bindings at the end of a turn count, regardless of the order in which the list dequeues
/// its cells: `reloadData()` by itself reports nothing, nor do two cells that swap their items. An
/// item bound to several cells of a window is visible while any of them is. Impressions count in
/// the session of the window: see `UIWindow.visibilitySession`. Retain the object as long
/// as the list.
@MainActor
public final class ItemVisibility<ID: Hashable>: ItemObserver<ID>, MovingRows {
  /// Creates an observer without handlers.
  public init() { super.init { MonotonicClock.now } }

  /// Binds a cell to an item. Call it wherever the cell is configured.
  ///
  /// The cell keeps this object and its binding. Before the list gets another `ItemVisibility`,
  /// unbind its cells or discard them; otherwise both report.
  public func bind(_ cell: PlatformView, to id: ID) {
    let record = ViewRecord.of(cell)
    let host = cell.window.map(WindowHost.of)
    let key = host?.tree.key(of: cell) ?? ViewKey(of: cell)
    record.follow(self)
    items.bind(ItemSlot(key), to: TypedID(id), in: host?.window)
    record.follow()
  }

  /// Unbinds a cell. Needed only for cells that stay on screen without an item.
  public func unbind(_ cell: PlatformView) {
    ViewRecord.existing(of: cell)?.unfollow(self)
    viewIsGone(ViewKey(of: cell))
  }

  func viewIsGone(_ view: ViewKey) { items.unbind(ItemSlot(view)) }

  func moved(_ view: PlatformView, to host: WindowHost?) {
    // Record the key before the window's tree is asked about it.
    items.moved(ItemSlot(host?.tree.key(of: view) ?? ViewKey(of: view)), to: host?.window)
  }

  func viewportChanged(around view: PlatformView) {
    items.viewportChanged(around: ItemSlot(ViewKey(of: view)))
  }
}
#endif
