package import SightlineCore

/// When everything in a window is read, if the toolkit reports no changes and so a pass reads only
/// what can show: once nothing has changed for ``MirroredWindow/timeToRest``. Further turns that
/// find nothing do not read everything again: each of them reads a few of the other views anyway
/// (`ViewMirror.quietSweepPortion`). Once they end, it is read for the last time, after up to
/// ``longestPause``.
///
/// One timer serves many passes: it is not moved with each, and set once more if it fires too
/// early.
///
/// Invariants:
/// 1. A pass that leaves something unread is followed by one that reads everything: after a change
///    within ``MirroredWindow/timeToRest`` in which nothing changes, otherwise once no turn has
///    come for that long.
/// 2. After that one the timer is not set until the next pass.
package struct RestSchedule: Hashable, Sendable {
  /// Whether the next pass reads everything.
  package private(set) var isDue = false
  private var timer: MonotonicTime?
  /// When everything is to be read; `nil` where everything was.
  private var time: MonotonicTime?
  /// Whether everything was read since something changed.
  private var isQuiet = false

  /// How long without a change everything is read.
  private var pause = MirroredWindow.timeToRest
  private var lastPass: MonotonicTime?

  /// The longest time that a change without a sign may go unread while turn after turn finds
  /// nothing.
  package static let longestPause = Duration.seconds(1)

  /// Creates the schedule of a window at rest.
  package init() {}

  /// The window had a pass.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - hasChanged: whether anything was found that had changed.
  ///   - isSettled: whether everything was read.
  /// - Returns: what to set the timer to; `nil` for leaving it as it is.
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

  /// The timer fired; if the time has come, that turn ends with a pass.
  ///
  /// - Returns: the time to set it to; `nil` to leave it unset.
  package mutating func fired(at now: MonotonicTime) -> MonotonicTime? {
    timer = nil
    guard var time else { return nil }
    if now >= time {
      guard isQuiet, let lastPass, now - lastPass < MirroredWindow.timeToRest else {
        isDue = true
        return nil
      }
      // Turns still come.
      lengthenPause()
      time = now + pause
    }
    self.time = time
    timer = time
    return time
  }

  private mutating func lengthenPause() { pause = min(pause * 2, Self.longestPause) }

  /// Nothing is read any more, until the next pass: the timer is not needed.
  package mutating func cancel() { self = RestSchedule() }
}
