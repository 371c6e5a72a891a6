internal import SightlineCore

/// Which view shows which item: behind ``ItemVisibility`` for the rows of a list, and behind the
/// modifiers of a window on SwiftUI. Items are objects, for ids of any type, so this code is
/// compiled once.
///
/// Invariants:
/// 1. An item is observed in each of its views. The engine decides which of them shows, regardless
///    of the order in which they were bound.
/// 2. An item without views in a window leaves once, with the next pass.
/// 3. Views are placed, moved and displaced, and owners looked up, only when the next pass begins.
/// 4. A view keeps the owner that it was bound under.
/// 5. A view that was unbound while hidden keeps its row, with its target and watches, for its next
///    item. If the former item is observed again, it has another row. Without this, a frame of a
///    fling on GTK takes twice the instructions.
@MainActor
package final class ItemTable: SettledBeforePass {
  /// A view, or one of the modifiers of a view.
  package struct Key: Hashable {
    let view: ViewKey
    let index: UInt32

    package init(_ view: ViewKey, _ index: Int = 0) {
      (self.view, self.index) = (view, UInt32(index))
    }
  }

  /// The item that a view shows.
  final class Binding {
    let key: Key
    fileprivate(set) var item: HashedID
    /// The observation of a modifier; `nil` in a list, whose observations are those of the table.
    fileprivate(set) var observation: Observation?
    fileprivate var countsDwell = true
    fileprivate var window: WindowReference?
    /// `nil` until the next pass begins.
    fileprivate var row: Row?
    /// The row of the item before, which the view still has until the next pass begins.
    fileprivate var formerRow: Row?
    /// Whether the view shows the item no more; see ``keep(_:)``.
    fileprivate var isUnbound = false
    /// The number of its entries in `arrivals`. Only the last one counts.
    fileprivate var arrivalCount = 0

    fileprivate init(_ key: Key, _ item: HashedID) { (self.key, self.item) = (key, item) }

    /// The kind of view, which selects the closures.
    var kind: ObjectIdentifier? { observation?.kind }
    /// The app's id of the item; `nil` for a SwiftUI view without an id.
    fileprivate var appID: HashedID? { observation.map(\.id) ?? item }
  }

  /// An item of one owner in one window, by the addresses of the objects that its row keeps.
  fileprivate struct Place: Hashable {
    var item: HashedID
    var owner: ObjectIdentifier?
    var window: ObjectIdentifier
  }

  /// A slot of an item, at the view it was last placed at.
  fileprivate struct Placement {
    let slot: ViewSlot
    let kind: ObjectIdentifier?
    var key: Key
    /// Whether that view has been unbound since, even if it was bound again.
    var hasMoved = false
    /// Whether the view's viewport may have changed since.
    var isStale = false
  }

  /// The views of an item of one owner in one window.
  @MainActor
  fileprivate final class Row {
    var place: Place
    let window: WindowReference
    /// Kept, so that its address is not that of another one.
    var owner: ItemOwner?
    let item: ObservedItem
    /// The views bound to the item, in order of binding.
    var bindings: [Binding] = []
    var placements: [Placement] = []
    var isUnsettled = false
    /// Whether `rows` has it: not if its only view is unbound and its item has another row.
    var isInTable = true

    init(_ place: Place, _ appID: HashedID?, in window: WindowReference) {
      (self.place, self.window) = (place, window)
      item = ObservedItem(place.item, appID: appID)
    }

    /// Whether the row is unbound and nothing of its item remains to be reported.
    var isIdle: Bool {
      for placement in placements where !placement.slot.isIdle { return false }
      return !item.isReported
    }

    /// Keeps the listeners of the kinds of views that the item still has.
    func keepListeners() {
      item.keepListeners { kind in
        for binding in bindings where binding.kind == kind { return true }
        return false
      }
    }

    func placement(at key: Key) -> Int? {
      // Not a closure, which would check the actor.
      for index in placements.indices where placements[index].key == key { return index }
      return nil
    }
  }

  /// Returns the owner of a view's item; the window if `nil`. Called when the next pass begins.
  package var owner: (@MainActor (ViewKey) -> ItemOwner?)?
  /// The items whose dwell does not count.
  private var idleItems: Set<HashedID> = []
  private var bindings: [Key: Binding] = [:]
  private var rows: [Place: Row] = [:]
  /// The bindings since the last pass began, in order.
  private var arrivals: [Binding] = []
  private var unsettled: [Row] = []
  /// The observations of a list, of all its items.
  private var observations: [Observation] = []

  package init() {}

  /// The number of views that show an item, each modifier of a view counted.
  package var boundCount: Int { bindings.count }

  func binding(at key: Key) -> Binding? { bindings[key] }

  // MARK: Observations

  /// Sets whether the dwell of an item counts in all its views.
  func setCountsDwell(_ counts: Bool, for id: HashedID) {
    if counts { idleItems.remove(id) } else { idleItems.insert(id) }
    for (_, row) in rows where row.place.item == id { updateDwell(of: row) }
  }

  private func updateDwell(of row: Row) {
    let counts = idleItems.isEmpty || !idleItems.contains(row.place.item)
    for placement in row.placements {
      placement.slot.countsDwell = counts && bindings[placement.key]?.countsDwell ?? true
    }
  }

  /// Adds an observation of all items, including those already bound.
  func register(_ observation: Observation) {
    for (key, binding) in bindings {
      leave(&binding.formerRow, key)
      if binding.isUnbound { unbind(key) }
    }
    observations.append(observation)
    for (_, row) in rows {
      for placement in row.placements { observe(observations.count - 1, in: placement.slot, row) }
    }
  }

  private func observe(_ number: Int, in slot: ViewSlot, _ row: Row) {
    if let session = row.window.window?.session {
      observations[number] = observations[number].filled(by: session)
    }
    row.item.listen(observations[number], number: number)
    slot.add(ViewWatch(observations[number], of: row.item, number: number))
  }

  // MARK: Bindings

  package func bind(
    _ key: Key, to item: HashedID, observing observation: Observation? = nil,
    countsDwell: Bool = true, in window: MirroredWindow?
  ) {
    let existing = bindings[key]
    let binding = existing ?? Binding(key, item)
    if existing == nil { bindings[key] = binding }
    if !binding.isUnbound { leave(&binding.row, key) }
    if let row = binding.row { (binding.formerRow, binding.row) = (row, nil) }
    (binding.item, binding.observation, binding.isUnbound) = (item, observation, false)
    (binding.countsDwell, binding.window) = (countsDwell, window?.reference)
    if binding.formerRow?.window !== binding.window { leave(&binding.formerRow, key) }
    guard let window else { return }
    binding.arrivalCount += 1
    arrivals.append(binding)
    window.settleBeforePass(self)
  }

  package func unbind(_ key: Key) {
    guard let binding = bindings[key] else { return }
    bindings[key] = nil
    binding.isUnbound = true
    leave(&binding.row, key)
    leave(&binding.formerRow, key)
  }

  /// Unbinds a view that is hidden. It keeps its row for the item that it shows next, and must be
  /// bound or unbound again before it is shown, moved or freed. Only for views that are measured
  /// against the window.
  ///
  /// - Returns: whether it was bound.
  package func keep(_ key: Key) -> Bool {
    guard let binding = bindings[key] else { return false }
    binding.isUnbound = true
    return true
  }

  package func moved(_ key: Key, to window: MirroredWindow?) {
    guard let binding = bindings[key], binding.window !== window?.reference else { return }
    bind(
      key, to: binding.item, observing: binding.observation, countsDwell: binding.countsDwell,
      in: window)
  }

  package func viewportChanged(around key: Key) {
    guard let row = bindings[key]?.row, let index = row.placement(at: key) else { return }
    row.placements[index].isStale = true
    unsettle(row)
  }

  /// Takes the latest values of a modifier whose item has not changed.
  func update(_ binding: Binding, _ observation: Observation, countsDwell: Bool) {
    (binding.observation, binding.countsDwell) = (observation, countsDwell)
    guard let row = binding.row else { return }
    if row.bindings.last(where: { $0.kind == binding.kind }) === binding {
      row.item.listen(observation, number: 0)
    }
    if let index = row.placement(at: binding.key), row.placements[index].slot.place != nil {
      updateDwell(of: row)
    } else {
      // Try again to place a view that could not be placed before.
      unsettle(row)
    }
  }

  private func leave(_ left: inout Row?, _ key: Key) {
    guard let row = left else { return }
    left = nil
    for index in row.bindings.indices.reversed() where row.bindings[index].key == key {
      row.bindings.remove(at: index)
    }
    if let index = row.placement(at: key) { row.placements[index].hasMoved = true }
    unsettle(row)
  }

  private func unsettle(_ row: Row) {
    if row.isUnsettled { return }
    row.window.window?.settleBeforePass(self)
    row.isUnsettled = true
    unsettled.append(row)
  }
}

// Settling: applies the bindings of the time before a pass.
extension ItemTable {
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
      if row.bindings.isEmpty { forget(row) }
      index += 1
    }
    unsettled.removeAll(keepingCapacity: true)
  }

  private func attach(_ binding: Binding) {
    guard binding.row == nil, !binding.isUnbound, let window = binding.window else { return }
    let owner = owner?(binding.key.view)
    let place = Place(
      item: binding.item, owner: owner.map { ObjectIdentifier($0) },
      window: ObjectIdentifier(window))
    let former = binding.formerRow
    var row = rows[place]
    if let existing = row, existing !== former, isKept(existing) {
      forget(existing)
      row = nil
    }
    if let former, row == nil ? takeOver(former, for: place, binding) : row === former {
      (binding.row, binding.formerRow, former.owner) = (former, nil, owner)
      return
    }
    leave(&binding.formerRow, binding.key)
    let joined = row ?? makeRow(of: place, binding.appID, in: window)
    (binding.row, joined.owner) = (joined, owner)
    joined.bindings.append(binding)
    unsettle(joined)
  }

  private func forget(_ row: Row) {
    if row.isInTable { rows[row.place] = nil }
    row.isInTable = false
  }

  /// Whether no view shows the item of a row, and nothing of it remains to be reported.
  private func isKept(_ row: Row) -> Bool {
    guard row.bindings.count == 1, let binding = bindings[row.bindings[0].key] else { return false }
    return (binding.isUnbound || binding.row !== row) && row.isIdle
  }

  /// Gives a row with its target to another item, unless that would report something of the former.
  private func takeOver(_ row: Row, for place: Place, _ binding: Binding) -> Bool {
    guard row.bindings.count == 1, row.placements.count == 1,
      row.placements[0].kind == binding.kind, !row.isUnsettled, !row.item.isReported,
      row.placements[0].slot.reusePlace(for: binding.appID)
    else { return false }
    forget(row)
    (row.item.id, row.item.appID) = (place.item, binding.appID)
    (row.place, row.isInTable) = (place, true)
    rows[place] = row
    updateDwell(of: row)
    return true
  }

  private func makeRow(
    of place: Place, _ appID: HashedID?, in window: WindowReference
  ) -> Row {
    let row = Row(place, appID, in: window)
    rows[place] = row
    return row
  }

  private func settle(_ row: Row) {
    for binding in row.bindings {
      if let observation = binding.observation { row.item.listen(observation, number: 0) }
    }
    row.keepListeners()
    guard let window = row.window.window, !row.bindings.isEmpty else {
      // The next pass delivers the item's last events.
      for placement in row.placements { placement.slot.displace() }
      return
    }
    if row.bindings.count == 1, row.placements.count == 1,
      row.placements[0].kind == row.bindings[0].kind
    {
      place(&row.placements[0], at: row.bindings[0].key, in: window)
    } else {
      match(row, in: window)
    }
    updateDwell(of: row)
  }

  /// Finds a placement for each view of a row: the one it has, another one of its kind, or a new
  /// one.
  private func match(_ row: Row, in window: MirroredWindow) {
    var bindings = row.bindings
    var (free, kept): ([Placement], [Placement]) = ([], [])
    for var placement in row.placements {
      if !placement.hasMoved, let index = bindings.firstIndex(where: { $0.key == placement.key }) {
        place(&placement, at: bindings.remove(at: index).key, in: window)
        kept.append(placement)
      } else {
        free.append(placement)
      }
    }
    for binding in bindings {
      let index =
        free.firstIndex { $0.key == binding.key && $0.kind == binding.kind }
        ?? free.firstIndex { $0.kind == binding.kind }
      var placement = index.map { free.remove(at: $0) } ?? makePlacement(of: binding, in: row)
      place(&placement, at: binding.key, in: window)
      kept.append(placement)
    }
    for placement in free { window.displace(placement.slot) }
    row.placements = kept
  }

  private func place(_ placement: inout Placement, at key: Key, in window: MirroredWindow) {
    // A placement at another view has moved.
    let stays = !placement.hasMoved
    let isInSameViewport = stays && !placement.isStale
    (placement.key, placement.hasMoved, placement.isStale) = (key, false, false)
    if let target = placement.slot.place?.target {
      if stays || window.mirror.move(target, to: key.view),
        isInSameViewport || !window.mirror.isInAnotherViewport(placement.slot, at: key.view)
      {
        return
      }
      window.displace(placement.slot)
    }
    window.place(placement.slot, at: key.view)
  }

  private func makePlacement(of binding: Binding, in row: Row) -> Placement {
    let slot = ViewSlot()
    if row.window.window?.mirror.reportsChanges != true {
      slot.wasLost = { [weak self] view in self?.viewIsLost(view) }
    }
    if let observation = binding.observation {
      observe(observation, in: slot, row)
    } else {
      for number in observations.indices { observe(number, in: slot, row) }
    }
    return Placement(slot: slot, kind: binding.kind, key: binding.key)
  }

  /// Handles a view that has left its window without a report.
  private func viewIsLost(_ view: ViewKey) {
    var index = 0
    while bindings[Key(view, index)] != nil {
      moved(Key(view, index), to: nil)
      index += 1
    }
  }

  /// Observes a modifier's item.
  private func observe(_ observation: Observation, in slot: ViewSlot, _ row: Row) {
    // The closure is that of the item's listener, the latest one.
    slot.add(ViewWatch(observation.withoutClosures, of: row.item))
    if case .changes(_, initial: true) = observation.subject, let window = row.window.window {
      let (item, kind) = (row.item, observation.kind)
      window.afterReadPass { [unowned window] in
        item.deliverFirstAbsence(to: 0, as: kind, in: window)
      }
    }
  }
}
