#if GTK && os(Linux)
internal import CSightlineGTK
public import SightlineCore

/// Calls a closure before every frame while something moves.
///
/// The closure returns whether to call it again. A widget outside a window gets no frames; the
/// calls resume when it enters one.
@MainActor
public final class TickWhileMoving {
  private let body: @MainActor (MonotonicTime) -> Bool
  private var run: Run?

  /// A registration with GTK. GTK reports its end late, possibly after another has begun.
  @MainActor private final class Run {
    let ticks: TickWhileMoving
    let widget: WeakObjectReference<WidgetPointer>
    var id: guint = 0

    init(_ ticks: TickWhileMoving, on widget: WidgetPointer) {
      self.ticks = ticks
      self.widget = WeakObjectReference(widget)
    }
  }

  /// - Parameter body: the closure, which should hold its owner weakly. While something moves, it
  ///   lives as long as the widget.
  public init(_ body: @escaping @MainActor (MonotonicTime) -> Bool) { self.body = body }

  /// Whether frames are requested.
  public var isRunning: Bool { run != nil }

  /// Calls the closure with the widget's next frame, unless already running. Does nothing if the
  /// widget is `nil`.
  public func start(on widget: WidgetPointer?) {
    guard run == nil, let widget else { return }
    let run = Run(self, on: widget)
    self.run = run
    let tick: GtkTickCallback = { widget, _, data in
      // GTK calls this on the main thread, where it runs to completion.
      nonisolated(unsafe) let (widget, data) = (widget, data)
      return MainActor.assumeIsolated {
        guard let widget, let data else { return 0 }
        let run = Unmanaged<Run>.fromOpaque(data).takeUnretainedValue()
        return run.ticks.tick(run, at: .frame(of: widget)) ? 1 : 0
      }
    }
    let ended: GDestroyNotify = { data in
      // The main thread, as above.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        guard let data else { return }
        let run = Unmanaged<Run>.fromOpaque(data).takeRetainedValue()
        if run.ticks.run === run { run.ticks.run = nil }
      }
    }
    run.id = gtk_widget_add_tick_callback(
      widget, tick, Unmanaged.passRetained(run).toOpaque(), ended)
  }

  /// Stops requesting frames, even if none arrive because the window is hidden.
  public func stop() {
    guard let run else { return }
    self.run = nil
    if let widget = run.widget.pointer { gtk_widget_remove_tick_callback(widget, run.id) }
  }

  private func tick(_ run: Run, at now: MonotonicTime) -> Bool {
    let goesOn = body(now)
    // The closure may have stopped and restarted it, which creates another registration.
    guard self.run === run else { return false }
    if !goesOn { self.run = nil }
    return goesOn
  }
}

extension MonotonicTime {
  /// GLib's monotonic clock, which frame clocks also use.
  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: Int64(g_get_monotonic_time()) &* 1_000)
  }

  /// Returns the time of the widget's current or next frame, or the current time if it is in no
  /// window.
  @MainActor public static func frame(of widget: WidgetPointer) -> MonotonicTime {
    let clock = gtk_widget_get_frame_clock(widget)
    let time = clock.map(gdk_frame_clock_get_frame_time) ?? g_get_monotonic_time()
    return MonotonicTime(nanoseconds: Int64(time) &* 1_000)
  }
}
#endif
