public import SightlineCore

/// Tracks items in rows whose views are reused. An item is observed, not the view that currently
/// shows it.
///
/// Only the bindings at the beginning of the next pass count, not the order in which they were
/// made. An item bound to any view of the window at that time has not left, so a list that lays
/// itself out again, reloads or swaps two rows reports nothing. An item bound to several views of a
/// window is visible while any of them is: a hidden view does not affect the others.
///
/// Invariants:
/// 1. An item is observed in each of its views. The engine decides which of them shows, regardless
///    of the order in which they were bound.
/// 2. An item without views in a window leaves once, with the next pass.
/// 3. Views are placed, moved and displaced, and owners looked up, only when the next pass begins.
/// 4. A view keeps the owner that it was bound under.
@MainActor
public final class RecycledViews<ID: Hashable> {
  /// A closure registered for every item.
  package enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
    case exposed(VisibilityRule, @MainActor (ID, ExposureEvent) -> Void)
  }

  /// An item of one owner in one window.
  @MainActor
  final class Row {
    let place: Place
    /// The views bound to the item, in order of binding.
    fileprivate(set) var views: [BoundView] = []
    fileprivate var placements: [Placement] = []
    fileprivate weak var window: MirroredWindow?
    fileprivate var isUnsettled = false
    private var reports: [ItemReport] = []

    fileprivate init(_ place: Place, in window: MirroredWindow) {
      self.place = place
      self.window = window
    }

    /// Returns the report of a registration.
    func report(_ index: Int) -> ItemReport {
      while reports.count <= index { reports.append(ItemReport()) }
      return reports[index]
    }

    /// Keeps the listeners of the kinds of views that the item still has.
    fileprivate func keepListeners() {
      for report in reports {
        report.keepListeners { kind in views.contains { $0.kind == kind } }
      }
    }
  }

  /// One of the items that a view shows; most views show one.
  struct ItemSlot: Hashable {
    let view: ViewKey
    var index: UInt32 = 0
  }

  /// A view that shows an item.
  struct BoundView {
    let key: ItemSlot
    /// The kind of view, which selects the closures; see ``ItemReport/Listener``.
    let kind: ObjectIdentifier?
  }

  /// An observation of an item in one view.
  final class Placement {
    let kind: ObjectIdentifier?
    let tracked: TrackedView
    /// The view it was last placed at.
    fileprivate(set) var view: ItemSlot?
    /// Whether that view has been unbound since, even if it was bound again.
    fileprivate var hasMoved = false
    /// Whether the view's viewport may have changed since.
    fileprivate var isStale = false

    fileprivate init(_ kind: ObjectIdentifier?, _ tracked: TrackedView) {
      self.kind = kind
      self.tracked = tracked
    }
  }

  struct Place: Hashable {
    var item: ID
    var owner: ItemOwner?
    var window: ObjectIdentifier
  }

  struct Binding {
    var item: ID
    var kind: ObjectIdentifier?
    weak var window: MirroredWindow?
    /// Its position among the arrivals; earlier arrivals of the view are obsolete.
    var arrival: Int
    /// `nil` until the next pass begins.
    var row: Row?
  }

  /// Called when a bound view has left its window without notice.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// Returns the app's id of an item, if it has one.
  var id: @MainActor (ID) -> AnyHashable? = { AnyHashable($0) }
  /// Returns the owner of a view's item; the window if `nil`. Called when the next pass begins.
  var owner: (@MainActor (ViewKey) -> ItemOwner?)?
  /// Returns whether the dwell of a view's item counts.
  var viewCountsDwell: (@MainActor (ItemSlot) -> Bool)?
  /// The items whose dwell does not count.
  private var idleItems: Set<ID> = []
  /// Called when an item's views change, or when it has none left.
  var viewsChanged: (@MainActor (Row) -> Void)?
  /// Called before a placement is placed for the first time.
  var wasMade: (@MainActor (Placement, Row) -> Void)?

  private(set) var bindings: [ItemSlot: Binding] = [:]
  private var rows: [Place: Row] = [:]
  /// Views bound since the last pass began, in that order.
  private var arrivals: [ItemSlot] = []
  private var unsettled: [Row] = []
  private var registrations: [Registration] = []

  /// Creates the tracking of a list, with no views bound.
  public init() {}

  /// The views that currently show an item.
  package var boundViews: some Collection<ViewKey> { bindings.keys.lazy.map(\.view) }

  // MARK: Closures

  /// Calls a closure when an item becomes visible and when it stops being visible. Without a rule,
  /// an item counts as visible when all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    register(.changed(rule, body))
  }

  /// Calls a closure each time an item crosses a threshold of a rule.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    register(.crossed(rule, body))
  }

  /// Calls a closure when an item has been seen.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    register(.seen(policy, body))
  }

  /// Calls a closure when an exposure of an item begins and when it ends.
  public func exposure(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    register(.exposed(rule, body))
  }

  /// Sets whether the dwell of an item counts, in all views that show it, now and later. True by
  /// default; false while its video is paused or its picture loads.
  public func setCountsDwell(_ counts: Bool, for id: ID) {
    if counts { idleItems.remove(id) } else { idleItems.insert(id) }
    for row in rows.values where row.place.item == id {
      for placement in row.placements { updateDwell(of: placement, in: row) }
    }
  }

  func updateDwell(of placement: Placement, in row: Row) {
    placement.tracked.countsDwell =
      !idleItems.contains(row.place.item)
      && placement.view.flatMap { viewCountsDwell?($0) } ?? true
  }

  /// Registers a closure for all items, including those already bound.
  package func register(_ registration: Registration) {
    registrations.append(registration)
    for row in rows.values {
      for placement in row.placements { register(registrations.count - 1, for: placement, in: row) }
    }
  }

  private func register(_ index: Int, for placement: Placement, in row: Row) {
    let (id, tracked) = (row.place.item, placement.tracked)
    let report = row.report(index)
    func handler(_ handler: VisibilityHandler) -> VisibilityHandler {
      .item(report, report.listener(of: nil) ?? report.listen(nil, handler))
    }
    switch registrations[index] {
    case .changed(let rule, let body):
      _ = tracked.register(.visibility(rule), handler(.changed { body(id, $0) }))
    case .crossed(let rule, let body):
      _ = tracked.register(.visibility(rule), handler(.crossed { body(id, $0) }))
    case .seen(let policy, let body):
      _ = tracked.register(.impressions(policy, of: AnyHashable(id)), .seen { body(id, $0) })
    case .exposed(let rule, let body):
      _ = tracked.register(.exposures(rule, of: AnyHashable(id)), .exposed { body(id, $0) })
    }
  }

  // MARK: Bindings

  /// Binds a view to the item it shows from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: the item's id.
  ///   - window: the window the view is in; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    bind(ItemSlot(view: view), to: id, as: nil, in: window)
  }

  func bind(
    _ view: ItemSlot, to item: ID, as kind: ObjectIdentifier?, in window: MirroredWindow?
  ) {
    detach(view)
    bindings[view] = Binding(item: item, kind: kind, window: window, arrival: arrivals.count)
    guard let window else { return }
    arrivals.append(view)
    window.settleBeforePass(self)
  }

  /// Unbinds a view that no longer shows its item or is about to be freed.
  public func unbind(_ view: ViewKey) { unbind(ItemSlot(view: view)) }

  func unbind(_ view: ItemSlot) {
    detach(view)
    bindings[view] = nil
  }

  /// Updates the window of a view that entered or left one, if the view shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) {
    moved(ItemSlot(view: view), to: window)
  }

  private func moved(_ view: ItemSlot, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window else { return }
    bind(view, to: binding.item, as: binding.kind, in: window)
  }

  /// Compares a view's viewport before the next pass. If it has changed, the item leaves and enters
  /// again.
  package func viewportChanged(around view: ViewKey) {
    viewportChanged(around: ItemSlot(view: view))
  }

  func viewportChanged(around view: ItemSlot) {
    guard let row = bindings[view]?.row, let placement = placement(at: view, in: row) else {
      return
    }
    placement.isStale = true
    unsettle(row)
  }

  func placement(at view: ItemSlot, in row: Row) -> Placement? {
    row.placements.first { $0.view == view }
  }

  private func detach(_ view: ItemSlot) {
    guard let row = bindings[view]?.row else { return }
    bindings[view]?.row = nil
    row.views.removeAll { $0.key == view }
    placement(at: view, in: row)?.hasMoved = true
    unsettle(row)
  }

  func unsettle(_ row: Row) {
    row.window?.settleBeforePass(self)
    if row.isUnsettled { return }
    row.isUnsettled = true
    unsettled.append(row)
  }
}

// MARK: Settling

extension RecycledViews: SettledBeforePass {
  /// Applies the bindings of the time before a pass.
  package func settle() {
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

  private func attach(_ view: ItemSlot, _ arrival: Int) {
    guard let binding = bindings[view], binding.row == nil, binding.arrival == arrival,
      let window = binding.window
    else { return }
    let place = Place(
      item: binding.item, owner: owner?(view.view), window: ObjectIdentifier(window))
    // A freed window may have had the same address.
    let known = rows[place].flatMap { $0.window === window ? $0 : nil }
    let row = known ?? Row(place, in: window)
    if known == nil { rows[place] = row }
    bindings[view]?.row = row
    row.views.append(BoundView(key: view, kind: binding.kind))
    unsettle(row)
  }

  private func settle(_ row: Row) {
    guard let window = row.window else { return }
    viewsChanged?(row)
    row.keepListeners()
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
    for placement in kept { updateDwell(of: placement, in: row) }
    row.placements = kept
  }

  private func place(_ placement: Placement, at view: ItemSlot, in window: MirroredWindow) {
    let stays = placement.view == view && !placement.hasMoved
    let isInSameViewport = stays && !placement.isStale
    placement.view = view
    placement.hasMoved = false
    placement.isStale = false
    if let target = placement.tracked.place?.target {
      if stays || window.mirror.move(target, to: view.view),
        isInSameViewport
          || !window.mirror.isInAnotherViewport(placement.tracked, at: view.view)
      {
        return
      }
      window.displace(placement.tracked)
    }
    window.place(placement.tracked, at: view.view)
  }

  private func makePlacement(_ kind: ObjectIdentifier?, in row: Row) -> Placement {
    let tracked = TrackedView(of: id(row.place.item))
    let placement = Placement(kind, tracked)
    tracked.wasLost = { [weak self, weak placement] in
      guard let self, let placement, let view = placement.view else { return }
      placement.view = nil
      moved(view, to: nil)
      viewWasLost?(view.view)
    }
    for index in registrations.indices { register(index, for: placement, in: row) }
    wasMade?(placement, row)
    return placement
  }
}
