import CGTK
import SightlineGTKToolkit

/// Whom events are about: a name, and the widget that shows it, which may be gone.
@MainActor
struct EventSubject {
  let name: String
  private let find: @MainActor () -> WidgetPointer?

  /// - Parameter widget: what is outlined and explained; without one there is only the name.
  ///   Recordings call it by the name, too.
  init(_ name: String, _ widget: WidgetPointer? = nil) {
    if let widget { gtk_widget_set_name(widget, name) }
    let reference = widget.map { WeakObjectReference($0) }
    self.init(name) { reference?.pointer }
  }

  /// - Parameter find: what shows it at the time; for rows that are used again for something else.
  init(_ name: String, find: @escaping @MainActor () -> WidgetPointer?) {
    self.name = name
    self.find = find
  }

  var widget: WidgetPointer? { find() }
}
