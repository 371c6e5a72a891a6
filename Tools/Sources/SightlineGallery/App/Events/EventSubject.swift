import SightlineGTKToolkit

/// Whom events are about: a name, and the widget that shows it, which may be gone.
@MainActor
struct EventSubject {
  let name: String
  private let reference: WeakObjectReference<WidgetPointer>?

  /// - Parameter widget: what is outlined and explained; without one there is only the name.
  init(_ name: String, _ widget: WidgetPointer? = nil) {
    self.name = name
    reference = widget.map { WeakObjectReference($0) }
  }

  var widget: WidgetPointer? { reference?.pointer }
}
