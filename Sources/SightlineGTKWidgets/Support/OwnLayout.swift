#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// A public object that lays out its widget. Its conformance to `CustomWidgetDelegate` isn't
/// public, because the toolkit isn't.
protocol OwnLayout: CustomWidgetDelegate {}

extension Int {
  /// The length rounded up to whole pixels, and limited to lengths that GTK can add up.
  init(pixelsFor length: Double) { self = Int(Swift.max(0, Swift.min(length, 1e7)).rounded(.up)) }
}

extension WeakObjectReference where Instance == WidgetPointer {
  /// Returns the widget.
  ///
  /// - Precondition: the widget hasn't been destroyed.
  func alive(_ name: String) -> WidgetPointer {
    guard let pointer else { fatalError("the widget of \(name) has been destroyed") }
    return pointer
  }
}

extension WidgetPointer {
  /// Adds or removes a class for style sheets.
  @MainActor func setCSSClass(_ name: String, _ isOn: Bool) {
    if isOn {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }
}
#endif
