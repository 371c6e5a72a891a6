package import SightlineCore

/// When everything in a window is read, where the toolkit reports no changes and so a frame reads only
/// what can show: once nothing has changed for ``MirroredWindow/timeToRest``. While turns keep coming that find
/// nothing, it is not read again: each of them reads a few of the other views anyway
/// (`ViewMirror.quietSweepPortion`). Once they end, it is read for the last time, after up to ``longestPause``.
///
/// One timer serves many readings: it is not moved with each, and set once more where it fires too early.
///
/// Invariants:
/// 1. A reading that leaves something out is followed by one that reads everything: after a change within
///    ``MirroredWindow/timeToRest`` in which nothing changes, otherwise once no turn has come for that long.
/// 2. After that one the timer is not set until the next reading.
package struct RestSchedule: Hashable, Sendable {
  /// Whether the next reading covers everything.
  package private(set) var isDue = false
  private var timer: MonotonicTime?
  /// When everything is to be read; `nil` where everything was.
  private var time: MonotonicTime?
  /// Whether everything was read since something changed.
  private var isQuiet = false

  /// How long without a change everything is read.
  private var pause = MirroredWindow.timeToRest
  private var lastReading: MonotonicTime?

  /// The longest time that a change without a sign may go unread while turn after turn finds nothing.
  package static let longestPause = Duration.seconds(1)

  /// Creates the schedule of a window at rest.
  package init() {}

  /// The window was read.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - hasChanged: whether anything was found that had changed.
  ///   - isSettled: whether everything was read.
  /// - Returns: the time to set the timer to; `nil` to leave it as it is.
  package mutating func windowWasRead(
    at now: MonotonicTime, hasChanged: Bool, isSettled: Bool
  ) -> MonotonicTime? {
    let wasAsleep = lastReading.map { now - $0 > pause } ?? true
    lastReading = now
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

  /// The timer fired; where the time has come, the turn in which it did ends with a reading.
  ///
  /// - Returns: the time to set it to; `nil` to leave it unset.
  package mutating func fired(at now: MonotonicTime) -> MonotonicTime? {
    timer = nil
    guard var time else { return nil }
    if now >= time {
      guard isQuiet, let lastReading, now - lastReading < MirroredWindow.timeToRest else {
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

  /// Nothing is read any more, until the next reading: the timer is not needed.
  package mutating func cancel() { self = RestSchedule() }
}
