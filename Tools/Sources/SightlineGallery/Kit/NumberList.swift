import SightlineGTK
import SightlineGTKToolkit

/// A list of numbers in recycled rows, which can be flung, shortened and shuffled.
@MainActor
final class NumberList {
  let widget: WidgetPointer
  let factory = required(gtk_signal_list_item_factory_new())
  private let selection: ObjectReference<OpaquePointer>
  private var numbers: [Int]
  private var direction = 1.0

  init(_ name: String, count: Int) {
    let selection = required(gtk_no_selection_new(nil))
    self.selection = ObjectReference(selection)
    let view = required(gtk_list_view_new(selection, factory)).styled("items")
    view.setAccessibleLabel(name)
    widget = Make.scroller(view, named: name).expanding()
    numbers = Array(1...count)
    showNumbers()
  }

  /// Connects the rows' lifetime.
  ///
  /// - Parameter bind: shows a number in a row's widget, and returns its accessible name.
  func connect(
    make: @escaping @MainActor () -> WidgetPointer,
    bind: @escaping @MainActor (WidgetPointer, Int) -> String,
    unbind: @escaping @MainActor (WidgetPointer, Int) -> Void
  ) {
    Signal.connect(factory, "setup") { arguments in
      guard let row = arguments.pointer(0, as: OpaquePointer.self) else { return }
      gtk_list_item_set_child(row, make())
    }
    Signal.connect(factory, "bind") { arguments in
      guard let (child, number) = Self.shown(arguments) else { return }
      // The list's own widget around the row would otherwise have no name.
      gtk_widget_get_parent(child)?.setAccessibleLabel(bind(child, number))
    }
    Signal.connect(factory, "unbind") { arguments in
      if let (child, number) = Self.shown(arguments) { unbind(child, number) }
    }
  }

  private static func shown(_ arguments: SignalArguments) -> (WidgetPointer, Int)? {
    guard let row = arguments.pointer(0, as: OpaquePointer.self),
      let child = gtk_list_item_get_child(row), let number = number(of: row)
    else { return nil }
    return (child, number)
  }

  static func number(of row: OpaquePointer) -> Int? {
    guard let item = gtk_list_item_get_item(row),
      let text = gtk_string_object_get_string(OpaquePointer(item))
    else { return nil }
    return Int(String(cString: text))
  }

  /// Throws the list down, and up the next time.
  func throwList(by distance: Double) {
    observer.scroll(
      to: observer.geometry.contentOffset.y + direction * distance, over: .seconds(1.6),
      easing: Easing(x1: 0.05, y1: 0.7, x2: 0.1, y2: 1))
    direction = -direction
  }

  /// Ends a throw where the list is.
  private func stop() { observer.scroll(to: observer.geometry.contentOffset.y, over: .zero) }

  var isResting: Bool { observer.phase == .idle }

  private var observer: ScrollObserver { ScrollObserver.of(widget) }

  /// Removes the first numbers, ending any throw. Returns how many there were.
  func removeFirst(_ most: Int) -> Int {
    stop()
    let number = min(most, numbers.count)
    numbers.removeFirst(number)
    gtk_string_list_splice(gtk_no_selection_get_model(selection.pointer), 0, guint(number), nil)
    return number
  }

  /// Shuffles the numbers, ending any throw. Until the next layout GTK has no scroll position and
  /// logs warnings.
  func shuffle() {
    stop()
    numbers.shuffle()
    showNumbers()
  }

  /// Replaces the list's numbers in a single change.
  private func showNumbers() {
    let strings = required(gtk_string_list_new(nil))
    for number in numbers { gtk_string_list_append(strings, "\(number)") }
    gtk_no_selection_set_model(selection.pointer, strings)
    // The selection retains it.
    g_object_unref(strings.instance)
  }
}
