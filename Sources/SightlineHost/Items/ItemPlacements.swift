internal import SightlineCore

/// The views of recycled items and the items' watches: the part of ``RecycledViews`` and
/// ``ProbeRegistry`` that only this module uses. Generic code is fast only where the compiler knows
/// the type of the ids, which other modules' code does not tell it.
///
/// Invariants:
/// 1. An item is observed in each of its views. The engine decides which of them shows, regardless
///    of the order in which they were bound.
/// 2. An item without views in a window leaves once, with the next pass.
/// 3. Views are placed, moved and displaced, and owners looked up, only when the next pass begins.
/// 4. A view keeps the owner that it was bound under.
/// 5. An unbound view may keep its row, with its target and closures, for the next item.
@MainActor
final class ItemPlacements<ID: Hashable> {
  /// A closure registered for every item.
  enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
    case exposed(VisibilityRule, @MainActor (ID, ExposureEvent) -> Void)
  }

  /// An item of one owner in one window.
  @MainActor
  final class Row {
    fileprivate(set) var place: Place
    /// The item as the closures see it.
    fileprivate let item: Item
    /// The views bound to the item, in order of binding.
    @exclusivity(unchecked) fileprivate(set) var views: [BoundView] = []
    @exclusivity(unchecked) fileprivate var placements: [ItemPlacement] = []
    fileprivate weak var window: MirroredWindow?
    @exclusivity(unchecked) fileprivate var isUnsettled = false
    @exclusivity(unchecked) private var reports: [ItemReport] = []

    fileprivate init(_ place: Place) {
      self.place = place
      item = Item(place.item)
    }

    /// Whether the item is not visible and its last events have been delivered.
    fileprivate var isIdle: Bool {
      // In loops, because closures would check the actor.
      for report in reports where report.isReported { return false }
      for placement in placements where !placement.tracked.isIdle { return false }
      return true
    }

    /// Returns the report of a registration.
    func report(_ index: Int) -> ItemReport {
      while reports.count <= index { reports.append(ItemReport()) }
      return reports[index]
    }

    /// Keeps the listeners of the kinds of views that the item still has.
    fileprivate func keepListeners() {
      for report in reports { report.keepListeners(of: views) }
    }
  }

  /// The item of a row, which outlives it in closures that still have events to deliver.
  @MainActor
  fileprivate final class Item {
    @exclusivity(unchecked) var id: ID

    init(_ id: ID) { self.id = id }
  }

  struct Place: Hashable {
    var item: ID
    var owner: ItemOwner?
    var window: ObjectIdentifier
  }

  /// The item that a view shows. An object, because copies of a weak reference are expensive.
  final class Binding {
    let item: ID
    let kind: ObjectIdentifier?
    private(set) weak var window: MirroredWindow?
    /// `nil` until the next pass begins.
    fileprivate(set) var row: Row?
    /// The row that the view has kept of an item before; see ``keep(_:)``.
    @exclusivity(unchecked) fileprivate var keptRow: Row?

    fileprivate init(_ item: ID, _ kind: ObjectIdentifier?, _ window: MirroredWindow?) {
      self.item = item
      self.kind = kind
      self.window = window
    }
  }

  /// Called when a bound view has left its window without notice.
  var viewWasLost: (@MainActor (ViewKey) -> Void)?
  /// Returns the app's id of an item, if it has one.
  var id: @MainActor (ID) -> HashedID? = { HashedID(AnyHashable($0)) }
  /// Returns the owner of a view's item; the window if `nil`. Called when the next pass begins.
  var owner: (@MainActor (ViewKey) -> ItemOwner?)?
  /// Returns whether the dwell of a view's item counts.
  var viewCountsDwell: (@MainActor (ItemSlot) -> Bool)?
  /// The items whose dwell does not count.
  @exclusivity(unchecked) private var idleItems: Set<ID> = []
  /// Called when an item's views change, or when it has none left.
  var viewsChanged: (@MainActor (Row) -> Void)?
  /// Called before a placement is placed for the first time.
  var wasMade: (@MainActor (ItemPlacement, Row) -> Void)?

  // A fling accesses these and the placements for every row it binds, and exclusivity checks took
  // 7 % of its time. No access to them spans a call to other code, except an id's hash.
  @exclusivity(unchecked) private(set) var bindings: [ItemSlot: Binding] = [:]
  @exclusivity(unchecked) private var rows: [Place: Row] = [:]
  /// Views bound since the last pass began, in that order. Obsolete once they are bound again.
  @exclusivity(unchecked) private var arrivals: [(view: ItemSlot, binding: Binding)] = []
  @exclusivity(unchecked) private var unsettled: [Row] = []
  @exclusivity(unchecked) private var registrations: [Registration] = []
  /// Rows without an item, with their closures. A fling that made and freed them spent a fourth of
  /// its time on it.
  @exclusivity(unchecked) private var spareRows: [Row] = []

  /// Keeps this object until the windows that wait for it have settled it.
  private var settling: Settling {
    if let waiting { return waiting }
    let new = Settling { [self] in settle() }
    waiting = new
    return new
  }
  private weak var waiting: Settling?

  /// The views that currently show an item.
  var boundViews: some Collection<ViewKey> { bindings.keys.lazy.map(\.view) }

  // MARK: Closures

  func setCountsDwell(_ counts: Bool, for id: ID) {
    if counts { idleItems.remove(id) } else { idleItems.insert(id) }
    for row in rows.values where row.place.item == id {
      for placement in row.placements { updateDwell(of: placement, in: row) }
    }
  }

  func updateDwell(of placement: ItemPlacement, in row: Row) {
    var counts = idleItems.isEmpty || !idleItems.contains(row.place.item)
    if let viewCountsDwell, let view = placement.view, !viewCountsDwell(view) { counts = false }
    placement.tracked.countsDwell = counts
  }

  /// Registers a closure for all items, including those already bound.
  func register(_ registration: Registration) {
    registrations.append(registration)
    spareRows = []
    for binding in bindings.values { displace(&binding.keptRow) }
    for row in rows.values {
      for placement in row.placements { register(registrations.count - 1, for: placement, in: row) }
    }
  }

  private func register(_ index: Int, for placement: ItemPlacement, in row: Row) {
    let (item, tracked) = (row.item, placement.tracked)
    func report(_ handler: VisibilityHandler) -> VisibilityHandler {
      let report = row.report(index)
      return .item(report, report.listener(of: nil) ?? report.listen(nil, handler))
    }
    switch registrations[index] {
    case .changed(let rule, let body):
      tracked.observe(.visibility(rule), report(.changed { body(item.id, $0) }))
    case .crossed(let rule, let body):
      tracked.observe(.visibility(rule), report(.crossed { body(item.id, $0) }))
    case .seen(let policy, let body):
      tracked.observe(.impressions(policy, of: nil), .seen { body(item.id, $0) })
    case .exposed(let rule, let body):
      tracked.observe(.exposures(rule, of: nil), .exposed { body(item.id, $0) })
    }
  }

  // MARK: Bindings

  func bind(
    _ view: ItemSlot, to item: ID, as kind: ObjectIdentifier?, in window: MirroredWindow?
  ) {
    let binding = Binding(item, kind, window)
    if let old = bindings.updateValue(binding, forKey: view) {
      binding.keptRow = old.keptRow
      detach(view, old)
    }
    if binding.keptRow?.window !== window { displace(&binding.keptRow) }
    guard let window else { return }
    arrivals.append((view, binding))
    window.settleBeforePass(settling)
  }

  func unbind(_ view: ItemSlot) {
    guard let old = bindings.removeValue(forKey: view) else { return }
    displace(&old.keptRow)
    detach(view, old)
  }

  /// Unbinds a view that soon shows another item, unless something of its item is visible.
  ///
  /// - Returns: whether it did. The view keeps its target, and must be bound or unbound again
  ///   before it is shown, moved or freed.
  func keep(_ view: ItemSlot) -> Bool {
    guard let binding = bindings[view] else { return false }
    guard let row = binding.row else { return binding.keptRow != nil }
    guard let window = row.window, window.mirror.viewport == nil, row.views.count == 1,
      row.placements.count == 1, !row.isUnsettled, row.isIdle
    else { return false }
    rows[row.place] = nil
    row.views = []
    (binding.row, binding.keptRow) = (nil, row)
    return true
  }

  private func displace(_ row: inout Row?) {
    for placement in row?.placements ?? [] { row?.window?.displace(placement.tracked) }
    row = nil
  }

  func moved(_ view: ItemSlot, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window else { return }
    bind(view, to: binding.item, as: binding.kind, in: window)
  }

  func viewportChanged(around view: ItemSlot) {
    guard let row = bindings[view]?.row, let placement = placement(at: view, in: row) else {
      return
    }
    placement.isStale = true
    unsettle(row)
  }

  func placement(at view: ItemSlot, in row: Row) -> ItemPlacement? {
    for placement in row.placements where placement.view == view { return placement }
    return nil
  }

  private func detach(_ view: ItemSlot, _ binding: Binding) {
    guard let row = binding.row else { return }
    binding.row = nil
    for index in row.views.indices.reversed() where row.views[index].key == view {
      row.views.remove(at: index)
    }
    placement(at: view, in: row)?.hasMoved = true
    unsettle(row)
  }

  func unsettle(_ row: Row) {
    if row.isUnsettled { return }
    row.isUnsettled = true
    row.window?.settleBeforePass(settling)
    unsettled.append(row)
  }

  /// Returns whether a window has the row of an item whose view has just been unbound.
  func hasUnboundRow(of item: ID, in window: MirroredWindow) -> Bool {
    !unsettled.isEmpty
      && rows[Place(item: item, owner: nil, window: ObjectIdentifier(window))]?.isUnsettled == true
  }

  // MARK: Settling

  /// Applies the bindings of the time before a pass.
  func settle() {
    let views = arrivals
    arrivals.removeAll(keepingCapacity: true)
    for (view, binding) in views where bindings[view] === binding { attach(view, binding) }
    let rows = unsettled
    unsettled.removeAll(keepingCapacity: true)
    for row in rows {
      row.isUnsettled = false
      settle(row)
      if row.views.isEmpty || row.window == nil,
        let known = self.rows.removeValue(forKey: row.place),
        known !== row
      {
        // Another window at the address of a freed one.
        self.rows[row.place] = known
      }
    }
  }

  private func attach(_ view: ItemSlot, _ binding: Binding) {
    guard binding.row == nil, let window = binding.window else { return }
    let place = Place(
      item: binding.item, owner: owner?(view.view), window: ObjectIdentifier(window))
    // A freed window may have had the same address.
    let known = rows[place].flatMap { $0.window === window ? $0 : nil }
    let row = known ?? takeRow(of: place, binding, in: window)
    displace(&binding.keptRow)
    binding.row = row
    row.views.append(BoundView(key: view, kind: binding.kind))
    unsettle(row)
  }

  /// Makes the row of an item that has none, if possible from a row of another item.
  private func takeRow(of place: Place, _ binding: Binding, in window: MirroredWindow) -> Row {
    let id = id(place.item)
    var row = spareRows.last
    if let kept = binding.keptRow, kept.placements[0].kind == binding.kind,
      kept.placements[0].tracked.reusePlace(for: id)
    {
      (row, binding.keptRow) = (kept, nil)
    } else if let row {
      spareRows.removeLast()
      for placement in row.placements {
        placement.view = nil
        placement.tracked.show(id)
      }
    }
    let taken = row ?? Row(place)
    (taken.place, taken.item.id, taken.window) = (place, place.item, window)
    rows[place] = taken
    return taken
  }

  private func settle(_ row: Row) {
    guard let window = row.window else { return }
    viewsChanged?(row)
    row.keepListeners()
    if row.views.isEmpty { return end(row, in: window) }
    if row.views.count == 1, row.placements.count == 1,
      row.placements[0].kind == row.views[0].kind
    {
      place(row.placements[0], at: row.views[0].key, in: window)
      return updateDwell(of: row.placements[0], in: row)
    }
    var views = row.views
    var free: [ItemPlacement] = []
    var kept: [ItemPlacement] = []
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

  /// Ends a row whose item has left. The next pass delivers its last events.
  private func end(_ row: Row, in window: MirroredWindow) {
    for placement in row.placements { window.displace(placement.tracked) }
    let count = registrations.count
    if count == 0 {
      row.placements = []
      return
    }
    window.tracker.afterReadPass { [weak self] in
      guard let self, count == registrations.count, spareRows.count < rows.count else { return }
      spareRows.append(row)
    }
  }

  private func place(_ placement: ItemPlacement, at view: ItemSlot, in window: MirroredWindow) {
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

  private func makePlacement(_ kind: ObjectIdentifier?, in row: Row) -> ItemPlacement {
    let tracked = TrackedView(of: id(row.place.item)?.id)
    let placement = ItemPlacement(kind, tracked)
    if row.window?.mirror.reportsChanges != true {
      tracked.wasLost = { [weak self, weak placement] in
        guard let self, let placement, let view = placement.view else { return }
        placement.view = nil
        moved(view, to: nil)
        viewWasLost?(view.view)
      }
    }
    for index in registrations.indices { register(index, for: placement, in: row) }
    wasMade?(placement, row)
    return placement
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
final class ItemPlacement {
  let kind: ObjectIdentifier?
  let tracked: TrackedView
  /// The view it was last placed at.
  @exclusivity(unchecked) fileprivate(set) var view: ItemSlot?
  /// Whether that view has been unbound since, even if it was bound again.
  @exclusivity(unchecked) fileprivate var hasMoved = false
  /// Whether the view's viewport may have changed since.
  @exclusivity(unchecked) fileprivate var isStale = false

  fileprivate init(_ kind: ObjectIdentifier?, _ tracked: TrackedView) {
    self.kind = kind
    self.tracked = tracked
  }
}

/// Settles without knowing the type of the ids.
private final class Settling: SettledBeforePass {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  func settle() { body() }
}
