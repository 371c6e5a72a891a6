package import SightlineCore

/// Decides at the end of each turn of a run loop whether to read its window now, or with the next frame of
/// the display.
///
/// Views can only change while the main thread runs, so the end of a turn, after layout, is the time to
/// read them. Several turns in one frame of the display show as one: the window is read after the first, and
/// once more when the display link fires, and so the last state is never missed.
///
/// Invariants:
/// 1. On average the window is read at most once in a frame of the display. A turn may come up to half a frame
///    early, and the next one then waits for longer.
/// 2. A turn that was put off is followed by a reading, even if nothing else happens.
/// 3. The display link runs only while a reading is put off.
package struct FramePacer: Hashable, Sendable {
  /// What to do at the end of a turn.
  package enum Decision: Hashable, Sendable {
    /// Read the window now.
    case read
    /// Let the display link run, and read at the end of the turn in which it fires.
    case wait
  }

  /// Half a frame early still counts as the next frame: turns do not begin with the display.
  private static let tolerance = 0.5
  /// The least part of a frame between two readings: clocks drift.
  private static let spacing = 63.0 / 64

  /// How long a frame of the display lasts.
  package private(set) var frameDuration: Duration {
    didSet { if frameDuration != oldValue { setParts() } }
  }
  /// Parts of a frame, kept because computing them costs more than the rest of a turn.
  private var earliness = Duration.zero
  private var distance = Duration.zero
  /// Whether the display link has to run.
  package private(set) var isWaiting = false
  private var lastReading: MonotonicTime?
  /// When the next reading is due at one a frame.
  private var nextReading = MonotonicTime.zero
  private var isDue = false

  /// 60 frames a second, until the display reports its own duration.
  package static let defaultFrameDuration = Duration.nanoseconds(16_666_667)

  /// Creates a pacer for a display; a duration that is not above zero counts as the default.
  package init(frameDuration: Duration = defaultFrameDuration) {
    self.frameDuration = frameDuration > .zero ? frameDuration : FramePacer.defaultFrameDuration
    setParts()
  }

  private mutating func setParts() {
    earliness = frameDuration * FramePacer.tolerance
    distance = frameDuration * FramePacer.spacing
  }

  /// A turn of the run loop has ended.
  package mutating func turnEnded(at now: MonotonicTime) -> Decision {
    let isLater = lastReading.map { now >= $0 } ?? false
    if isLater, !isDue, now + earliness < nextReading {
      isWaiting = true
      return .wait
    }
    isDue = false
    isWaiting = false
    lastReading = now
    let due = (isLater ? max(nextReading, now) : now) + distance
    nextReading = min(due, now + frameDuration + frameDuration)
    return .read
  }

  /// The display link fired: the turn in which it did ends with a reading.
  ///
  /// - Parameter frameDuration: how long a frame lasts, as the display reports it.
  package mutating func displayFired(frameDuration: Duration) {
    if frameDuration > .zero { self.frameDuration = frameDuration }
    if isWaiting { isDue = true }
  }
}
