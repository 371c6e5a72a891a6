internal import CGTK
package import SightlineCore

/// Calls a closure before every frame for as long as something moves, and nothing afterwards.
///
/// The closure answers whether it is to be called again. A widget that is not in a window makes no
/// frames; the calls go on when it comes into one.
@MainActor
package final class TickWhileMoving {
  private let body: @MainActor (Timestamp) -> Bool

  /// Whether frames are asked for.
  package private(set) var isRunning = false
  private var id: guint = 0

  /// - Parameter body: it should hold its owner weakly.
  package init(_ body: @escaping @MainActor (Timestamp) -> Bool) { self.body = body }

  /// Has the closure called with the widget's next frame, unless it is called anyway.
  package func start(on widget: WidgetPointer) {
    guard !isRunning else { return }
    isRunning = true
    let tick: GtkTickCallback = { widget, _, data in
      // On the main thread, from beginning to end.
      nonisolated(unsafe) let (widget, data) = (widget, data)
      return MainActor.assumeIsolated {
        guard let widget, let data else { return 0 }
        let ticks = Unmanaged<TickWhileMoving>.fromOpaque(data).takeUnretainedValue()
        return ticks.body(.frame(of: widget)) ? 1 : 0
      }
    }
    let ended: GDestroyNotify = { data in
      // As above.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        guard let data else { return }
        Unmanaged<TickWhileMoving>.fromOpaque(data).takeRetainedValue().isRunning = false
      }
    }
    id = gtk_widget_add_tick_callback(
      widget, tick, Unmanaged.passRetained(self).toOpaque(), ended)
  }

  /// Asks for no more frames, also where none come because the window is hidden.
  package func stop(on widget: WidgetPointer) {
    if isRunning { gtk_widget_remove_tick_callback(widget, id) }
  }
}

extension Timestamp {
  /// The time of the frame that a widget is in or comes to next; now, where it is in no window.
  @MainActor package static func frame(of widget: WidgetPointer) -> Timestamp {
    let clock = gtk_widget_get_frame_clock(widget)
    let time = clock.map(gdk_frame_clock_get_frame_time) ?? g_get_monotonic_time()
    return Timestamp(nanoseconds: Int64(time) &* 1_000)
  }
}
