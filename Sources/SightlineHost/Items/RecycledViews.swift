public import SightlineCore

/// Tracks items in rows whose views are reused. An item is observed, not the view that currently
/// shows it.
///
/// Only the bindings at the beginning of the next pass count, not the order in which they were
/// made. An item bound to any view of the window at that time has not left, so a list that lays
/// itself out again, reloads or swaps two rows reports nothing. An item bound to several views of a
/// window is visible while any of them is: a hidden view does not affect the others.
@MainActor
public final class RecycledViews<ID: Hashable>: ItemObserver<ID> {
  /// Creates the tracking of a list, with no views bound.
  ///
  /// - Parameter clock: the host's clock, for ``ItemObserver/logsImpressions(_:to:)``.
  public override init(clock: @escaping @MainActor () -> MonotonicTime) {
    super.init(clock: clock)
  }

  /// Binds a view to the item it shows from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: the item's id.
  ///   - window: the window the view is in; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    items.bind(ItemSlot(view), to: TypedID(id), in: window)
  }

  /// Unbinds a view that no longer shows its item or is about to be freed.
  public func unbind(_ view: ViewKey) { items.unbind(ItemSlot(view)) }

  /// Updates the window of a view that entered or left one, if the view shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) {
    items.moved(ItemSlot(view), to: window)
  }

  /// Compares a view's viewport before the next pass. If it has changed, the item leaves and enters
  /// again.
  package func viewportChanged(around view: ViewKey) {
    items.viewportChanged(around: ItemSlot(view))
  }
}
