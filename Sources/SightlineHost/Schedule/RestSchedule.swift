package import SightlineCore

/// Schedules full reads of all windows, for toolkits that do not report changes and whose passes
/// read only potentially visible views. Everything is read once nothing has changed for
/// ``MirroredWindow/timeToRest``.
///
/// Further turns without changes do not trigger another full read, since each of them reads a few
/// of the other views anyway (`PollingReader.quietSweepPortion`). After they end, everything is
/// read one last time, within ``longestPause``.
///
/// One timer serves many passes. A pass does not move it; if it fires too early, it is set again.
/// All windows share it: each turn runs a pass in every window, so separate schedules would restart
/// each other forever.
///
/// Invariants:
/// 1. A pass that leaves anything unread is followed by one that reads everything: after a change,
///    once nothing has changed for ``MirroredWindow/timeToRest``; otherwise, once no turn has run
///    for that long.
/// 2. After that pass the timer stays unset until the next pass.
package struct RestSchedule: Equatable, Sendable {
  /// Whether the next pass reads everything.
  package private(set) var isDue = false
  private var timer: MonotonicTime?
  /// The time at which to read everything; `nil` if everything has been read.
  private var time: MonotonicTime?
  /// Whether everything has been read since the last change.
  private var isQuiet = false

  /// The time without a change after which everything is read.
  private var pause = MirroredWindow.timeToRest
  private var lastPass: MonotonicTime?

  /// The longest time that an unreported change may go unread while turns keep coming without
  /// changes.
  package static let longestPause = Duration.seconds(1)

  /// Creates a schedule at rest.
  package init() {}

  /// Handles a pass in the windows.
  ///
  /// - Parameters:
  ///   - now: the time of the pass.
  ///   - hasChanged: whether the pass found any change.
  ///   - isSettled: whether everything has been read.
  /// - Returns: the time to set the timer to; `nil` to leave it unchanged.
  package mutating func passed(
    at now: MonotonicTime, hasChanged: Bool, isSettled: Bool
  ) -> MonotonicTime? {
    let wasAsleep = lastPass.map { now - $0 > pause } ?? true
    lastPass = now
    if hasChanged || wasAsleep {
      pause = MirroredWindow.timeToRest
      isQuiet = false
    } else if isDue {
      isQuiet = true
      lengthenPause()
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

  /// Handles the timer. If the time has come, the current turn ends with a pass.
  ///
  /// - Returns: the time to set the timer to; `nil` to leave it unset.
  package mutating func fired(at now: MonotonicTime) -> MonotonicTime? {
    timer = nil
    guard var time else { return nil }
    if now >= time {
      guard isQuiet, let lastPass, now - lastPass < MirroredWindow.timeToRest else {
        isDue = true
        return nil
      }
      // Turns are still coming.
      lengthenPause()
      time = now + pause
    }
    self.time = time
    timer = time
    return time
  }

  private mutating func lengthenPause() { pause = min(pause * 2, Self.longestPause) }

  /// Cancels the schedule until the next pass, because nothing is read before it.
  package mutating func cancel() { self = RestSchedule() }
}
