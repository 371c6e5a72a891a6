#if GTK && os(Linux)
public import CGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// Observes the items of a `GtkListView`, `GtkGridView` or `GtkColumnView`, whose row widgets are
/// used again for other items: what is seen is the item, not the widget.
///
/// ```swift
/// let rows = RecycledRows(factory: factory) { row in ids[Int(gtk_list_item_get_position(row))] }
/// rows.changed { id, state in … }
/// rows.impression(.feed) { id, impression in … }
/// ```
///
/// Closures are called as those of ``WidgetVisibility`` are. An item whose row is bound anew in the
/// same frame, in the same widget or another, has not left. Rows that the list holds ready outside
/// of what it shows are out of the viewport.
@MainActor
public final class RecycledRows<ID: Hashable> {
  private let views = RecycledViews<ID>()

  /// Observes what a factory binds from now on. The factory keeps this alive.
  ///
  /// - Parameters:
  ///   - factory: the list's `GtkSignalListItemFactory`. Connect your own `bind` handler before.
  ///   - id: the id of a row's item; `nil` for one that is not observed. Called after each `bind`.
  public init(factory: OpaquePointer, id: @escaping @MainActor (OpaquePointer) -> ID?) {
    precondition(
      sightline_is_a(factory.instance, gtk_signal_list_item_factory_get_type()) != 0,
      "recycled rows are observed through a GtkSignalListItemFactory, which this is not; bind rows of "
        + "other factories by hand")
    Signal.connect(factory, "bind", after: true) { [self] arguments in
      guard let row = arguments.pointer(0, as: OpaquePointer.self),
        let child = gtk_list_item_get_child(row)
      else { return }
      if let id = id(row) { bind(child, to: id) } else { unbind(child) }
    }
    Signal.connect(factory, "unbind") { [self] arguments in
      guard let row = arguments.pointer(0, as: OpaquePointer.self),
        let child = gtk_list_item_get_child(row)
      else { return }
      unbind(child)
    }
  }

  /// Observes rows that are bound by hand, with ``bind(_:to:)`` and ``unbind(_:)``. Widgets keep this
  /// alive while they are bound.
  public init() {}

  // MARK: Binding

  /// A widget begins to show an item.
  public func bind(_ widget: UnsafeMutablePointer<GtkWidget>, to id: ID) {
    RowWidget.follow(widget, for: views)
    views.bind(ViewKey(widget), to: id, in: WidgetWindow.of(widget)?.window)
  }

  /// A widget shows its item no longer.
  public func unbind(_ widget: UnsafeMutablePointer<GtkWidget>) {
    views.unbind(ViewKey(widget))
    RowWidget.unfollow(widget, for: views)
  }

  // MARK: Observing

  /// Calls a closure when an item becomes visible and when it is not visible any more; without a
  /// rule, as soon as all of it shows, or as much as fits.
  public func changed(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, VisibilityState) -> Void
  ) {
    views.changed(rule, perform: body)
  }

  /// Calls a closure each time an item crosses a threshold of a rule.
  public func crossed(
    _ rule: VisibilityRule, perform body: @escaping @MainActor (ID, VisibilityCrossing) -> Void
  ) {
    views.crossed(rule, perform: body)
  }

  /// Calls a closure when an item was seen.
  public func impression(
    _ policy: ImpressionPolicy = .feed, perform body: @escaping @MainActor (ID, Impression) -> Void
  ) {
    views.impression(policy, perform: body)
  }
}

/// What is attached to a row's widget: it follows the widget into windows and out of them. Rows are
/// bound before the list takes them in.
///
/// It keeps the rows that the widget is bound to, whoever made them: without them nobody would take
/// the widget out of the window when it goes.
@MainActor
private final class RowWidget {
  private static let attached = AttachedObject<RowWidget>("row")

  private var moves: [ObjectIdentifier: (MirroredWindow?) -> Void] = [:]

  static func follow<ID>(_ widget: WidgetPointer, for views: RecycledViews<ID>) {
    let row = attached.value(at: widget) ?? attach(to: widget)
    row.moves[ObjectIdentifier(views)] = { views.moved(ViewKey(widget), to: $0) }
  }

  static func unfollow<ID>(_ widget: WidgetPointer, for views: RecycledViews<ID>) {
    attached.value(at: widget)?.moves[ObjectIdentifier(views)] = nil
  }

  private static func attach(to widget: WidgetPointer) -> RowWidget {
    let row = RowWidget()
    attached.set(row, at: widget)
    Signal.notify(widget, "root") { [weak row] in row?.go(to: WidgetWindow.of(widget)) }
    Signal.connect(widget, "destroy") { [weak row] in row?.go(to: nil) }
    return row
  }

  private func go(to window: WidgetWindow?) {
    for move in moves.values { move(window?.window) }
  }
}
#endif
