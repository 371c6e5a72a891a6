#if canImport(Darwin)
import Foundation
package import SightlineCore

/// The one timer of a window: it fires at the next deadline, and not at all where there is none.
@MainActor
package final class DeadlineTimer {
  private let fired: @MainActor () -> Void
  /// Only the main thread uses it; the owner may be released by another one.
  private nonisolated(unsafe) var timer: Timer?

  /// Creates a timer that is not set.
  package init(_ fired: @escaping @MainActor () -> Void) { self.fired = fired }

  deinit { timer?.invalidate() }

  /// Sets the timer in place of what it was set to; `nil` for not at all.
  package func set(_ deadline: MonotonicTime?) {
    timer?.invalidate()
    timer = nil
    guard let deadline, deadline != .never else { return }
    let wait = max(0, deadline.seconds - MonotonicClock.now.seconds)
    let timer = Timer(
      timeInterval: wait, target: MainRelay { [weak self] in self?.fire() },
      selector: #selector(MainRelay.call), userInfo: nil, repeats: false)
    // In every mode, so that dwell is reached on time while a finger scrolls.
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  private func fire() {
    timer = nil
    fired()
  }
}
#endif
