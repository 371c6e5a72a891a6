import CSightlineGTK
import SightlineGTKToolkit

/// The subject of events: a name, and the widget that shows it, which may be gone.
@MainActor
struct EventSubject {
  let name: String
  private let find: @MainActor () -> WidgetPointer?

  /// - Parameter widget: the widget to outline and explain, if any. Recordings use the name for it,
  ///   too.
  init(_ name: String, _ widget: WidgetPointer? = nil) {
    if let widget { gtk_widget_set_name(widget, name) }
    let reference = widget.map { WeakObjectReference($0) }
    self.init(name) { reference?.pointer }
  }

  /// - Parameter find: returns the widget currently showing the subject, for rows that are reused.
  init(_ name: String, find: @escaping @MainActor () -> WidgetPointer?) {
    self.name = name
    self.find = find
  }

  var widget: WidgetPointer? { find() }
}
