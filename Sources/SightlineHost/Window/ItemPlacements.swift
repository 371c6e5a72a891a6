internal import SightlineCore

/// Which views show which items, where views are used again for other items: an item is observed,
/// not the view that shows it at the moment.
///
/// Only the net effect counts. Changes are collected until the next pass begins, and an item that
/// is bound to some view of the window then has not left, in whatever order that came about: a list
/// that lays itself out anew, reloads or exchanges two rows reports nothing.
///
/// Invariants:
/// 1. An item without views in a window leaves once, with the next pass.
/// 2. Nothing is placed, moved or displaced before the next pass begins.
@MainActor
final class ItemPlacements<Item: Hashable, Content>: SettledBeforePass {
  /// Where an item is observed.
  final class Placement {
    let item: Item
    /// What the owner keeps with it.
    var content: Content
    let tracked: TrackedView
    /// The view that it was placed at last.
    fileprivate(set) var view: ViewKey?
    /// Whether that view was unbound since, even if it is bound again.
    fileprivate var hasMoved = false
    fileprivate var isStale = false

    fileprivate init(_ item: Item, _ content: Content, _ tracked: TrackedView) {
      self.item = item
      self.content = content
      self.tracked = tracked
    }
  }

  private struct Binding {
    var item: Item
    weak var window: MirroredWindow?

    var place: Place? { window.map { Place(item: item, window: ObjectIdentifier($0)) } }
  }

  private struct Place: Hashable {
    var item: Item
    var window: ObjectIdentifier
  }

  /// An item in a window.
  private final class Row {
    let place: Place
    weak var window: MirroredWindow?
    /// The views bound to the item, the last one last.
    var views: [ViewKey] = []
    var placements: [Placement] = []
    var isUnsettled = false

    init(_ place: Place, in window: MirroredWindow) {
      self.place = place
      self.window = window
    }
  }

  /// Whether an item is observed in each view bound to it, or only in the last one.
  private let observesEveryView: Bool
  private let makeContent: @MainActor (Item) -> Content
  /// Called before a placement is placed for the first time.
  var wasMade: @MainActor (Placement) -> Void = { _ in }
  /// Called when a placement is about to be observed in another view.
  var willMove: @MainActor (Placement) -> Void = { _ in }
  /// Whether a placement that was to begin anew (``restart(_:)``) has to.
  var mustRestart: @MainActor (Placement) -> Bool = { _ in true }
  /// Called when a bound view was found to have left its window unannounced.
  var viewWasLost: @MainActor (ViewKey) -> Void = { _ in }

  private var bindings: [ViewKey: Binding] = [:]
  private var rows: [Place: Row] = [:]
  private var unsettled: [Row] = []

  init(observesEveryView: Bool, content: @escaping @MainActor (Item) -> Content) {
    self.observesEveryView = observesEveryView
    makeContent = content
  }

  /// The views that show an item at present.
  var boundViews: some Collection<ViewKey> { bindings.keys }

  /// Where items are observed at present.
  var placements: [Placement] { rows.values.flatMap(\.placements) }

  /// Where a view's item is observed in that view.
  func placement(at view: ViewKey) -> Placement? {
    row(of: view).flatMap { placement(at: view, in: $0) }
  }

  // MARK: Changes

  /// A view shows an item from now on; `nil` for a view that is in no window yet.
  func bind(_ view: ViewKey, to item: Item, in window: MirroredWindow?) {
    detach(view)
    bindings[view] = Binding(item: item, window: window)
    attach(view)
  }

  /// A view shows its item no longer.
  func unbind(_ view: ViewKey) {
    detach(view)
    bindings[view] = nil
  }

  /// A view came into a window or left it, if it shows an item.
  func move(_ view: ViewKey, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window else { return }
    bind(view, to: binding.item, in: window)
  }

  /// Has the item of a view leave and enter anew.
  func restart(_ view: ViewKey) {
    guard let row = row(of: view), let placement = placement(at: view, in: row) else { return }
    placement.isStale = true
    unsettle(row)
  }

  /// Has a view's item placed again where it could not be before.
  func retry(_ view: ViewKey) {
    guard let row = row(of: view), placement(at: view, in: row)?.tracked.place == nil else {
      return
    }
    unsettle(row)
  }

  private func row(of view: ViewKey) -> Row? { bindings[view]?.place.flatMap { rows[$0] } }

  private func placement(at view: ViewKey, in row: Row) -> Placement? {
    row.placements.first { $0.view == view }
  }

  private func attach(_ view: ViewKey) {
    guard let window = bindings[view]?.window, let place = bindings[view]?.place else { return }
    // A window that is gone may have been at the same address.
    let known = rows[place].flatMap { $0.window === window ? $0 : nil }
    let row = known ?? Row(place, in: window)
    rows[place] = row
    row.views.append(view)
    unsettle(row)
  }

  private func detach(_ view: ViewKey) {
    guard let row = row(of: view) else { return }
    row.views.removeAll { $0 == view }
    placement(at: view, in: row)?.hasMoved = true
    unsettle(row)
  }

  private func unsettle(_ row: Row) {
    row.window?.settleBeforePass(self)
    if row.isUnsettled { return }
    row.isUnsettled = true
    unsettled.append(row)
  }

  // MARK: Settling

  func settle() {
    let rows = unsettled
    unsettled.removeAll(keepingCapacity: true)
    for row in rows {
      row.isUnsettled = false
      settle(row)
      if row.views.isEmpty || row.window == nil, self.rows[row.place] === row {
        self.rows[row.place] = nil
      }
    }
  }

  private func settle(_ row: Row) {
    guard let window = row.window else { return }
    var views = observesEveryView ? row.views : Array(row.views.suffix(1))
    var free: [Placement] = []
    var kept: [Placement] = []
    for placement in row.placements {
      if placement.isStale, mustRestart(placement) { window.displace(placement.tracked) }
      placement.isStale = false
      if !placement.hasMoved, let index = views.firstIndex(where: { $0 == placement.view }) {
        place(placement, at: views.remove(at: index), in: window)
        kept.append(placement)
      } else {
        free.append(placement)
      }
    }
    for view in views {
      let index = free.firstIndex { $0.view == view } ?? free.indices.first
      let placement = index.map { free.remove(at: $0) } ?? makePlacement(of: row.place.item)
      place(placement, at: view, in: window)
      kept.append(placement)
    }
    for placement in free { window.displace(placement.tracked) }
    row.placements = kept
  }

  private func place(_ placement: Placement, at view: ViewKey, in window: MirroredWindow) {
    let stays = placement.view == view && !placement.hasMoved
    placement.view = view
    placement.hasMoved = false
    if !stays { willMove(placement) }
    if let target = placement.tracked.place?.target {
      if stays || window.mirror.move(target, to: view) { return }
      window.displace(placement.tracked)
    }
    window.place(placement.tracked, at: view)
  }

  private func makePlacement(of item: Item) -> Placement {
    let tracked = TrackedView(of: item)
    let placement = Placement(item, makeContent(item), tracked)
    tracked.wasLost = { [weak self, weak placement] in
      guard let placement, let view = placement.view else { return }
      placement.view = nil
      self?.viewWasLost(view)
    }
    wasMade(placement)
    return placement
  }
}

/// Changes that are collected until the next pass begins.
@MainActor
package protocol SettledBeforePass: AnyObject {
  /// Has the changes take effect.
  func settle()
}
