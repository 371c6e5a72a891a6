#if canImport(Darwin)
import Foundation
package import SightlineCore

/// A timer that fires at one deadline, or not at all.
///
/// Foundation's timer is created once and then moved, which costs less than a new one and allocates
/// nothing (`Timer.fireDate`). While something scrolls it is set several times a second.
@MainActor
package final class DeadlineTimer {
  private let fired: @MainActor () -> Void
  /// Used only on the main thread, although the owner may be released on another one.
  private nonisolated(unsafe) var timer: Timer?

  /// The interval of a timer that must repeat to be usable again: many years.
  private static let never = 1e9

  /// Creates a timer that is not set.
  package init(_ fired: @escaping @MainActor () -> Void) { self.fired = fired }

  deinit { timer?.invalidate() }

  /// Sets the deadline, replacing the previous one; `nil` for none.
  package func set(_ deadline: MonotonicTime?) {
    guard let deadline, deadline != .never else {
      timer?.fireDate = .distantFuture
      return
    }
    let date = Date(timeIntervalSinceNow: max(0, deadline.seconds - MonotonicClock.now.seconds))
    if let timer {
      timer.fireDate = date
      return
    }
    let timer = Timer(
      fireAt: date, interval: DeadlineTimer.never,
      target: MainRelay { [weak self] in self?.fired() }, selector: #selector(MainRelay.call),
      userInfo: nil, repeats: true)
    // Use every mode, so dwells are reached on time while a finger scrolls.
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }
}
#endif
