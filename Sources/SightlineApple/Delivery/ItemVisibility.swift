#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineCore
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
public final class ItemVisibility<ID: Hashable>: MovingRows {
  fileprivate let rows = RecycledViews<ID>()
  /// The bound cells, including those in no window, which a list may show again without a call.
  private var items: [ViewKey: Item] = [:]

  private struct Item {
    weak var cell: PlatformView?
  }

  /// Creates an observer without handlers.
  public init() {
    rows.viewWasLost = { [weak self] in
      if let cell = self?.items[$0]?.cell { ViewRecord.of(cell).wasLost() }
    }
  }

  /// Calls a closure when an item becomes visible under a rule and when it stops being visible. By
  /// default, an item counts as visible when all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    rows.changed(rule, perform: perform)
  }

  /// Calls a closure for each threshold that an item reaches or loses.
  public func crossed(
    _ rule: VisibilityRule, perform: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    rows.crossed(rule, perform: perform)
  }

  /// Calls a closure for each impression of an item.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform: @escaping @MainActor (ID, Impression) -> Void
  ) {
    rows.impression(policy, perform: perform)
  }

  /// Calls a closure when an exposure of an item begins and when it ends, with its length, the
  /// greatest visible fraction and the reason.
  public func exposure(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    rows.exposure(rule, perform: perform)
  }

  /// Sets whether the dwell of an item's impressions counts, in all its cells, now and later: see
  /// ``ViewVisibility/countsDwell``.
  public func setCountsDwell(_ counts: Bool, for id: ID) { rows.setCountsDwell(counts, for: id) }

  /// Binds a cell to an item. Call it wherever the cell is configured.
  public func bind(_ cell: PlatformView, to id: ID) {
    let record = ViewRecord.of(cell)
    let host = cell.window.map(WindowHost.of)
    let key = host?.tree.key(of: cell) ?? ViewKey(of: cell)
    forgetGoneCells()
    items[key] = Item(cell: cell)
    record.follow(self)
    rows.bind(key, to: id, in: host?.window)
    record.follow()
  }

  /// Unbinds a cell. Needed only for cells that stay on screen without an item.
  public func unbind(_ cell: PlatformView) {
    let key = ViewKey(of: cell)
    items[key] = nil
    ViewRecord.existing(of: cell)?.unfollow(self)
    rows.unbind(key)
  }

  func moved(_ view: PlatformView, to host: WindowHost?) {
    // Record the key before the window's tree is asked about it.
    rows.moved(host?.tree.key(of: view) ?? ViewKey(of: view), to: host?.window)
  }

  func viewportChanged(around view: PlatformView) {
    rows.viewportChanged(around: ViewKey(of: view))
  }

  private func forgetGoneCells() {
    // Lists keep a handful of cells. With more than that, some have been freed.
    guard items.count > 2 * max(16, rows.boundViews.count) else { return }
    for (key, item) in items where item.cell == nil {
      items[key] = nil
      rows.unbind(key)
    }
  }
}

extension ItemVisibility where ID: ItemKeyConvertible {
  /// Records the impressions and exposures of all items: see
  /// ``ViewVisibility/logsImpressions(of:_:to:)``.
  public func logsImpressions(_ policy: LogPolicy = .feed, to recorder: some ImpressionRecorder) {
    rows.logsImpressions(policy, to: recorder) { MonotonicClock.now }
  }
}
#endif
