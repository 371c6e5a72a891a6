import CGTK
import SightlineGTKToolkit

/// Moves the keyboard to what may not be on screen yet: GTK focuses only what is.
@MainActor
final class Focus {
  private let widget: WeakObjectReference<WidgetPointer>
  private var mapping: SignalToken?

  /// - Parameter widget: what has to be on screen.
  init(in widget: WidgetPointer) { self.widget = WeakObjectReference(widget) }

  /// Calls a closure that moves the keyboard: at once, where that can be, or as soon as the widget
  /// is laid out on screen. A later call takes the place of one that still waits.
  ///
  /// - Parameter grab: answers whether the keyboard is there.
  func move(_ grab: @escaping @MainActor () -> Bool) {
    mapping?.disconnect()
    mapping = nil
    guard let widget = widget.pointer else { return }
    if gtk_widget_get_mapped(widget) != 0 {
      // Keys that are pressed right afterwards go there already.
      if grab() { return }
      // What was just put in has no place yet.
      MainLoop.idle { _ = grab() }
    } else {
      mapping = Signal.connect(widget, "map", after: true) { [weak self] in
        self?.mapping?.disconnect()
        self?.mapping = nil
        MainLoop.idle { _ = grab() }
      }
    }
  }
}
