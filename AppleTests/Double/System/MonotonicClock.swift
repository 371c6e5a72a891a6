package import SightlineCore
import VirtualTime

/// The time of the doubles, all of which run on the main thread.
package enum MonotonicClock {
  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: VirtualRunLoop.main.now)
  }
}
