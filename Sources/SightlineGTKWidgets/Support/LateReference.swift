#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// The widget of an object that is also its delegate; it can only be created after the object.
@MainActor
final class LateReference {
  private var known: WeakObjectReference<WidgetPointer>?

  func set(_ widget: WidgetPointer) { known = WeakObjectReference(widget) }

  var pointer: WidgetPointer? { known?.pointer }

  /// Returns the widget.
  ///
  /// - Precondition: the widget hasn't been destroyed.
  func alive(_ name: String) -> WidgetPointer {
    guard let pointer else { preconditionFailure("the widget of \(name) has been destroyed") }
    return pointer
  }
}
#endif
