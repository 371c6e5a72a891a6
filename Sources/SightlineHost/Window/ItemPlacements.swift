internal import SightlineCore

/// Maps views to items where views are reused: an item is observed, not the view that currently
/// shows it.
///
/// Only the net effect counts. Changes are collected until the next pass begins, and an item bound
/// to any view of the window at that time has not left. A list that lays itself out again, reloads
/// or swaps two rows reports nothing.
///
/// Invariants:
/// 1. An item is observed in each of its views. The engine decides which of them shows, regardless
///    of the order in which they were bound.
/// 2. An item without views in a window leaves once, with the next pass.
/// 3. Views are placed, moved and displaced, and owners looked up, only when the next pass begins.
/// 4. A view keeps the owner that it was bound under.
@MainActor
final class ItemPlacements<Item: Hashable, Content>: SettledBeforePass {
  /// An item of one owner in one window.
  final class Row {
    /// The content kept with the item.
    let content: Content
    /// The views bound to the item, in order of binding.
    fileprivate(set) var views: [BoundView] = []
    fileprivate(set) var placements: [Placement] = []
    fileprivate let place: Place
    fileprivate weak var window: MirroredWindow?
    fileprivate var isUnsettled = false

    var item: Item { place.item }

    fileprivate init(_ place: Place, _ content: Content, in window: MirroredWindow) {
      self.content = content
      self.place = place
      self.window = window
    }
  }

  /// A view that shows an item.
  struct BoundView {
    let key: ViewKey
    /// The kind of view, which selects the closures; see ``ItemReport/Listener``.
    let kind: ObjectIdentifier?
  }

  /// An observation of an item in one view.
  final class Placement {
    let kind: ObjectIdentifier?
    let tracked: TrackedView
    /// The view it was last placed at.
    fileprivate(set) var view: ViewKey?
    /// Whether that view has been unbound since, even if it was bound again.
    fileprivate var hasMoved = false
    fileprivate var isStale = false

    fileprivate init(_ kind: ObjectIdentifier?, _ tracked: TrackedView) {
      self.kind = kind
      self.tracked = tracked
    }
  }

  fileprivate struct Place: Hashable {
    var item: Item
    var owner: ItemOwner?
    var window: ObjectIdentifier
  }

  private struct Binding {
    var item: Item
    var kind: ObjectIdentifier?
    weak var window: MirroredWindow?
    /// Its position among the arrivals; earlier arrivals of the view are obsolete.
    var arrival: Int
    /// `nil` until the next pass begins.
    var row: Row?
  }

  private let id: @MainActor (Item) -> AnyHashable
  private let makeContent: @MainActor () -> Content
  /// Called before a placement is placed for the first time.
  var wasMade: @MainActor (Placement, Row) -> Void = { _, _ in }
  /// Called when an item's views change, or when it has none left.
  var viewsChanged: @MainActor (Row) -> Void = { _ in }
  /// Returns the owner of a view's item. Called after the view is bound.
  var owner: (@MainActor (ViewKey) -> ItemOwner?)?
  /// Returns the viewport to measure a view against; the window if `nil`.
  var viewport: (@MainActor (ViewKey) -> ViewportID?)?
  /// Called when a bound view has left its window without notice.
  var viewWasLost: @MainActor (ViewKey) -> Void = { _ in }

  private var bindings: [ViewKey: Binding] = [:]
  private var rows: [Place: Row] = [:]
  /// Views bound since the last pass began, in that order.
  private var arrivals: [ViewKey] = []
  private var unsettled: [Row] = []

  /// Creates placements without items.
  ///
  /// - Parameters:
  ///   - id: returns the app's id of an item.
  ///   - content: makes the content kept with an item.
  init(
    id: @escaping @MainActor (Item) -> AnyHashable, content: @escaping @MainActor () -> Content
  ) {
    self.id = id
    makeContent = content
  }

  /// The views that currently show an item.
  var boundViews: some Collection<ViewKey> { bindings.keys }

  /// The items that are currently observed.
  var observedRows: some Collection<Row> { rows.values }

  /// Returns the row of a view, once its item is observed.
  func row(of view: ViewKey) -> Row? { bindings[view]?.row }

  /// Whether a view is bound to an item as a view of this kind.
  func isBound(_ view: ViewKey, to item: Item, as kind: ObjectIdentifier?) -> Bool {
    bindings[view].map { $0.item == item && $0.kind == kind } ?? false
  }

  /// Returns the viewport of a placement's view, for its registrations.
  func viewport(of placement: Placement) -> @MainActor () -> ViewportID? {
    { [weak self, weak placement] in
      guard let view = placement?.view else { return nil }
      return self?.viewport?(view)
    }
  }

  // MARK: Changes

  /// Binds a view to an item. The window is `nil` for a view that is in none yet.
  func bind(
    _ view: ViewKey, to item: Item, as kind: ObjectIdentifier? = nil, in window: MirroredWindow?
  ) {
    detach(view)
    bindings[view] = Binding(item: item, kind: kind, window: window, arrival: arrivals.count)
    guard let window else { return }
    arrivals.append(view)
    window.settleBeforePass(self)
  }

  /// Unbinds a view from its item.
  func unbind(_ view: ViewKey) {
    detach(view)
    bindings[view] = nil
  }

  /// Updates the window of a view, if the view is bound to an item.
  func move(_ view: ViewKey, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window else { return }
    bind(view, to: binding.item, as: binding.kind, in: window)
  }

  /// Compares a view's viewport before the next pass. If it has changed, the item is observed in
  /// the new one from then on.
  func restart(_ view: ViewKey) {
    guard let row = row(of: view), let placement = placement(at: view, in: row) else { return }
    placement.isStale = true
    unsettle(row)
  }

  /// Tries again to place a view's item that could not be placed before.
  func retry(_ view: ViewKey) {
    guard let row = row(of: view), placement(at: view, in: row)?.tracked.place == nil else {
      return
    }
    unsettle(row)
  }

  private func placement(at view: ViewKey, in row: Row) -> Placement? {
    row.placements.first { $0.view == view }
  }

  private func detach(_ view: ViewKey) {
    guard let row = bindings[view]?.row else { return }
    bindings[view]?.row = nil
    row.views.removeAll { $0.key == view }
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
    let views = arrivals
    arrivals.removeAll(keepingCapacity: true)
    for (arrival, view) in views.enumerated() { attach(view, arrival) }
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

  private func attach(_ view: ViewKey, _ arrival: Int) {
    guard let binding = bindings[view], binding.row == nil, binding.arrival == arrival,
      let window = binding.window
    else { return }
    let place = Place(item: binding.item, owner: owner?(view), window: ObjectIdentifier(window))
    // A freed window may have had the same address.
    let known = rows[place].flatMap { $0.window === window ? $0 : nil }
    let row = known ?? Row(place, makeContent(), in: window)
    if known == nil { rows[place] = row }
    bindings[view]?.row = row
    row.views.append(BoundView(key: view, kind: binding.kind))
    unsettle(row)
  }

  private func settle(_ row: Row) {
    guard let window = row.window else { return }
    viewsChanged(row)
    var views = row.views
    var free: [Placement] = []
    var kept: [Placement] = []
    for placement in row.placements {
      if !placement.hasMoved, let index = views.firstIndex(where: { $0.key == placement.view }) {
        place(placement, at: views.remove(at: index).key, in: window)
        kept.append(placement)
      } else {
        free.append(placement)
      }
    }
    for view in views {
      let index =
        free.firstIndex { $0.view == view.key && $0.kind == view.kind }
        ?? free.firstIndex { $0.kind == view.kind }
      let placement = index.map { free.remove(at: $0) } ?? makePlacement(view.kind, in: row)
      place(placement, at: view.key, in: window)
      kept.append(placement)
    }
    for placement in free { window.displace(placement.tracked) }
    row.placements = kept
  }

  private func place(_ placement: Placement, at view: ViewKey, in window: MirroredWindow) {
    let stays = placement.view == view && !placement.hasMoved
    let isInSameViewport = stays && !placement.isStale
    placement.view = view
    placement.hasMoved = false
    placement.isStale = false
    if let target = placement.tracked.place?.target {
      if stays || window.mirror.move(target, to: view),
        isInSameViewport || !placement.tracked.isInAnotherViewport
      {
        return
      }
      window.displace(placement.tracked)
    }
    window.place(placement.tracked, at: view)
  }

  private func makePlacement(_ kind: ObjectIdentifier?, in row: Row) -> Placement {
    let tracked = TrackedView(of: id(row.item))
    let placement = Placement(kind, tracked)
    tracked.wasLost = { [weak self, weak placement] in
      guard let placement, let view = placement.view else { return }
      placement.view = nil
      self?.viewWasLost(view)
    }
    wasMade(placement, row)
    return placement
  }
}

/// Changes collected until the next pass begins.
@MainActor
package protocol SettledBeforePass: AnyObject {
  /// Applies the changes.
  func settle()
}
