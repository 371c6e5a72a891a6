package import SightlineCore

/// When everything in a window is read, where the toolkit reports no changes and so a look reads only
/// what can show: once nothing has changed for ``MirroredWindow/timeToRest``.
///
/// One timer serves many looks: it is not moved with each, and set once more where it fires too early.
///
/// Invariants:
/// 1. A look that leaves something unread is followed by one that reads everything.
/// 2. After that one the timer is not set until the next look.
package struct RestSchedule: Hashable, Sendable {
  /// Whether the next look reads everything.
  package private(set) var isDue = false
  private var isTimerSet = false
  private var lastChange: MonotonicTime?

  /// Creates the schedule of a window at rest.
  package init() {}

  /// The window was looked at.
  ///
  /// - Returns: what to set the timer to; `nil` for leaving it as it is.
  package mutating func looked(
    at now: MonotonicTime, hasChanged: Bool, isSettled: Bool
  ) -> MonotonicTime? {
    isDue = false
    if hasChanged || lastChange == nil { lastChange = now }
    if isSettled {
      lastChange = nil
      return nil
    }
    if isTimerSet { return nil }
    isTimerSet = true
    return now + MirroredWindow.timeToRest
  }

  /// The timer fired; where the time has come, the turn in which it did ends with a look.
  ///
  /// - Returns: what to set it to; `nil` for not at all.
  package mutating func fired(at now: MonotonicTime) -> MonotonicTime? {
    isTimerSet = false
    guard let lastChange else { return nil }
    let time = lastChange + MirroredWindow.timeToRest
    if now >= time {
      isDue = true
      return nil
    }
    isTimerSet = true
    return time
  }

  /// Nothing is read any more, until the next look.
  ///
  /// - Returns: what to set the timer to: nothing.
  package mutating func cancel() -> MonotonicTime? {
    self = RestSchedule()
    return nil
  }
}
