import SightlineCore

/// A requested scroll in progress, which detects its own end.
///
/// Toolkits report the offsets of their animations like all others. A reported offset belongs to
/// the requested scroll
///
/// 1. during the *guard* time after the request, in any case;
/// 2. after that until it arrives, as long as it moves no farther from its target. A report farther
///    away has another cause (a wheel, a key), even if the host never reported an interruption.
///
/// A clock that runs backwards restarts the guard time, at most once its length.
struct ProgrammaticScroll: Hashable, Sendable {
  enum Report {
    case underway
    case arrived
    case taken
  }

  /// The target offset, in points.
  let target: Double
  /// Whether it is a second request, after the first stopped on its way.
  let isRetry: Bool
  private let guardTime: Duration
  private var start: MonotonicTime
  private var closest = Double.infinity

  /// The tolerance for offsets, in points: hosts round them to pixels of at most one point.
  static let tolerance = 0.5

  init(to target: Double, guardTime: Duration, isRetry: Bool = false, at now: MonotonicTime) {
    self.target = target
    self.guardTime = guardTime
    self.isRetry = isRetry
    start = now
  }

  /// Whether an offset has been reported since the request.
  var isReported: Bool { closest < .infinity }

  func isReached(by offset: Double) -> Bool { abs(offset - target) <= ProgrammaticScroll.tolerance }

  mutating func report(_ offset: Double, at now: MonotonicTime) -> Report {
    let distance = abs(offset - target)
    defer { closest = min(closest, distance) }
    if now < start { start = now }
    if now - start < guardTime { return .underway }
    if distance <= ProgrammaticScroll.tolerance { return .arrived }
    return distance > closest + ProgrammaticScroll.tolerance ? .taken : .underway
  }
}
