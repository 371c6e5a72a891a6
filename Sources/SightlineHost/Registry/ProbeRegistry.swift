package import SightlineCore

/// The probes of one window: views that a declarative toolkit makes, updates, uses again and throws
/// away as it likes, while what is observed are the app's items.
///
/// Invariants:
/// 1. The closure that is called is always the latest one, also for a view that is gone.
/// 2. A probe that goes while visible leaves once, with the next pass; unless one with the same id
///    and subject came in its place, which goes on where it was. So a row that is made anew reports
///    nothing.
/// 3. Another id or subject is another item: the old one leaves, the new one enters.
/// 4. Nothing is called from within an update of the views.
/// 5. The probes at the beginning of the next pass count, not the order in which they came about:
///    two rows that change places report nothing.
@MainActor
package final class ProbeRegistry {
  private struct Item: Hashable {
    var id: AnyHashable
    var subject: Probe.Subject
  }

  /// What is kept for an item; its watch holds on to it.
  private final class Content {
    /// The latest closure.
    var action: Probe.Action?
    /// The viewport that the item was to be inside of when it began to be watched.
    var viewport: ViewportID?
  }

  private struct Entry {
    var item: Item
    var action: Probe.Action
    var viewport: (@MainActor () -> ViewportID?)?
  }

  private unowned let window: MirroredWindow
  private let items = ItemPlacements<Item, Content>(observesEveryView: true) { _ in Content() }
  private var entries: [ViewKey: Entry] = [:]

  /// Creates the registry of a window, which must keep it.
  package init(window: MirroredWindow) {
    self.window = window
    items.wasMade = { [unowned self] in register($0) }
    items.willMove = { [unowned self] placement in
      if let entry = entry(of: placement) { placement.content.action = entry.action }
    }
    items.mustRestart = { [unowned self] placement in
      entry(of: placement)?.viewport?() != placement.content.viewport
    }
    items.viewWasLost = { [unowned self] in remove($0) }
  }

  /// How many views are observed.
  package var count: Int { entries.count }

  /// A view in the window was made or updated.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - probe: its probe now.
  ///   - viewport: the viewport that the view must be inside of, called when the item begins to be
  ///     watched.
  package func update(
    _ view: ViewKey, _ probe: Probe, in viewport: (@MainActor () -> ViewportID?)? = nil
  ) {
    let item = Item(id: probe.id, subject: probe.subject)
    if entries[view]?.item == item {
      entries[view]?.action = probe.action
      items.placement(at: view)?.content.action = probe.action
      items.retry(view)
    } else {
      entries[view] = Entry(item: item, action: probe.action, viewport: viewport)
      items.bind(view, to: item, in: window)
    }
  }

  /// A view left the window or is gone.
  package func remove(_ view: ViewKey) {
    if entries.removeValue(forKey: view) != nil { items.unbind(view) }
  }

  /// The viewport that a view must be inside of may be another: it is compared before the next
  /// pass. Where it is another, the item leaves and enters anew.
  package func viewportChanged(around view: ViewKey) { items.restart(view) }

  /// Has the changes so far take effect: for what is read right before a pass.
  package func settle() { items.settle() }

  private func entry(of placement: ItemPlacements<Item, Content>.Placement) -> Entry? {
    placement.view.flatMap { entries[$0] }
  }

  private func register(_ placement: ItemPlacements<Item, Content>.Placement) {
    let content = placement.content
    let observation: Observation
    let handler: VisibilityHandler
    switch placement.item.subject {
    case .changes(let rule):
      observation = .visibility(rule)
      handler = .changed { if case .changed(let body) = content.action { body($0 == .visible) } }
    case .crossings(let rule):
      observation = .visibility(rule)
      handler = .crossed { if case .crossed(let body) = content.action { body($0) } }
    case .impressions(let policy):
      let identity = window.tracker.session.identity(of: placement.item.id)
      observation = .impressions(policy, identity)
      handler = .seen { if case .seen(let body) = content.action { body($0) } }
    }
    _ = placement.tracked.register(
      observation,
      in: { [weak self, weak placement] in
        content.viewport = placement.flatMap { self?.entry(of: $0)?.viewport?() }
        return content.viewport
      }, handler)
  }
}
