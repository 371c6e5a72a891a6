package import SightlineCore

/// Tracks items in rows whose views are used again: an item is what is seen, not the view that
/// shows it at the moment.
///
/// What views are bound to counts when the next pass begins, not the order in which it came about:
/// an item that some view of the window shows then has not left. So a list that lays itself out
/// anew, reloads or exchanges two rows reports nothing. In each window an item is observed once, in
/// the view that was bound to it last of those that are in the window.
@MainActor
public final class RecycledViews<ID: Hashable> {
  /// What is registered for every item.
  package enum Registration {
    case changed(VisibilityRule, @MainActor (ID, VisibilityState) -> Void)
    case crossed(VisibilityRule, @MainActor (ID, VisibilityCrossing) -> Void)
    case seen(ImpressionPolicy, @MainActor (ID, Impression) -> Void)
  }

  /// The viewport that a row's view must be inside of, called when its item is placed; the window
  /// if `nil`.
  package var viewport: (@MainActor (ViewKey) -> ViewportID?)?
  /// Called when a bound view was found to have left its window unannounced.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)?

  private let items = ItemPlacements<ID, Void>(observesEveryView: false) { _ in }
  private var registrations: [Registration] = []

  /// Creates what a list keeps: nothing is bound yet.
  public init() {
    // The window settles what was bound, also after the last reference to this is gone.
    items.wasMade = { [weak self] placement in
      guard let self else { return }
      for registration in registrations { register(registration, for: placement) }
    }
    items.viewWasLost = { [weak self] view in
      guard let self else { return }
      items.move(view, to: nil)
      viewWasLost?(view)
    }
  }

  /// The views that show an item at present.
  package var boundViews: some Collection<ViewKey> { items.boundViews }

  /// Registers a closure for all items, those that are bound already included.
  package func register(_ registration: Registration) {
    registrations.append(registration)
    for placement in items.placements { register(registration, for: placement) }
  }

  /// A view shows an item from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: the item's id.
  ///   - window: the window the view is in; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    items.bind(view, to: id, in: window)
  }

  /// A view shows its item no longer, or is about to be freed.
  public func unbind(_ view: ViewKey) { items.unbind(view) }

  /// A view came into a window or left it, if it shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) { items.move(view, to: window) }

  /// A view is inside another viewport: its item leaves and enters anew.
  package func replace(_ view: ViewKey) { items.restart(view) }

  private func register(
    _ registration: Registration, for placement: ItemPlacements<ID, Void>.Placement
  ) {
    let id = placement.item
    let tracked = placement.tracked
    let viewport: @MainActor () -> ViewportID? = { [weak self, weak placement] in
      placement?.view.flatMap { self?.viewport?($0) }
    }
    switch registration {
    case .changed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, .changed { body(id, $0) })
    case .crossed(let rule, let body):
      _ = tracked.register(.visibility(rule), in: viewport, .crossed { body(id, $0) })
    case .seen(let policy, let body):
      _ = tracked.register(impressionsOf: id, policy, in: viewport, .seen { body(id, $0) })
    }
  }
}
