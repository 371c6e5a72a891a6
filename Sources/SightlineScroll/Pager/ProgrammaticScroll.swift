import SightlineCore

/// A requested scroll in progress, which detects its own end.
///
/// Toolkits report the offsets of their animations like all others. A reported offset belongs to
/// the requested scroll
///
/// 1. during the *guard* time after the request, always;
/// 2. after that until it arrives, as long as it moves no farther from its target. A report farther
///    away has another cause (a wheel, a key), even if the host never reported an interruption.
///
/// Toolkits do not report the end of a scroll that was replaced before its first step. It ends at
/// its ``deadline``, when the content rests.
///
/// A clock that runs backwards restarts the guard time, at most by its full length.
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
  /// The length of a device pixel, in points.
  private let pixel: Double
  private var start: MonotonicTime
  /// The last reported offset, and the time since when it has rested.
  private var offset = Double.nan
  private var restStart: MonotonicTime
  private var closest = Double.infinity

  init(
    to target: Double, guardTime: Duration, pixel: Double = DevicePixel.defaultLength,
    isRetry: Bool = false, at now: MonotonicTime
  ) {
    self.target = target
    self.guardTime = guardTime
    self.pixel = pixel
    self.isRetry = isRetry
    (start, restStart) = (now, now)
  }

  /// The time at which it is over unless the content moves before.
  var deadline: MonotonicTime {
    max(start + guardTime, restStart + ScrollPhaseDetector.settleTime)
  }

  func isReached(by offset: Double) -> Bool { offset.isAt(target, pixel: pixel) }

  mutating func report(_ offset: Double, at now: MonotonicTime) -> Report {
    let distance = abs(offset - target)
    defer { closest = min(closest, distance) }
    if now < start { (start, restStart) = (now, now) }
    // exact: any movement is one.
    if offset != self.offset { (self.offset, restStart) = (offset, now) }
    let isGuarded = now - start < guardTime
    // A second request has no animation.
    if isReached(by: offset), isRetry || !isGuarded { return .arrived }
    if isGuarded { return .underway }
    // exact: with the tolerance of a pixel.
    let isOver = now >= deadline || distance > closest + pixel
    return isOver ? .taken : .underway
  }
}
