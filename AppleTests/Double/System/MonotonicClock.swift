package import SightlineCore
import VirtualTime

/// The doubles' time.
@MainActor
package enum MonotonicClock {
  package static var now: MonotonicTime { MonotonicTime(nanoseconds: VirtualRunLoop.main.now) }
}
