#if GTK && os(Linux)
public import CSightlineGTK
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
/// visible range are outside the viewport, and cost nothing until they are first shown.
@MainActor
public final class RecycledRows<ID: Hashable>: ItemObserver<ID> {
  // Looked up once, not for each row.
  private let idType = TypedID<ID>.self

  /// Observes the items a factory binds from now on. The factory keeps this object alive.
  ///
  /// - Parameters:
  ///   - factory: the list's `GtkSignalListItemFactory`. Connect your `bind` handler first.
  ///   - id: returns the ID of a row's item, or `nil` if it isn't observed. Called after each
  ///     `bind`.
  public init(factory: OpaquePointer, id: @escaping @MainActor (OpaquePointer) -> ID?) {
    super.init { .now }
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
  public init() { super.init { .now } }

  // MARK: Binding

  /// Registers that a widget now shows an item.
  public func bind(_ widget: UnsafeMutablePointer<GtkWidget>, to id: ID) {
    FrameStatistics.measureHandler {
      RowWidget.of(widget).bind(to: idType.init(id), of: items)
    }
  }

  /// Registers that a widget no longer shows its item.
  public func unbind(_ widget: UnsafeMutablePointer<GtkWidget>) {
    FrameStatistics.measureHandler { RowWidget.existing(of: widget)?.unbind(from: items) }
  }
}

/// A window's rows that GTK has mapped since the last pass. A list maps all its rows before its
/// first layout, so only those that are still mapped when the next pass begins are shown.
@MainActor
final class MappedRows {
  /// The window; `nil` once it has closed.
  @exclusivity(unchecked) private(set) var window: MirroredWindow?
  @exclusivity(unchecked) private var rows: [RowWidget] = []

  init(in window: MirroredWindow) { self.window = window }

  func close() { (window, rows) = (nil, []) }

  fileprivate func append(_ row: RowWidget) {
    guard let window else { return }
    if rows.isEmpty { window.tracker.requestPass() }
    rows.append(row)
  }

  /// Binds the rows that show. Call it first in a pass, so that an item whose former row is gone
  /// has another one.
  func settle() {
    if rows.isEmpty { return }
    // By index: a copy would have to be allocated.
    for index in rows.indices { rows[index].show() }
    rows.removeAll(keepingCapacity: true)
  }
}

/// The state attached to a row's widget, which follows the widget between windows and waits for it
/// to be shown. Rows are bound before the list takes them in.
///
/// It retains the rows the widget is bound to; otherwise nothing would remove the widget from its
/// window when it is destroyed.
@MainActor
private final class RowWidget {
  private static let attached = AttachedObject<RowWidget>("row")

  private struct Binding {
    let items: ItemPlacements
    /// The item that the widget shows; `nil` if it shows none, but has kept the place of the last.
    var item: HashedID?
    /// Whether the item is observed: since the widget was first shown.
    var isObserved = false
  }

  private let widget: WidgetPointer
  private var slot: ItemSlot { ItemSlot(ViewKey(widget)) }
  /// The rows of the window the widget is in.
  @exclusivity(unchecked) private var rows: MappedRows?
  @exclusivity(unchecked) private var bindings: [Binding] = []

  static func existing(of widget: WidgetPointer) -> RowWidget? { attached.value(at: widget) }

  static func of(_ widget: WidgetPointer) -> RowWidget {
    if let known = attached.value(at: widget) { return known }
    MainLoop.adoptMainActor()
    let row = RowWidget(widget)
    attached.set(row, at: widget)
    // The widget keeps the row longer than its handlers. Weak references make all others slow.
    Signal.notify(widget, "root") { [unowned row] in row.go(to: WidgetWindow.of(widget)) }
    Signal.connect(widget, "map") { [unowned row] in row.wasMapped() }
    Signal.connect(widget, "destroy") { [unowned row] in row.end() }
    return row
  }

  private init(_ widget: WidgetPointer) {
    self.widget = widget
    rows = WidgetWindow.of(widget)?.mappedRows
  }

  func bind(to item: HashedID, of items: ItemPlacements) {
    // A list keeps some 200 rows bound and shows a few of them.
    let isObserved = gtk_widget_get_mapped(widget) != 0
    if isObserved {
      items.bind(slot, to: item, in: rows?.window)
    } else {
      unbind(from: items)
    }
    let binding = Binding(items: items, item: item, isObserved: isObserved)
    if let index = index(of: items) { bindings[index] = binding } else { bindings.append(binding) }
  }

  func unbind(from items: ItemPlacements) {
    guard let index = index(of: items), bindings[index].item != nil else { return }
    // A list gives a hidden row to another item.
    if gtk_widget_get_mapped(widget) == 0, items.keep(slot) {
      bindings[index] = Binding(items: items)
    } else {
      bindings.remove(at: index)
      items.unbind(slot)
    }
  }

  private func index(of items: ItemPlacements) -> Int? {
    for index in bindings.indices where bindings[index].items === items { return index }
    return nil
  }

  private func go(to window: WidgetWindow?) {
    rows = window?.mappedRows
    for binding in bindings {
      if binding.isObserved {
        binding.items.moved(slot, to: window?.window)
      } else {
        binding.items.unbind(slot)
      }
    }
    bindings.removeAll { $0.item == nil }
  }

  private func end() {
    rows = nil
    for binding in bindings { binding.items.unbind(slot) }
    bindings = []
  }

  private func wasMapped() {
    FrameStatistics.measureHandler {
      for index in bindings.indices where !bindings[index].isObserved {
        return rows?.append(self) ?? ()
      }
    }
  }

  fileprivate func show() {
    // The widget may have been freed after it has left its window.
    if rows == nil || gtk_widget_get_mapped(widget) == 0 { return }
    for index in bindings.indices.reversed() where !bindings[index].isObserved {
      let items = bindings[index].items
      if let item = bindings[index].item {
        bindings[index].isObserved = true
        items.bind(slot, to: item, in: rows?.window)
      } else {
        bindings.remove(at: index)
        items.unbind(slot)
      }
    }
  }
}
#endif
