/// Observes the items of a list whose views are reused: of a table or collection view on UIKit and
/// AppKit, of a `GtkListView`, `GtkGridView` or `GtkColumnView`. The item is observed, not the view
/// that currently shows it.
///
/// ```swift
/// let items = ItemVisibility<Ad.ID>()
/// items.impression(.mrcDisplay) { id, impression in log(id, impression) }
/// // wherever a cell or a row is configured:
/// items.bind(cell, to: ad.id)
/// ```
///
/// Only the bindings at the beginning of the next pass count, not the order in which they were
/// made. An item bound to any view of the window at that time has not left, so a list that lays
/// itself out again, reloads or swaps two rows reports nothing. An item bound to several views of a
/// window is visible while any of them is: a hidden view does not affect the others.
///
/// The verbs are those of ``VisibilityObserving``, for all items. Retain the object as long as the
/// list.
@MainActor
public final class ItemVisibility<ID: Hashable> {
  package let items = ItemTable()
  // Looked up once, not for each row.
  private let idType = TypedID<ID>.self

  /// Creates an observer without closures.
  public init() {}

  /// Sets whether the dwell of an item counts, in all views that show it, now and later. True by
  /// default; false while its video is paused or its picture loads.
  public func setCountsDwell(_ counts: Bool, for id: ID) {
    items.setCountsDwell(counts, for: HashedID(AnyHashable(id)))
  }

  static func value(of item: HashedID?) -> ID {
    guard let item else { fatalError("a row has an item") }
    return unsafeDowncast(item, to: TypedID<ID>.self).value
  }

  // MARK: Binding, for hosts

  /// Binds a view to the item it shows from now on.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - id: the item's id.
  ///   - window: the window the view is in; `nil` if it is in none yet.
  public func bind(_ view: ViewKey, to id: ID, in window: MirroredWindow?) {
    items.bind(ItemTable.Key(view), to: item(id), in: window)
  }

  package func item(_ id: ID) -> HashedID { idType.init(id) }

  /// Unbinds a view that no longer shows its item or is about to be freed.
  public func unbind(_ view: ViewKey) { items.unbind(ItemTable.Key(view)) }

  /// Updates the window of a view that entered or left one, if the view shows an item.
  public func moved(_ view: ViewKey, to window: MirroredWindow?) {
    items.moved(ItemTable.Key(view), to: window)
  }
}
