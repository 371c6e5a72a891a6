public import SightlineCore

/// Tracks items in rows whose views are reused. An item is observed, not the view that currently
/// shows it.
///
/// Only the bindings at the beginning of the next pass count, not the order in which they were
/// made. An item bound to any view of the window at that time has not left, so a list that lays
/// itself out again, reloads or swaps two rows reports nothing. An item bound to several views of a
/// window is visible while any of them is: a hidden view does not affect the others.
@MainActor
public final class RecycledViews<ID: Hashable> {
  package let items = ItemPlacements()

  /// Called when a bound view has left its window without notice.
  package var viewWasLost: (@MainActor (ViewKey) -> Void)? {
    get { items.viewWasLost }
    set { items.viewWasLost = newValue }
  }

  /// Creates the tracking of a list, with no views bound.
  public init() {}

  /// The views that currently show an item.
  package var boundViews: some Collection<ViewKey> { items.boundViews }

  // MARK: Closures

  /// Calls a closure when an item becomes visible and when it stops being visible. Without a rule,
  /// an item counts as visible when all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    items.register(.changed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure each time an item crosses a threshold of a rule.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    items.register(.crossed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure when an item has been seen.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    items.register(.seen(policy) { body(Self.value(of: $0), $1) })
  }

  /// Calls a closure when an exposure of an item begins and when it ends.
  public func exposure(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    items.register(.exposed(rule) { body(Self.value(of: $0), $1) })
  }

  /// Sets whether the dwell of an item counts, in all views that show it, now and later. True by
  /// default; false while its video is paused or its picture loads.
  public func setCountsDwell(_ counts: Bool, for id: ID) {
    items.setCountsDwell(counts, for: HashedID(AnyHashable(id)))
  }

  private static func value(of item: HashedID) -> ID {
    unsafeDowncast(item, to: TypedID<ID>.self).value
  }

  // MARK: Bindings

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
