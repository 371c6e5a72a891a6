#if canImport(Darwin)
import Darwin
package import SightlineCore

/// The hosts' clock. It never goes back, and stands still while the machine sleeps, so that dwell
/// is time in which somebody could see the screen. Display links use the same time.
package enum MonotonicClock {
  /// The time now.
  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
  }
}
#endif
