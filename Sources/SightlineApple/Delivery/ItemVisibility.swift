#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineCore
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

/// What people see of the items of a table or collection view, whose cells are used again: an item
/// is what is seen, not the cell that shows it at the moment.
///
/// ```swift
/// let items = ItemVisibility<Ad.ID>()
/// items.impression(.mrcDisplay) { id, impression in log(id, impression) }
/// // in the cell registration's handler, or in cellForItemAt:
/// items.bind(cell, to: ad.id)
/// ```
///
/// An item whose cell is taken away and that another cell shows before the next look has not left:
/// `reloadData()` by itself reports nothing. Keep the object as long as the list.
@MainActor
public final class ItemVisibility<ID: Hashable & Sendable>: MovingRows {
  private let rows: RecycledViews<ID>
  /// Cells that are in no window keep their item: a list brings them back without asking.
  private var items: [ViewKey: Item] = [:]

  private struct Item {
    var id: ID
    weak var cell: PlatformView?
  }

  /// Creates it without anything to call.
  ///
  /// - Parameter session: what impressions are counted in; `nil` for the one all windows share.
  public init(session: VisibilitySession? = nil) {
    rows = RecycledViews(session: session ?? .shared)
  }

  /// Calls a closure when an item becomes visible under a rule, and when it is so no longer; without a
  /// rule, as soon as all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    rows.register(.changed(rule, perform))
  }

  /// Calls a closure for each threshold that an item reaches or loses.
  public func crossed(
    _ rule: VisibilityRule, perform: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    rows.register(.crossed(rule, perform))
  }

  /// Calls a closure when an item was seen.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform: @escaping @MainActor (ID, Impression) -> Void
  ) {
    rows.register(.seen(policy, perform))
  }

  /// A cell shows an item from now on; call it wherever the cell is configured.
  public func bind(_ cell: PlatformView, to id: ID) {
    let record = ViewRecord.of(cell)
    let host = cell.window.map(WindowHost.of)
    let key = host?.tree.key(of: cell) ?? ViewKey(of: cell)
    forgetGoneCells()
    items[key] = Item(id: id, cell: cell)
    record.rows = self
    rows.bind(key, to: id, in: host?.window)
    record.follow()
  }

  /// A cell shows no item any more. Only needed for cells that stay on screen without one.
  public func unbind(_ cell: PlatformView) {
    let key = ViewKey(of: cell)
    items[key] = nil
    ViewRecord.existing(of: cell)?.rows = nil
    rows.unbind(key, in: cell.window.map(WindowHost.of)?.window)
  }

  func moved(_ view: PlatformView, from old: WindowHost?, to new: WindowHost?) {
    let key = ViewKey(of: view)
    guard let item = items[key] else { return }
    if let old, old !== new { rows.unbind(key, in: old.window) }
    // Also where it is bound already: it may have been bound while it was in no window.
    if let new { rows.bind(new.tree.key(of: view), to: item.id, in: new.window) }
  }

  private func forgetGoneCells() {
    // Lists keep a handful of cells; more than that means that some are gone.
    guard items.count > 2 * max(16, rows.boundViews.count) else { return }
    for (key, item) in items where item.cell == nil {
      items[key] = nil
      rows.unbind(key, in: nil)
    }
  }
}
#endif
