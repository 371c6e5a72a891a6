import CGTK
import SightlineGTKToolkit

/// A window's frames, for what a page shows of its own state.
@MainActor
enum Frames {
  /// Calls a closure after each frame that is drawn anyway, while the widget is in a window. It
  /// runs after Sightline's pass, and asks for no frame: where nothing moves nothing is called.
  static func follow(_ widget: WidgetPointer, _ body: @escaping @MainActor () -> Void) {
    var signal: SignalToken?
    Signal.connect(widget, "realize", after: true) {
      signal?.disconnect()
      guard let clock = gtk_widget_get_frame_clock(widget) else { return }
      signal = Signal.connect(clock, "after-paint", after: true, body)
    }
    Signal.connect(widget, "unrealize") {
      signal?.disconnect()
      signal = nil
    }
  }

  /// Asks for one more frame.
  static func another(of widget: WidgetPointer?) {
    guard let widget, let clock = gtk_widget_get_frame_clock(widget) else { return }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }
}
