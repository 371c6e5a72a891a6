#if canImport(Darwin)
import Darwin
package import SightlineCore

/// The hosts' clock. It never goes back, and stops while the machine sleeps, so dwells count only
/// time during which the screen could be seen. Display links use the same time.
package enum MonotonicClock {
  /// The current time.
  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
  }
}
#endif
