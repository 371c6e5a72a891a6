#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

extension ItemVisibility {
  /// Observes the items of a `GtkListView`, `GtkGridView` or `GtkColumnView` that a factory binds
  /// from now on. The factory keeps this object alive.
  ///
  /// ```swift
  /// let items = ItemVisibility(factory: factory) { row in
  ///   ids[Int(gtk_list_item_get_position(row))]
  /// }
  /// items.impression(.feed) { id, impression in … }
  /// ```
  ///
  /// Rows that the list keeps ready outside its visible range are outside the viewport, and cost
  /// nothing until they are first shown.
  ///
  /// - Parameters:
  ///   - factory: the list's `GtkSignalListItemFactory`. Connect your `bind` handler first.
  ///   - id: returns the ID of a row's item, or `nil` if it isn't observed. Called after each
  ///     `bind`.
  public convenience init(factory: OpaquePointer, id: @escaping @MainActor (OpaquePointer) -> ID?) {
    self.init()
    require(
      sightline_is_a(factory.instance, gtk_signal_list_item_factory_get_type()) != 0,
      "the items of a factory require a GtkSignalListItemFactory; bind the rows of "
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

  /// Binds a widget to the item it shows from now on. Not needed with a factory. Bound widgets keep
  /// the closures alive.
  public func bind(_ widget: UnsafeMutablePointer<GtkWidget>, to id: ID) {
    FrameStatistics.measureHandler { RowRecord.of(widget).bind(to: item(id), of: items) }
  }

  /// Unbinds a widget that no longer shows its item.
  public func unbind(_ widget: UnsafeMutablePointer<GtkWidget>) {
    FrameStatistics.measureHandler { RowRecord.existing(of: widget)?.unbind(from: items) }
  }
}

/// A window's rows that GTK has mapped since the last pass. A list maps all its rows before its
/// first layout, so only those that are still mapped when the next pass begins are shown.
@MainActor
final class MappedRows {
  /// The window; `nil` once it has closed.
  private(set) var window: MirroredWindow?
  private var rows: [RowRecord] = []

  init(in window: MirroredWindow) { self.window = window }

  func close() { (window, rows) = (nil, []) }

  fileprivate func append(_ row: RowRecord) {
    guard let window else { return }
    if rows.isEmpty { window.requestPass() }
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
private final class RowRecord {
  private static let attached = AttachedObject<RowRecord>("row")

  private struct Binding {
    let items: ItemTable
    /// The item that the widget shows; `nil` if it shows none, but has kept the place of the last.
    var item: HashedID?
    /// Whether the item is observed: since the widget was first shown.
    var isObserved = false
  }

  private let widget: WidgetPointer
  private var key: ItemTable.Key { ItemTable.Key(ViewKey(widget)) }
  /// The rows of the window the widget is in.
  private var rows: MappedRows?
  private var bindings: [Binding] = []

  static func existing(of widget: WidgetPointer) -> RowRecord? { attached.value(at: widget) }

  static func of(_ widget: WidgetPointer) -> RowRecord {
    if let existing = attached.value(at: widget) { return existing }
    MainLoop.adoptMainActor()
    let row = RowRecord(widget)
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

  func bind(to item: HashedID, of items: ItemTable) {
    // A list keeps some 200 rows bound and shows a few of them.
    let isObserved = gtk_widget_get_mapped(widget) != 0
    if isObserved {
      items.bind(key, to: item, in: rows?.window)
    } else {
      unbind(from: items)
    }
    let binding = Binding(items: items, item: item, isObserved: isObserved)
    if let index = index(of: items) { bindings[index] = binding } else { bindings.append(binding) }
  }

  func unbind(from items: ItemTable) {
    guard let index = index(of: items), bindings[index].item != nil else { return }
    // A list gives a hidden row to another item.
    if gtk_widget_get_mapped(widget) == 0, items.keep(key) {
      bindings[index] = Binding(items: items)
    } else {
      bindings.remove(at: index)
      items.unbind(key)
    }
  }

  private func index(of items: ItemTable) -> Int? {
    for index in bindings.indices where bindings[index].items === items { return index }
    return nil
  }

  private func go(to window: WidgetWindow?) {
    rows = window?.mappedRows
    for binding in bindings {
      if binding.isObserved {
        binding.items.moved(key, to: window?.window)
      } else {
        binding.items.unbind(key)
      }
    }
    bindings.removeAll { $0.item == nil }
  }

  private func end() {
    rows = nil
    for binding in bindings { binding.items.unbind(key) }
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
        items.bind(key, to: item, in: rows?.window)
      } else {
        bindings.remove(at: index)
        items.unbind(key)
      }
    }
  }
}
#endif
