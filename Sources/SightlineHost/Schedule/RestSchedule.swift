package import SightlineCore

/// When everything in a window is read, where the toolkit reports no changes and so a look reads only
/// what can show: once nothing has changed for ``MirroredWindow/timeToRest``. Where that finds nothing again
/// and again, because turns come in which nothing happens, it is put off for longer, up to
/// ``longestPause``; after a while without a turn it is not.
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

  /// How long without a change everything is read.
  private var pause = MirroredWindow.timeToRest
  private var lastLook: MonotonicTime?

  /// How long a change that gives no sign may go unread while turns come that find nothing.
  package static let longestPause = Duration.seconds(1)

  /// Creates the schedule of a window at rest.
  package init() {}

  /// The window was looked at.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - hasChanged: whether anything was found that had changed.
  ///   - isSettled: whether everything was read.
  /// - Returns: what to set the timer to; `nil` for leaving it as it is.
  package mutating func looked(
    at now: MonotonicTime, hasChanged: Bool, isSettled: Bool
  ) -> MonotonicTime? {
    let wasAsleep = lastLook.map { now - $0 > pause } ?? true
    lastLook = now
    if hasChanged || wasAsleep {
      pause = MirroredWindow.timeToRest
    } else if isDue {
      pause = min(pause * 2, Self.longestPause)
    }
    isDue = false
    if isSettled {
      time = nil
      return nil
    }
    if hasChanged || time == nil { time = now + pause }
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
