import CSightlineGTK
import SightlineGTKToolkit

/// Access to a window's frames, for pages that show their own state.
@MainActor
enum Frames {
  /// Calls a closure at a phase of each frame while the widget is in a window: by default after the
  /// frame, and after Sightline's pass. It requests no frames, so it isn't called while nothing
  /// moves.
  static func follow(
    _ widget: WidgetPointer, _ phase: String = "after-paint",
    _ body: @escaping @MainActor () -> Void
  ) {
    var signal: SignalToken?
    func begin() {
      signal?.disconnect()
      guard let clock = gtk_widget_get_frame_clock(widget) else { return }
      signal = Signal.connect(clock, phase, after: true, body)
    }
    Signal.connect(widget, "realize", after: true) { begin() }
    Signal.connect(widget, "unrealize") {
      signal?.disconnect()
      signal = nil
    }
    if gtk_widget_get_realized(widget) != 0 { begin() }
  }

  /// Requests another frame.
  static func another(of widget: WidgetPointer?) {
    guard let widget, let clock = gtk_widget_get_frame_clock(widget) else { return }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }
}

/// Moves the keyboard focus to a widget that may not be on screen yet; GTK only focuses mapped
/// widgets.
@MainActor
final class Focus {
  private let widget: WeakObjectReference<WidgetPointer>
  private var waiting: SignalToken?

  /// - Parameter widget: the widget that must be on screen.
  init(in widget: WidgetPointer) { self.widget = WeakObjectReference(widget) }

  /// Calls a closure that moves the focus: immediately if possible, otherwise once the widget is
  /// laid out on screen. A later call replaces a waiting one.
  ///
  /// - Parameter grab: returns whether the focus has moved.
  func move(_ grab: @escaping @MainActor () -> Bool) {
    waiting?.disconnect()
    waiting = nil
    guard let widget = widget.pointer else { return }
    if gtk_widget_get_mapped(widget) != 0 {
      // Immediately, so subsequent keys already go there.
      if grab() { return }
      // A newly added widget has no position yet.
      MainLoop.idle { _ = grab() }
    } else {
      waiting = Signal.connect(widget, "map", after: true) { [weak self] in
        self?.moveAfterFrame(of: widget, grab)
      }
    }
  }

  /// Waits for the first frame, which lays out mapped widgets. Focus goes to the first widget by
  /// position.
  private func moveAfterFrame(
    of widget: WidgetPointer, _ grab: @escaping @MainActor () -> Bool
  ) {
    waiting?.disconnect()
    waiting = nil
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    waiting = Signal.connect(clock, "after-paint", after: true) { [weak self] in
      self?.waiting?.disconnect()
      self?.waiting = nil
      _ = grab()
    }
    Frames.another(of: widget)
  }
}
