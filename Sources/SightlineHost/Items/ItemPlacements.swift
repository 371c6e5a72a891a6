internal import SightlineCore

/// The views of recycled items and the items' watches, behind ``RecycledViews`` and
/// ``ProbeRegistry``. Items are objects, for ids of any type, so this code is compiled once.
///
/// Invariants:
/// 1. An item is observed in each of its views. The engine decides which of them shows, regardless
///    of the order in which they were bound.
/// 2. An item without views in a window leaves once, with the next pass.
/// 3. Views are placed, moved and displaced, and owners looked up, only when the next pass begins.
/// 4. A view keeps the owner that it was bound under.
/// 5. A view that was unbound while hidden keeps its row, with its target and closures, for its
///    next item. If the former item is observed again, it has another row.
@MainActor
package final class ItemPlacements: SettledBeforePass {
  /// A closure registered for every item.
  enum Registration {
    case changed(VisibilityRule, @MainActor (HashedID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (HashedID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (HashedID, Impression) -> Void)
    case exposed(VisibilityRule, @MainActor (HashedID, ExposureEvent) -> Void)
    case recorded(VisibilityRule, @MainActor (HashedID) -> RecordedExposures.Body)
  }

  /// An item of one owner in one window.
  @MainActor
  final class Row {
    @exclusivity(unchecked) fileprivate(set) var place: Place
    fileprivate let window: WindowReference
    @exclusivity(unchecked) fileprivate var owner: ItemOwner?
    /// The item as the closures see it.
    fileprivate let item: Item
    /// The views bound to the item, in order of binding.
    @exclusivity(unchecked) fileprivate(set) var views: [BoundView] = []
    @exclusivity(unchecked) fileprivate var placements: [ItemPlacement] = []
    @exclusivity(unchecked) fileprivate var isUnsettled = false
    /// Whether `rows` has it: not if its only view is unbound and its item has another row.
    @exclusivity(unchecked) fileprivate var isInTable = true
    @exclusivity(unchecked) private var reports: [ItemReport] = []

    fileprivate init(_ place: Place, in window: WindowReference) {
      self.place = place
      self.window = window
      item = Item(place.item)
    }

    /// Whether closures have heard last that the item is visible.
    fileprivate var isReported: Bool {
      // In loops, because closures would check the actor.
      for report in reports where report.isReported { return true }
      return false
    }

    /// Whether the item is not visible and its last events have been delivered.
    fileprivate var isIdle: Bool {
      for placement in placements where !placement.tracked.isIdle { return false }
      return !isReported
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
    @exclusivity(unchecked) var id: HashedID

    init(_ id: HashedID) { self.id = id }
  }

  /// An item of one owner in one window, by the addresses of the objects that its row keeps.
  struct Place: Hashable {
    var item: HashedID
    var owner: ObjectIdentifier?
    var window: ObjectIdentifier

    var hashValue: Int {
      item.hashValue ^ (owner.map { Int(bitPattern: $0) } ?? 0) ^ Int(bitPattern: window)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
  }

  /// The item that a view shows.
  final class Binding {
    fileprivate let view: ItemSlot
    @exclusivity(unchecked) fileprivate(set) var item: HashedID
    @exclusivity(unchecked) fileprivate(set) var kind: ObjectIdentifier?
    @exclusivity(unchecked) fileprivate var window: WindowReference?
    /// `nil` until the next pass begins.
    @exclusivity(unchecked) fileprivate(set) var row: Row?
    /// The row of the item before, which the view still has until the next pass begins.
    @exclusivity(unchecked) fileprivate var formerRow: Row?
    /// Whether the view shows the item no more; see ``keep(_:)``.
    @exclusivity(unchecked) fileprivate var isUnbound = false
    /// The number of its entries in `arrivals`. Only the last one counts.
    @exclusivity(unchecked) fileprivate var arrivalCount = 0

    fileprivate init(_ view: ItemSlot, _ item: HashedID) { (self.view, self.item) = (view, item) }
  }

  /// Returns the owner of a view's item; the window if `nil`. Called when the next pass begins.
  var owner: (@MainActor (ViewKey) -> ItemOwner?)?
  /// Returns whether the dwell of a view's item counts.
  var viewCountsDwell: (@MainActor (ItemSlot) -> Bool)?
  /// The items whose dwell does not count.
  @exclusivity(unchecked) private var idleItems: Set<HashedID> = []
  /// Called when an item's views change, or when it has none left.
  var viewsChanged: (@MainActor (Row) -> Void)?
  /// Called before a placement is placed for the first time.
  var wasMade: (@MainActor (ItemPlacement, Row) -> Void)?

  // A fling accesses these and the placements for every row it binds, and exclusivity checks took
  // 7 % of its time. No access to them spans a call to other code, except an id's hash.
  @exclusivity(unchecked) private(set) var bindings = SteadyDictionary<ItemSlot, Binding>()
  @exclusivity(unchecked) private var rows = SteadyDictionary<Place, Row>()
  /// The bindings since the last pass began, in order.
  @exclusivity(unchecked) private var arrivals: [Binding] = []
  @exclusivity(unchecked) private var unsettled: [Row] = []
  @exclusivity(unchecked) private var registrations: [Registration] = []

  /// The number of views that show an item.
  package var boundCount: Int { bindings.count }

  // MARK: Closures

  func setCountsDwell(_ counts: Bool, for id: HashedID) {
    if counts { idleItems.remove(id) } else { idleItems.insert(id) }
    for (_, row) in rows.elements where row.place.item == id {
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
    for (view, binding) in bindings.elements {
      leave(&binding.formerRow, view)
      if binding.isUnbound { unbind(view) }
    }
    registrations.append(registration)
    for (_, row) in rows.elements {
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
    case .recorded(let rule, let body):
      tracked.observe(.exposures(rule, of: nil), .recorded { body(item.id) })
    }
  }

  // MARK: Bindings

  package func bind(
    _ view: ItemSlot, to item: HashedID, as kind: ObjectIdentifier? = nil,
    in window: MirroredWindow?
  ) {
    let known = bindings[view]
    let binding = known ?? Binding(view, item)
    if known == nil { bindings[view] = binding }
    if !binding.isUnbound { leave(&binding.row, view) }
    if let row = binding.row { (binding.formerRow, binding.row) = (row, nil) }
    (binding.item, binding.kind, binding.isUnbound) = (item, kind, false)
    binding.window = window?.reference
    if binding.formerRow?.window !== binding.window { leave(&binding.formerRow, view) }
    guard let window else { return }
    binding.arrivalCount += 1
    arrivals.append(binding)
    window.settleBeforePass(self)
  }

  package func unbind(_ view: ItemSlot) {
    guard let binding = bindings[view] else { return }
    bindings[view] = nil
    binding.isUnbound = true
    leave(&binding.row, view)
    leave(&binding.formerRow, view)
  }

  /// Unbinds a view that is hidden. It keeps its row for the item that it shows next, and must be
  /// bound or unbound again before it is shown, moved or freed. Only for views that are measured
  /// against the window.
  ///
  /// - Returns: whether it was bound.
  package func keep(_ view: ItemSlot) -> Bool {
    guard let binding = bindings[view] else { return false }
    binding.isUnbound = true
    return true
  }

  package func moved(_ view: ItemSlot, to window: MirroredWindow?) {
    guard let binding = bindings[view], binding.window !== window?.reference else { return }
    bind(view, to: binding.item, as: binding.kind, in: window)
  }

  package func viewportChanged(around view: ItemSlot) {
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

  private func leave(_ left: inout Row?, _ view: ItemSlot) {
    guard let row = left else { return }
    left = nil
    for index in row.views.indices.reversed() where row.views[index].key == view {
      row.views.remove(at: index)
    }
    placement(at: view, in: row)?.hasMoved = true
    unsettle(row)
  }

  func unsettle(_ row: Row) {
    if row.isUnsettled { return }
    row.window.window?.settleBeforePass(self)
    row.isUnsettled = true
    unsettled.append(row)
  }

  // MARK: Settling

  /// Applies the bindings of the time before a pass.
  package func settle() {
    // By index, because a copy would have to be allocated.
    var index = 0
    while index < arrivals.count {
      let binding = arrivals[index]
      binding.arrivalCount -= 1
      if binding.arrivalCount == 0 { attach(binding) }
      index += 1
    }
    arrivals.removeAll(keepingCapacity: true)
    index = 0
    while index < unsettled.count {
      let row = unsettled[index]
      row.isUnsettled = false
      settle(row)
      if row.views.isEmpty { forget(row) }
      index += 1
    }
    unsettled.removeAll(keepingCapacity: true)
  }

  private func attach(_ binding: Binding) {
    guard binding.row == nil, !binding.isUnbound, let window = binding.window else { return }
    let owner = owner?(binding.view.view)
    let place = Place(
      item: binding.item, owner: owner.map { ObjectIdentifier($0) },
      window: ObjectIdentifier(window))
    let former = binding.formerRow
    var row = rows[place]
    if let known = row, known !== former, isKept(known) {
      forget(known)
      row = nil
    }
    if let former, row == nil ? takeOver(former, for: place, binding.kind) : row === former {
      (binding.row, binding.formerRow, former.owner) = (former, nil, owner)
      return
    }
    leave(&binding.formerRow, binding.view)
    let joined = row ?? makeRow(of: place, in: window)
    (binding.row, joined.owner) = (joined, owner)
    joined.views.append(BoundView(key: binding.view, kind: binding.kind))
    unsettle(joined)
  }

  private func forget(_ row: Row) {
    if row.isInTable { rows[row.place] = nil }
    row.isInTable = false
  }

  /// Whether no view shows the item of a row, and nothing of it remains to be reported.
  private func isKept(_ row: Row) -> Bool {
    guard row.views.count == 1, let binding = bindings[row.views[0].key] else { return false }
    return (binding.isUnbound || binding.row !== row) && row.isIdle
  }

  /// Gives a row with its target to another item, unless that would report something of the former.
  private func takeOver(_ row: Row, for place: Place, _ kind: ObjectIdentifier?) -> Bool {
    guard row.views.count == 1, row.placements.count == 1, row.placements[0].kind == kind,
      !row.isUnsettled, !row.isReported,
      row.placements[0].tracked.reusePlace(for: place.item.appID)
    else { return false }
    forget(row)
    assign(row, to: place)
    updateDwell(of: row.placements[0], in: row)
    return true
  }

  private func makeRow(of place: Place, in window: WindowReference) -> Row {
    let row = Row(place, in: window)
    assign(row, to: place)
    return row
  }

  private func assign(_ row: Row, to place: Place) {
    (row.place, row.item.id, row.isInTable) = (place, place.item, true)
    rows[place] = row
  }

  private func settle(_ row: Row) {
    viewsChanged?(row)
    row.keepListeners()
    guard let window = row.window.window, !row.views.isEmpty else { return end(row) }
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
  private func end(_ row: Row) {
    for placement in row.placements { row.window.window?.displace(placement.tracked) }
  }

  private func place(_ placement: ItemPlacement, at view: ItemSlot, in window: MirroredWindow) {
    // A placement at another view has moved.
    let stays = !placement.hasMoved
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
    let tracked = TrackedView(of: row.place.item.appID)
    let placement = ItemPlacement(kind, tracked)
    if row.window.window?.mirror.reportsChanges != true {
      tracked.wasLost = { [weak self, weak placement] in
        guard let self, let view = placement?.view else { return }
        moved(view, to: nil)
      }
    }
    for index in registrations.indices { register(index, for: placement, in: row) }
    wasMade?(placement, row)
    return placement
  }
}

/// One of the items that a view shows; most views show one.
package struct ItemSlot: Hashable {
  let view: ViewKey
  let index: UInt32

  package init(_ view: ViewKey, _ index: Int = 0) {
    (self.view, self.index) = (view, UInt32(index))
  }

  package var hashValue: Int { Int(bitPattern: view.address) &+ Int(index) }

  package func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
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
