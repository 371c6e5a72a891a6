#if GTK && os(Linux)
public import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// Observes the items of a `GtkListView`, `GtkGridView` or `GtkColumnView`, which reuse their row
/// widgets. Visibility belongs to the item, not the widget.
///
/// ```swift
/// let rows = RecycledRows(factory: factory) { row in ids[Int(gtk_list_item_get_position(row))] }
/// rows.changed { id, state in … }
/// rows.impression(.feed) { id, impression in … }
/// ```
///
/// Closures are called like those of ``WidgetVisibility``. An item whose row is rebound within one
/// frame, to the same widget or another, hasn't left. Rows that the list keeps ready outside its
/// visible range are outside the viewport.
@MainActor
public final class RecycledRows<ID: Hashable> {
  fileprivate let views = RecycledViews<ID>()

  /// Observes the items a factory binds from now on. The factory keeps this object alive.
  ///
  /// - Parameters:
  ///   - factory: the list's `GtkSignalListItemFactory`. Connect your `bind` handler first.
  ///   - id: returns the ID of a row's item, or `nil` if it isn't observed. Called after each
  ///     `bind`.
  public init(factory: OpaquePointer, id: @escaping @MainActor (OpaquePointer) -> ID?) {
    precondition(
      sightline_is_a(factory.instance, gtk_signal_list_item_factory_get_type()) != 0,
      "recycled rows require a GtkSignalListItemFactory; bind the rows of "
        + "other factories manually")
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

  /// Observes rows bound manually with ``bind(_:to:)`` and ``unbind(_:)``. Bound widgets keep this
  /// object alive.
  public init() {}

  // MARK: Binding

  /// Registers that a widget now shows an item.
  public func bind(_ widget: UnsafeMutablePointer<GtkWidget>, to id: ID) {
    RowWidget.follow(widget, for: views)
    views.bind(ViewKey(widget), to: id, in: WidgetWindow.of(widget)?.window)
  }

  /// Registers that a widget no longer shows its item.
  public func unbind(_ widget: UnsafeMutablePointer<GtkWidget>) {
    views.unbind(ViewKey(widget))
    RowWidget.unfollow(widget, for: views)
  }

  // MARK: Observing

  /// Calls a closure when an item becomes visible and when it stops being visible. Without a rule,
  /// an item is visible once all of it shows, or as much as fits.
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

  /// Calls a closure when an exposure of an item begins and when it ends, with its length, the
  /// greatest visible fraction and the reason.
  public func exposure(
    _ rule: VisibilityRule = .asMuchAsFits,
    perform body: @escaping @MainActor (ID, ExposureEvent) -> Void
  ) {
    views.exposure(rule, perform: body)
  }

  /// Sets whether the dwell of an item's impressions counts, in all its rows, now and later: see
  /// ``WidgetVisibility/countsDwell``.
  public func setCountsDwell(_ counts: Bool, for id: ID) { views.setCountsDwell(counts, for: id) }
}

extension RecycledRows where ID: ItemKeyConvertible {
  /// Records the impressions and exposures of all items: see
  /// ``WidgetVisibility/logsImpressions(of:_:in:to:)``.
  public func logsImpressions(_ policy: LogPolicy = .feed, to recorder: some ImpressionRecorder) {
    views.logsImpressions(policy, to: recorder) { .now }
  }
}

/// The state attached to a row's widget, which follows the widget between windows. Rows are bound
/// before the list takes them in.
///
/// It retains the rows the widget is bound to; otherwise nothing would remove the widget from its
/// window when it is destroyed.
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
