package import SightlineCore

/// The probes of one window. A declarative toolkit creates, updates, reuses and discards views as
/// it likes; the registry observes the app's items instead.
///
/// An item is an id and a subject in one ``ItemOwner`` and one ``Probe/list``. In a declarative
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
  /// Returns the viewport to measure a view against; the window if `nil`. Called when a watch of
  /// the view's item begins.
  package var viewport: (@MainActor (ViewKey) -> ViewportID?)? {
    get { items.viewport }
    set { items.viewport = newValue }
  }

  private unowned let window: MirroredWindow
  private let items = Items(id: { $0.id }, content: { ItemReport() })
  /// The latest closure of each view.
  private var handlers: [ViewKey: VisibilityHandler] = [:]

  /// Creates a window's registry. The window must keep it.
  package init(window: MirroredWindow) {
    self.window = window
    items.wasMade = { [unowned self] in register($0, in: $1) }
    items.viewsChanged = { [unowned self] in updateListeners(of: $0) }
    items.viewWasLost = { [unowned self] in remove($0) }
  }

  /// The number of observed views.
  package var count: Int { handlers.count }

  /// Handles a view in the window that was created or updated.
  package func update(_ view: ViewKey, _ probe: Probe) {
    let item = Item(id: probe.id, subject: probe.subject, list: probe.list)
    handlers[view] = probe.handler
    if items.isBound(view, to: item, as: probe.kind) {
      if let row = items.row(of: view), isNewest(view, of: probe.kind, in: row) {
        row.content.listen(probe.kind, probe.handler)
      }
      items.retry(view)
    } else {
      items.bind(view, to: item, as: probe.kind, in: window)
    }
  }

  /// Handles a view that left the window or is gone.
  package func remove(_ view: ViewKey) {
    if handlers.removeValue(forKey: view) != nil { items.unbind(view) }
  }

  /// Handles a possible change of a view's viewport. The viewport is compared before the next pass,
  /// and the item is observed in the new one.
  package func viewportChanged(around view: ViewKey) { items.restart(view) }

  /// Applies pending changes, for code that reads the registry right before a pass.
  package func settle() { items.settle() }

  private typealias Items = ItemPlacements<Item, ItemReport>

  private func isNewest(_ view: ViewKey, of kind: ObjectIdentifier?, in row: Items.Row) -> Bool {
    row.views.last { $0.kind == kind }?.key == view
  }

  private func updateListeners(of row: Items.Row) {
    for view in row.views {
      if let handler = handlers[view.key] { row.content.listen(view.kind, handler) }
    }
    row.content.keepListeners { kind in row.views.contains { $0.kind == kind } }
  }

  private func register(_ placement: Items.Placement, in row: Items.Row) {
    guard let listener = row.content.listener(of: placement.kind) else { return }
    let observation: Observation =
      switch row.item.subject {
      case .changes(let rule), .crossings(let rule): .visibility(rule)
      case .impressions(let policy):
        .impressions(policy, window.tracker.session.identity(of: row.item.id))
      }
    _ = placement.tracked.register(
      observation, in: items.viewport(of: placement), .item(row.content, listener))
  }
}
