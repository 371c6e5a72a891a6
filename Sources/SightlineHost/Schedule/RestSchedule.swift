package import SightlineCore

/// When everything in a window is read, where the toolkit reports no changes and so a look reads only
/// what can show: once nothing has changed for ``MirroredWindow/timeToRest``. After looks that find no change
/// at all it is later where there are many views, so that turns in which nothing happens cost little.
///
/// One timer serves many looks: it is not moved with each, and set once more where it fires too early.
///
/// Invariants:
/// 1. A look that leaves something unread is followed by one that reads everything.
/// 2. After that one the timer is not set until the next look.
package struct RestSchedule: Hashable, Sendable {
  /// Whether the next look reads everything.
  package private(set) var isDue = false
  private var timer: MonotonicTime?
  /// When everything is to be read; `nil` where everything was.
  private var time: MonotonicTime?

  /// How long a view may go unread for each that there is: a reading of one takes less than a hundredth of
  /// it.
  package static let timeForEach = Duration.microseconds(100)

  /// Creates the schedule of a window at rest.
  package init() {}

  /// The window was looked at.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - hasChanged: whether anything was found that had changed.
  ///   - isSettled: whether everything was read.
  ///   - count: how many views there are.
  /// - Returns: what to set the timer to; `nil` for leaving it as it is.
  package mutating func looked(
    at now: MonotonicTime, hasChanged: Bool, isSettled: Bool, of count: Int
  ) -> MonotonicTime? {
    isDue = false
    if isSettled {
      time = nil
      return nil
    }
    if hasChanged {
      time = now + MirroredWindow.timeToRest
    } else if time == nil {
      time = now + max(MirroredWindow.timeToRest, Self.timeForEach * count)
    }
    guard let time else { return nil }
    if let timer, timer <= time { return nil }
    timer = time
    return time
  }

  /// The timer fired; where the time has come, the turn in which it did ends with a look.
  ///
  /// - Returns: what to set it to; `nil` for not at all.
  package mutating func fired(at now: MonotonicTime) -> MonotonicTime? {
    timer = nil
    guard let time else { return nil }
    if now >= time {
      isDue = true
      return nil
    }
    timer = time
    return time
  }

  /// Nothing is read any more, until the next look: the timer is not needed.
  package mutating func cancel() { self = RestSchedule() }
}
