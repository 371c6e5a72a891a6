package import SightlineCore

/// Tracks items in rows whose views are reused. An item is observed, not the view that currently
/// shows it.
///
/// Only the bindings at the beginning of the next pass count, not the order in which they were
/// made. An item bound to any view of the window at that time has not left, so a list that lays
/// itself out again, reloads or swaps two rows reports nothing. An item bound to several views of a
/// window is visible while any of them is: a hidden view does not affect the others.
@MainActor
public final class RecycledViews<ID: Hashable> {
  /// A closure registered for every item.
  package enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
  }

  /// Returns the viewport to measure a row's view against; the window if `nil`. Called when its
  /// item is placed.
  package var viewport: (@MainActor (ViewKey) -> ViewportID?)? {
    get { items.viewport }
    set { items.viewport = newValue }
  }
  /// Called when a bound view has left its window without notice.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)?

  /// The reports of an item, one for each registration.
  private final class Reports {
    var all: [ItemReport] = []
  }

  private typealias Items = ItemPlacements<ID, Reports>

  private let items = Items(id: { AnyHashable($0) }, content: { Reports() })
  private var registrations: [Registration] = []

  /// Creates the tracking of a list, with no views bound.
  public init() {
    // The window settles bindings even after the last reference to this object is gone.
    items.wasMade = { [weak self] placement, row in
      guard let self else { return }
      for index in registrations.indices { register(index, for: placement, in: row) }
    }
    items.viewsChanged = { row in
      for report in row.content.all { report.keepListeners { _ in !row.views.isEmpty } }
    }
    items.viewWasLost = { [weak self] view in
      guard let self else { return }
      items.move(view, to: nil)
      viewWasLost?(view)
    }
  }

  /// The views that currently show an item.
  package var boundViews: some Collection<ViewKey> { items.boundViews }

  /// Registers a closure for all items, including those already bound.
  package func register(_ registration: Registration) {
    registrations.append(registration)
    for row in items.observedRows {
      for placement in row.placements { register(registrations.count - 1, for: placement, in: row) }
    }
  }

  /// Binds a view to the item it shows from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: the item's id.
  ///   - window: the window the view is in; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    items.bind(view, to: id, in: window)
  }

  /// Unbinds a view that no longer shows its item or is about to be freed.
  public func unbind(_ view: ViewKey) { items.unbind(view) }

  /// Updates the window of a view that entered or left one, if the view shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) { items.move(view, to: window) }

  /// Handles a change of a view's viewport: its item leaves and enters again.
  package func replace(_ view: ViewKey) { items.restart(view) }

  private func register(_ index: Int, for placement: Items.Placement, in row: Items.Row) {
    let (id, tracked) = (row.item, placement.tracked)
    let viewport = items.viewport(of: placement)
    while row.content.all.count <= index { row.content.all.append(ItemReport()) }
    let report = row.content.all[index]
    func handler(_ handler: VisibilityHandler) -> VisibilityHandler {
      .item(report, report.listener(of: nil) ?? report.listen(nil, handler))
    }
    switch registrations[index] {
    case .changed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, handler(.changed { body(id, $0) }))
    case .crossed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, handler(.crossed { body(id, $0) }))
    case .seen(let policy, let body):
      _ = tracked.register(impressionsOf: id, policy, in: viewport, .seen { body(id, $0) })
    }
  }
}
