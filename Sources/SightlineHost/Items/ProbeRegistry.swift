import SightlineCore

/// The probes of one window. A declarative toolkit creates, updates, reuses and discards views as
/// it likes; the registry observes the app's items instead.
///
/// A view has a probe for each modifier. An item is an id and a subject in one ``ItemOwner``, one
/// ``Probe/list`` and one ``Probe/container``. In a declarative toolkit, another list has different
/// state, which its closures refer to; a row that a list recreates does not.
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
  /// Returns the owner of a view's item; the window if `nil`. Called right before the next pass,
  /// after the view has entered the window or shows another item.
  package var owner: (@MainActor (ViewKey) -> ItemOwner?)? {
    get { items.owner }
    set { items.owner = newValue }
  }

  private unowned let window: MirroredWindow
  private let items = ItemPlacements()
  /// The probes of the views as of their last update.
  private var probes: [ViewKey: [Probe]] = [:]

  /// Creates a window's registry. The window must keep it.
  package init(window: MirroredWindow) {
    self.window = window
    items.viewsChanged = { [unowned self] in updateListeners(of: $0) }
    items.wasMade = { [unowned self] in register($0, in: $1) }
    items.viewCountsDwell = { [unowned self] in probe(of: $0)?.countsDwell ?? true }
  }

  /// The number of probes.
  package var count: Int { probes.values.reduce(0) { $0 + $1.count } }

  /// Handles a view in the window that was created or updated. Each probe must have an id.
  package func update(_ view: ViewKey, _ probes: [Probe]) {
    let latest = Self.joined(probes)
    let former = self.probes.updateValue(latest, forKey: view) ?? []
    for index in former.indices.dropFirst(latest.count) { items.unbind(ItemSlot(view, index)) }
    for (index, probe) in latest.enumerated() { update(ItemSlot(view, index), probe) }
  }

  /// Joins modifiers that observe the impressions or the exposures of one item: the engine reports
  /// these to one of the item's watches.
  private static func joined(_ probes: [Probe]) -> [Probe] {
    var result: [Probe] = []
    for probe in probes {
      let same = result.firstIndex {
        probe.countsByID && ProbedItem.Observed(of: $0) == ProbedItem.Observed(of: probe)
      }
      if let same {
        result[same].handler = .both(result[same].handler, probe.handler)
      } else {
        result.append(probe)
      }
    }
    return result
  }

  private func update(_ view: ItemSlot, _ probe: Probe) {
    guard let known = items.bindings[view], known.kind == probe.kind,
      (known.item as? ProbedItem)?.observed == ProbedItem.Observed(of: probe)
    else {
      return items.bind(view, to: ProbedItem(of: probe), as: probe.kind, in: window)
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
    for index in probes.removeValue(forKey: view)?.indices ?? 0..<0 {
      items.unbind(ItemSlot(view, index))
    }
  }

  /// Handles a possible change of a view's viewport. The viewport is compared before the next pass,
  /// and the item is observed in the new one.
  package func viewportChanged(around view: ViewKey) {
    for index in probes[view]?.indices ?? 0..<0 {
      items.viewportChanged(around: ItemSlot(view, index))
    }
  }

  private func probe(of view: ItemSlot) -> Probe? {
    guard let probes = probes[view.view], view.index < probes.count else { return nil }
    return probes[Int(view.index)]
  }

  private func updateListeners(of row: ItemPlacements.Row) {
    for view in row.views {
      if let probe = probe(of: view.key) { row.report(0).listen(view.kind, probe.handler) }
    }
  }

  private func register(_ placement: ItemPlacement, in row: ItemPlacements.Row) {
    guard let listener = row.report(0).listener(of: placement.kind),
      let item = row.place.item as? ProbedItem
    else { return }
    let observation: Observation =
      switch item.observed.subject {
      case .changes(let rule, _), .crossings(let rule): .visibility(rule)
      case .impressions(let policy): .impressions(policy, of: item.observed.id)
      case .exposures(let rule): .exposures(rule, of: item.observed.id)
      }
    _ = placement.tracked.register(observation, .item(row.report(0), listener))
    if case .changes(_, initial: true) = item.observed.subject {
      window.tracker.afterReadPass { listener.deliverFirstAbsence() }
    }
  }
}

/// The item of a probe: an id and a subject in one list.
private final class ProbedItem: HashedID {
  struct Observed: Hashable {
    let id: AnyHashable
    let subject: Probe.Subject
    let list: ItemOwner?
    let container: ObjectIdentifier?

    init(of probe: Probe) {
      guard let id = probe.id else { preconditionFailure("the host identifies every probe") }
      (self.id, subject) = (id, probe.subject)
      (list, container) = (probe.list, probe.container)
    }
  }

  let observed: Observed

  init(of probe: Probe) {
    observed = Observed(of: probe)
    super.init(AnyHashable(observed))
  }

  override var appID: HashedID? {
    observed.id.base is ItemOwner ? nil : HashedID(observed.id)
  }
}
