import Foundation
package import SightlineCore
import VirtualTime

/// The clock and the calendar of the doubles, both set by tests.
@MainActor
package enum SessionClock {
  /// The time that the machine has slept.
  package static var slept: Duration {
    get { .nanoseconds(VirtualRunLoop.main.slept) }
    set { VirtualRunLoop.main.slept = newValue.saturatedNanoseconds }
  }
  package static var now: DeviceTime { DeviceTime(awake: MonotonicClock.now, asleep: slept) }
  package static var day = 20_000
}

@MainActor
package final class DayRelay {
  private let relays: NotificationRelay

  package init(_ changed: @escaping @MainActor () -> Void) {
    relays = NotificationRelay(
      of: [.NSCalendarDayChanged, .NSSystemTimeZoneDidChange], changed)
  }
}
