package import SightlineCore

/// Decides at the end of each run loop turn whether to run a pass now or with the next display
/// frame.
///
/// Views can only change while the main thread runs, so a pass belongs at the end of a turn, after
/// layout. Of several turns within one display frame, the first runs a pass and the others wait for
/// the display link, so the last state is never missed.
///
/// Invariants:
/// 1. On average there is at most one pass per display frame. A pass may come up to half a frame
///    early; the next one then waits longer.
/// 2. A turn that waits is followed by a pass, even if nothing else happens.
/// 3. The display link runs only while a pass waits.
package struct FramePacer: Equatable, Sendable {
  /// The decision at the end of a turn.
  package enum Decision: Equatable, Sendable {
    /// Make a pass now.
    case pass
    /// Run the display link, and make a pass at the end of the turn in which it fires.
    case wait
  }

  /// Up to half a frame early counts as the next frame, because turns are not aligned with the
  /// display.
  private static let tolerance = 0.5
  /// The planned distance between two passes, in frames. Less than 1 because clocks drift.
  private static let spacing = 63.0 / 64

  /// The duration of a display frame.
  package private(set) var frameDuration: Duration {
    didSet { if frameDuration != oldValue { setParts() } }
  }
  /// Fractions of a frame, cached because computing them costs more than the rest of a turn.
  private var earliness = Duration.zero
  private var distance = Duration.zero
  /// Whether the display link must run.
  package private(set) var isWaiting = false
  private var lastPass: MonotonicTime?
  /// The time at which the next pass is due at one pass per frame.
  private var nextPass = MonotonicTime.zero
  private var isDue = false

  /// 60 frames per second, until the display reports its own duration.
  package static let defaultFrameDuration = Duration.nanoseconds(16_666_667)

  /// Creates a pacer for a display. A duration that is not positive is replaced by the default.
  package init(frameDuration: Duration = defaultFrameDuration) {
    self.frameDuration = frameDuration > .zero ? frameDuration : FramePacer.defaultFrameDuration
    setParts()
  }

  private mutating func setParts() {
    earliness = frameDuration * FramePacer.tolerance
    distance = frameDuration * FramePacer.spacing
  }

  /// Handles the end of a run loop turn.
  ///
  /// - Parameter mustPass: whether to make a pass now in any case.
  package mutating func turnEnded(at now: MonotonicTime, mustPass: Bool = false) -> Decision {
    let isLater = lastPass.map { now >= $0 } ?? false
    if isLater, !isDue, !mustPass, now + earliness < nextPass {
      isWaiting = true
      return .wait
    }
    isDue = false
    isWaiting = false
    lastPass = now
    let due = (isLater ? max(nextPass, now) : now) + distance
    nextPass = min(due, now + frameDuration + frameDuration)
    return .pass
  }

  /// Handles the display link: the current turn ends with a pass.
  ///
  /// - Parameter frameDuration: the duration of a frame, as the display reports it.
  package mutating func displayFired(frameDuration: Duration) {
    if frameDuration > .zero { self.frameDuration = frameDuration }
    if isWaiting { isDue = true }
  }
}
