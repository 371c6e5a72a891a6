package import SightlineCore

/// Decides at the end of each turn of a run loop whether its window has a pass now, or with the
/// next frame of the display.
///
/// Views can only change while the main thread runs, so the end of a turn, after layout, is when
/// there is something to see. Several turns in one frame of the display show as one: the first has
/// a pass, the others wait until the display link fires, so the last state is never missed.
///
/// Invariants:
/// 1. On average there is at most one pass in a frame of the display. A turn may come up to half a
///    frame early, and the next one then waits for longer.
/// 2. A turn that waits is followed by a pass, however quiet it stays.
/// 3. The display link runs only while a pass waits.
package struct FramePacer: Hashable, Sendable {
  /// What to do at the end of a turn.
  package enum Decision: Hashable, Sendable {
    /// Make a pass now.
    case pass
    /// Let the display link run, and make a pass at the end of the turn in which it fires.
    case wait
  }

  /// Half a frame early still counts as the next frame: turns do not begin with the display.
  private static let tolerance = 0.5
  /// The part of a frame between two passes: clocks do not run alike.
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
  private var lastPass: MonotonicTime?
  /// When the next pass is due if there is one a frame.
  private var nextPass = MonotonicTime.zero
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
    let isLater = lastPass.map { now >= $0 } ?? false
    if isLater, !isDue, now + earliness < nextPass {
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

  /// The display link fired: that turn ends with a pass.
  ///
  /// - Parameter frameDuration: how long a frame lasts, as the display reports it.
  package mutating func displayFired(frameDuration: Duration) {
    if frameDuration > .zero { self.frameDuration = frameDuration }
    if isWaiting { isDue = true }
  }
}
