#if GTK && os(Linux)
internal import CSightlineGTK

/// GLib's main loop, running Swift's main actor.
///
/// A GLib loop doesn't run main-actor tasks and main-queue blocks by default; it must poll the main
/// queue's descriptor. Polling costs nothing while idle.
///
/// A nested loop, one run inside a main-actor task, delays further tasks until that task ends,
/// because the main queue isn't reentrant.
@MainActor
public enum MainLoop {
  private static var mainQueueSource: guint = 0
  private static var isUnavailable = false

  /// Makes GLib's loop run main-actor tasks and the main queue from now on. Further calls do
  /// nothing. The loop calls it in its first turn (`CSightlineGTKStart`).
  ///
  /// In an app whose `main()` is `async`, the loop runs in a main-actor task, so no other task runs
  /// until the loop ends. Warns about this once.
  public static func adoptMainActor() {
    guard mainQueueSource == 0, !isUnavailable else { return }
    let handle = _dispatch_get_main_queue_handle_4CF()
    guard handle >= 0 else {
      isUnavailable = true
      sightline_warn(
        "Sightline: no main-actor task runs while GTK's loop does, because it was started from an "
          + "async main(). Declare `static func main()` without `async`.")
      return
    }
    let drain: GUnixFDSourceFunc = { handle, _, _ in
      // Reset first, so work enqueued during the drain makes the descriptor readable again.
      sightline_reset_main_queue_handle(handle)
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    mainQueueSource = g_unix_fd_add_full(G_PRIORITY_DEFAULT, handle, G_IO_IN, drain, nil, nil)
  }

  /// Calls a closure once, after a delay on the monotonic clock, rounded up to milliseconds. It is
  /// late if the loop is busy.
  @discardableResult
  public static func after(
    _ delay: Duration, priority: LoopPriority = .normal, _ action: @escaping @MainActor () -> Void
  ) -> LoopSource {
    LoopSource(g_timeout_source_new(milliseconds(delay)), priority, action)
  }

  /// Calls a closure once, as soon as no higher-priority work is left.
  @discardableResult
  public static func idle(
    priority: LoopPriority = .idle, _ action: @escaping @MainActor () -> Void
  ) -> LoopSource {
    LoopSource(g_idle_source_new(), priority, action)
  }

  private static func milliseconds(_ duration: Duration) -> guint {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return overflow ? .max : guint(clamping: thousands + part)
  }
}

@_cdecl("sightline_adopt_main_actor")
func adoptMainActor() {
  // The caller checks that it is the main thread.
  MainActor.assumeIsolated { MainLoop.adoptMainActor() }
}

/// A GLib priority; lower numbers go first. GTK lays out at 110 and draws at 120.
public enum LoopPriority: Int32, Sendable {
  /// The priority of window and device events.
  case normal = 0
  /// After frames.
  case idle = 200
}

/// A pending call of the main loop. Releasing it doesn't cancel the call.
@MainActor
public final class LoopSource {
  private var source: UnsafeMutablePointer<GSource>?
  private var action: (@MainActor () -> Void)?

  fileprivate init(
    _ source: UnsafeMutablePointer<GSource>?, _ priority: LoopPriority,
    _ action: @escaping @MainActor () -> Void
  ) {
    self.source = source
    self.action = action
    let call: GSourceFunc = { data in
      // The loop calls this on the main thread, so the pointer doesn't cross threads.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { LoopSource.call(data) }
      return 0
    }
    let ended: GDestroyNotify = { data in
      // The main thread, as above.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { LoopSource.end(data) }
    }
    g_source_set_callback(source, call, Unmanaged.passRetained(self).toOpaque(), ended)
    g_source_set_priority(source, priority.rawValue)
    g_source_attach(source, nil)
    g_source_unref(source)  // the loop owns it until `ended`
  }

  /// Whether the call is pending.
  public var isPending: Bool { source != nil }

  /// Cancels the call. Does nothing if it has already been made.
  public func cancel() { if let source { g_source_destroy(source) } }

  private static func call(_ data: gpointer?) {
    guard let data else { return }
    let source = Unmanaged<LoopSource>.fromOpaque(data).takeUnretainedValue()
    let action = source.action
    source.source = nil
    source.action = nil
    action?()
  }

  private static func end(_ data: gpointer?) {
    guard let data else { return }
    let source = Unmanaged<LoopSource>.fromOpaque(data).takeRetainedValue()
    source.source = nil
    source.action = nil
  }
}
#endif
