#if canImport(Darwin)
import Darwin
import Foundation
package import SightlineCore

/// The clocks and the calendar of passes and sessions.
package enum SessionClock {
  /// The time on both of the device's clocks.
  package static var now: DeviceTime {
    // First, so that the time between the two calls never counts as slept.
    let elapsed = Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    let awake = MonotonicClock.now
    return DeviceTime(awake: awake, asleep: .nanoseconds(elapsed - awake.nanoseconds))
  }

  /// The calendar day in the device's time zone, in days since 1970-01-01.
  package static var day: Int {
    let now = Date()
    let offset = TimeZone.current.secondsFromGMT(for: now)
    return Int(((now.timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down))
  }
}

/// Calls a closure on the main thread when the day may have changed: at midnight, and after a
/// change of the clock or the time zone. Foundation posts these notifications on any thread.
@MainActor
package final class DayRelay {
  private let relay: MainRelay

  package init(_ changed: @escaping @MainActor () -> Void) {
    let relay = MainRelay(changed)
    self.relay = relay
    for name in [
      Notification.Name.NSCalendarDayChanged, .NSSystemClockDidChange, .NSSystemTimeZoneDidChange,
    ] {
      // Lives as long as the app, like its only owner.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
        [weak relay] _ in relay?.callOnMainThread()
      }
    }
  }
}
#endif
