import SightlineCore

/// The probes of one window. A declarative toolkit creates, updates, reuses and discards views as
/// it likes; the registry observes the app's items instead.
///
/// A view has a probe for each modifier. An item is an id and a subject in one ``ItemOwner`` and
/// one ``Probe/list``. In a declarative
/// toolkit, another list has different state, which its closures refer to; a row that a list
/// recreates does not.
///
/// Invariants:
/// 1. The latest closure is always the one called, even for a view that is gone. An item with
///    several views uses the closure of the newest view, one for each kind of view
///    (``ItemReport``).
/// 2. A probe removed while visible leaves once, with the next pass, unless a probe with the same
///    item replaces it and continues, or another one still shows the item. A recreated row
///    therefore reports nothing.
/// 3. A different id, subject, owner or list makes a different item: the old one leaves and the new
///    one enters.
/// 4. Nothing is called from within an update of the views.
/// 5. Only the probes at the beginning of the next pass count, not the order in which they
///    appeared: two rows that swap places report nothing.
@MainActor
package final class ProbeRegistry {
  private struct Item: Hashable {
    var id: AnyHashable
    var subject: Probe.Subject
    var list: ItemOwner?
  }

  /// Returns the owner of a view's item; the window if `nil`. Called right before the next pass,
  /// after the view has entered the window or shows another item.
  package var owner: (@MainActor (ViewKey) -> ItemOwner?)? {
    get { items.owner }
    set { items.owner = newValue }
  }

  private unowned let window: MirroredWindow
  private let items = ItemPlacements<Item>()
  /// The latest closures of the views.
  private var handlers: [ItemSlot: VisibilityHandler] = [:]
  /// The number of probes of the views that have more than one.
  private var probeCounts: [ViewKey: UInt32] = [:]
  /// The views whose dwell does not count.
  private var idleViews: Set<ItemSlot> = []

  /// Creates a window's registry. The window must keep it.
  package init(window: MirroredWindow) {
    self.window = window
    items.id = { $0.id.base is ItemOwner ? nil : HashedID($0.id) }
    items.viewsChanged = { [unowned self] in updateListeners(of: $0) }
    items.wasMade = { [unowned self] in register($0, in: $1) }
    items.viewCountsDwell = { [unowned self] in !idleViews.contains($0) }
    items.viewWasLost = { [unowned self] in remove($0) }
  }

  /// The number of probes.
  package var count: Int { handlers.count }

  /// Handles a view in the window that was created or updated. Each probe must have an id.
  package func update(_ view: ViewKey, _ probes: [Probe]) {
    let count = UInt32(probes.count)
    for index in count..<max(count, probeCount(of: view)) {
      remove(ItemSlot(view: view, index: index))
    }
    probeCounts[view] = count > 1 ? count : nil
    for (index, probe) in probes.enumerated() {
      update(ItemSlot(view: view, index: UInt32(index)), probe)
    }
  }

  private func probeCount(of view: ViewKey) -> UInt32 { probeCounts[view] ?? 1 }

  private func update(_ view: ItemSlot, _ probe: Probe) {
    guard let id = probe.id else { preconditionFailure("the host identifies every probe") }
    let item = Item(id: id, subject: probe.subject, list: probe.list)
    handlers[view] = probe.handler
    if probe.countsDwell { idleViews.remove(view) } else { idleViews.insert(view) }
    guard let known = items.bindings[view], known.item == item, known.kind == probe.kind else {
      return items.bind(view, to: item, as: probe.kind, in: window)
    }
    guard let row = known.row else { return }
    if row.views.last(where: { $0.kind == probe.kind })?.key == view {
      row.report(0).listen(probe.kind, probe.handler)
    }
    // Try again to place a view that could not be placed before.
    if let placement = items.placement(at: view, in: row), placement.tracked.place != nil {
      return items.updateDwell(of: placement, in: row)
    }
    items.unsettle(row)
  }

  /// Handles a view that left the window or is gone.
  package func remove(_ view: ViewKey) {
    for index in 0..<probeCount(of: view) { remove(ItemSlot(view: view, index: index)) }
    probeCounts[view] = nil
  }

  private func remove(_ view: ItemSlot) {
    idleViews.remove(view)
    if handlers.removeValue(forKey: view) != nil { items.unbind(view) }
  }

  /// Handles a possible change of a view's viewport. The viewport is compared before the next pass,
  /// and the item is observed in the new one.
  package func viewportChanged(around view: ViewKey) {
    for index in 0..<probeCount(of: view) {
      items.viewportChanged(around: ItemSlot(view: view, index: index))
    }
  }

  private func updateListeners(of row: ItemPlacements<Item>.Row) {
    for view in row.views {
      if let handler = handlers[view.key] { row.report(0).listen(view.kind, handler) }
    }
  }

  private func register(_ placement: ItemPlacement, in row: ItemPlacements<Item>.Row) {
    guard let listener = row.report(0).listener(of: placement.kind) else { return }
    let item = row.place.item
    let observation: Observation =
      switch item.subject {
      case .changes(let rule, _), .crossings(let rule): .visibility(rule)
      case .impressions(let policy): .impressions(policy, of: item.id)
      case .exposures(let rule): .exposures(rule, of: item.id)
      }
    _ = placement.tracked.register(observation, .item(row.report(0), listener))
    if case .changes(_, initial: true) = item.subject {
      window.tracker.afterReadPass { listener.deliverFirstAbsence() }
    }
  }
}
