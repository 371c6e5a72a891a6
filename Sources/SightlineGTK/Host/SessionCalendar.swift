#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// Begins the days and sessions of the app's windows, which share one session.
@MainActor
package enum SessionCalendar {
  /// The longest time between two looks at the calendar once a window has been shown. Timers stop
  /// while the machine sleeps, and the time zone may change.
  private static let longestPause = 900

  private static let start = (continuous: ContinuousClock.now, suspending: SuspendingClock.now)
  private static var timer: LoopSource?
  /// The time that tests add to the device's clock, and to its sleep.
  package static var offset = Duration.zero, slept = Duration.zero

  /// The time on both of the device's clocks.
  static var now: DeviceTime {
    // First, so that the time between the two calls never counts as slept.
    let elapsed = ContinuousClock.now - start.continuous
    return DeviceTime(
      awake: .now, asleep: elapsed - (SuspendingClock.now - start.suspending) + slept)
  }

  /// Returns the time for a pass. A day or a session may have begun during sleep.
  static func timeOfPass() -> DeviceTime {
    let now = now
    if now.asleep > VisibilitySession.shared.asleep { refresh() }
    return now
  }

  /// Begins a session or a day, if it is time. Call it when a window's presence has changed.
  package static func refresh() {
    let seconds = localSeconds
    let (day, second) = (seconds / 86_400, seconds % 86_400)
    let now = now
    VisibilitySession.shared.refresh(
      at: DeviceTime(awake: now.awake + offset, asleep: now.asleep), day: day)
    timer?.cancel()
    timer = MainLoop.after(.seconds(min(86_400 - second, longestPause))) { refresh() }
  }

  /// Begins a session if there was no input for long.
  static func noteInput() { VisibilitySession.shared.noteInput(at: now) }

  /// The seconds since 1970-01-01 by a clock on the wall.
  private static var localSeconds: Int {
    guard let now = g_date_time_new_now_local() else { return 0 }
    defer { g_date_time_unref(now) }
    let utc = g_date_time_to_unix(now) + g_date_time_get_utc_offset(now) / 1_000_000
    return Int(utc) + Int((offset + slept).components.seconds)
  }
}
#endif
