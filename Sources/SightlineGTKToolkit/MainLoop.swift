#if GTK && os(Linux)
internal import CGTK

/// GLib's main loop, with Swift's main actor running under it.
///
/// Main-actor tasks and blocks of the main queue do not run under a GLib loop by themselves: it has
/// to poll the main queue's descriptor. Polling costs nothing while nothing happens.
///
/// A loop that runs inside of a main-actor task (a nested one) keeps further tasks waiting until
/// that task ends: the main queue does not enter itself.
@MainActor
public enum MainLoop {
  private static var mainQueueSource: guint = 0
  private static var running: [OpaquePointer] = []

  /// Lets main-actor tasks and the main queue run under GLib's loop from now on. Further calls do
  /// nothing.
  public static func adoptMainActor() {
    guard mainQueueSource == 0 else { return }
    let handle = _dispatch_get_main_queue_handle_4CF()
    precondition(handle >= 0, "the main queue has no descriptor to poll")
    let drain: GUnixFDSourceFunc = { handle, _, _ in
      // Reset first: what comes in during the drain makes it readable again.
      sightline_reset_main_queue_handle(handle)
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    mainQueueSource = g_unix_fd_add_full(G_PRIORITY_DEFAULT, handle, G_IO_IN, drain, nil, nil)
  }

  /// Runs the loop until `quit()`. A call inside of a handler runs a loop within the loop.
  public static func run() {
    adoptMainActor()
    guard let loop = g_main_loop_new(nil, 0) else { return }
    running.append(loop)
    g_main_loop_run(loop)
    running.removeLast()
    g_main_loop_unref(loop)
  }

  /// Ends the innermost `run()`, once its handlers have returned. Does nothing outside of one.
  public static func quit() {
    if let loop = running.last { g_main_loop_quit(loop) }
  }

  /// Lets the loop do one round: everything that is ready at the highest priority.
  /// - Parameter wait: Whether to wait for something if nothing is ready.
  /// - Returns: Whether something was done.
  @discardableResult
  public static func step(waiting wait: Bool = false) -> Bool {
    adoptMainActor()
    return g_main_context_iteration(nil, wait ? 1 : 0) != 0
  }

  /// Calls once, after a time on the monotonic clock, rounded up to milliseconds. Late when the
  /// loop is busy.
  @discardableResult
  public static func after(
    _ delay: Duration, priority: LoopPriority = .normal, _ action: @escaping @MainActor () -> Void
  ) -> LoopSource {
    LoopSource(g_timeout_source_new(milliseconds(delay)), priority, repeats: false, action)
  }

  /// Calls again and again, each time a period after the last call was due.
  public static func every(
    _ period: Duration, priority: LoopPriority = .normal, _ action: @escaping @MainActor () -> Void
  ) -> LoopSource {
    LoopSource(g_timeout_source_new(milliseconds(period)), priority, repeats: true, action)
  }

  /// Calls once, as soon as nothing of a higher priority is left to do.
  @discardableResult
  public static func idle(
    priority: LoopPriority = .idle, _ action: @escaping @MainActor () -> Void
  ) -> LoopSource {
    LoopSource(g_idle_source_new(), priority, repeats: false, action)
  }

  private static func milliseconds(_ duration: Duration) -> guint {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return overflow ? .max : guint(clamping: thousands + part)
  }
}

/// What goes first, as GLib numbers it: the lower number. GTK lays out and draws at 110 and 120.
public struct LoopPriority: Hashable, Sendable {
  /// GLib's number: the lower, the earlier.
  public var number: Int32

  /// Creates a priority from GLib's number.
  public init(number: Int32) { self.number = number }

  /// The same as the events of windows and devices.
  public static let normal = LoopPriority(number: G_PRIORITY_DEFAULT)
  /// After frames.
  public static let idle = LoopPriority(number: G_PRIORITY_DEFAULT_IDLE)
  /// After everything else.
  public static let low = LoopPriority(number: G_PRIORITY_LOW)
}

/// A call that the main loop is going to make. Letting go of it does not cancel the call.
@MainActor
public final class LoopSource {
  private var source: UnsafeMutablePointer<GSource>?
  private var action: (@MainActor () -> Void)?
  private let repeats: Bool

  fileprivate init(
    _ source: UnsafeMutablePointer<GSource>?, _ priority: LoopPriority, repeats: Bool,
    _ action: @escaping @MainActor () -> Void
  ) {
    self.source = source
    self.action = action
    self.repeats = repeats
    let call: GSourceFunc = { data in
      // The loop calls on the main thread: the pointer does not cross threads.
      nonisolated(unsafe) let data = data
      return MainActor.assumeIsolated { LoopSource.call(data) ? 1 : 0 }
    }
    let ended: GDestroyNotify = { data in
      // The same.
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated { LoopSource.end(data) }
    }
    g_source_set_callback(source, call, Unmanaged.passRetained(self).toOpaque(), ended)
    g_source_set_priority(source, priority.number)
    g_source_attach(source, nil)
    g_source_unref(source)  // the loop owns it now, until `ended`
  }

  /// Whether the call is still to come.
  public var isPending: Bool { source != nil }

  /// Takes the call back. Does nothing when it has been made.
  public func cancel() {
    guard let source else { return }
    g_source_destroy(source)
  }

  private static func call(_ data: gpointer?) -> Bool {
    guard let data else { return false }
    let source = Unmanaged<LoopSource>.fromOpaque(data).takeUnretainedValue()
    let action = source.action
    if !source.repeats {
      source.source = nil
      source.action = nil
    }
    action?()
    return source.repeats && source.isPending
  }

  private static func end(_ data: gpointer?) {
    guard let data else { return }
    let source = Unmanaged<LoopSource>.fromOpaque(data).takeRetainedValue()
    source.source = nil
    source.action = nil
  }
}
#endif
