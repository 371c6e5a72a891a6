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
  private var waiting: (@MainActor () -> Bool)?

  /// - Parameter widget: the widget that must be on screen.
  init(in widget: WidgetPointer) {
    self.widget = WeakObjectReference(widget)
    Frames.follow(widget) { [weak self] in self?.frameEnded() }
  }

  /// Calls a closure that moves the focus: immediately if possible, so subsequent keys already go
  /// there, otherwise after the frame that lays the widget out, because focus goes to the first
  /// widget by position. A later call replaces a waiting one.
  ///
  /// - Parameter grab: returns whether the focus has moved.
  func move(_ grab: @escaping @MainActor () -> Bool) {
    waiting = nil
    if isOnScreen, grab() { return }
    waiting = grab
    Frames.another(of: widget.pointer)
  }

  private var isOnScreen: Bool { widget.pointer.map { gtk_widget_get_mapped($0) != 0 } ?? false }

  private func frameEnded() {
    guard isOnScreen, let grab = waiting else { return }
    waiting = nil
    _ = grab()
  }
}
