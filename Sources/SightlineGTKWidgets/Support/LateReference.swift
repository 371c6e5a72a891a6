#if GTK && os(Linux)
internal import CGTK
internal import SightlineGTKToolkit

/// The widget of an object that is its own delegate: it can be made only after the object itself.
@MainActor
final class LateReference {
  private var known: WeakObjectReference<WidgetPointer>?

  func set(_ widget: WidgetPointer) { known = WeakObjectReference(widget) }

  var pointer: WidgetPointer? { known?.pointer }

  /// The widget, which must be there.
  ///
  /// - Precondition: it has not been destroyed.
  func alive(_ name: String) -> WidgetPointer {
    guard let pointer else { preconditionFailure("the widget of \(name) has been destroyed") }
    return pointer
  }
}
#endif
