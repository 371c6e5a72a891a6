import CSightlineGTK
import SightlineGTKToolkit

/// Access to a window's frames, for pages that show their own state.
@MainActor
enum Frames {
  /// Calls a closure after each frame while the widget is in a window. It runs after Sightline's
  /// pass and requests no frames, so it isn't called while nothing moves.
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

  /// Requests another frame.
  static func another(of widget: WidgetPointer?) {
    guard let widget, let clock = gtk_widget_get_frame_clock(widget) else { return }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }
}
