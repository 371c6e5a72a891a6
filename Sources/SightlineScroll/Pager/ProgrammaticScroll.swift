import SightlineCore

/// A scroll under way that we asked for, and how its end is recognised.
///
/// Toolkits report the offsets of their own animations like all others. Taken for the user's, they
/// would cause feedback loops. A scroll is ours
///
/// 1. for the *guard* time after it was requested, whatever is reported;
/// 2. after that until it arrives, as long as it moves no farther away from its target. A report
///    that does comes from something else (a wheel, a key), even if the host never reported that
///    our scroll was interrupted.
///
/// A clock that runs backwards begins the guard time anew, at most once its length.
struct ProgrammaticScroll: Hashable, Sendable {
  enum Report {
    case underway
    case arrived
    case taken
  }

  /// Where it goes, in points.
  let target: Double
  /// Whether it has been requested a second time, after it had stopped on its way.
  let isRetry: Bool
  private let guardTime: Duration
  private var start: MonotonicTime
  private var closest = Double.infinity

  /// Hosts round offsets to pixels, which are a point at most: half a point to either side.
  static let tolerance = 0.5

  init(to target: Double, guardTime: Duration, isRetry: Bool = false, at now: MonotonicTime) {
    self.target = target
    self.guardTime = guardTime
    self.isRetry = isRetry
    start = now
  }

  func isReached(by offset: Double) -> Bool {
    abs(offset - target) <= ProgrammaticScroll.tolerance
  }

  /// Takes in an offset that was reported.
  mutating func report(_ offset: Double, at now: MonotonicTime) -> Report {
    let distance = abs(offset - target)
    defer { closest = min(closest, distance) }
    if now < start { start = now }
    if now - start < guardTime { return .underway }
    if distance <= ProgrammaticScroll.tolerance { return .arrived }
    return distance > closest + ProgrammaticScroll.tolerance ? .taken : .underway
  }
}
