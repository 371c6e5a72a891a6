public import SightlineCore

/// Derives phases from a toolkit's flags, read once a frame: for toolkits that know what a scroll
/// is doing but do not report when it changes.
///
/// 1. A flag that is set decides: dragging, tracking, decelerating.
/// 2. A content offset that changes step by step without a flag is an animation of the app's. A
///    single step is a jump, which is no scroll.
/// 3. The last step of a deceleration may come together with its end: it belongs to it.
/// 4. An animation is over when nothing has moved for ``settleTime``, at that time, also if the
///    next sample comes later.
public struct ScrollPhaseSampler: Hashable, Sendable {
  /// A toolkit's flags of a scroll at one moment.
  public struct Sample: Hashable, Sendable {
    /// Whether a finger rests on the content.
    public var isTracking: Bool
    /// Whether that finger has begun to move it.
    public var isDragging: Bool
    /// Whether the content runs on after a finger.
    public var isDecelerating: Bool
    /// The content offset in points.
    public var contentOffset: LayoutPoint

    /// Creates a sample.
    public init(
      isTracking: Bool, isDragging: Bool, isDecelerating: Bool, contentOffset: LayoutPoint
    ) {
      self.isTracking = isTracking
      self.isDragging = isDragging
      self.isDecelerating = isDecelerating
      self.contentOffset = contentOffset
    }
  }

  /// The phase after the last sample.
  public private(set) var phase = ScrollingPhase.idle
  /// An animation is over after this much stillness.
  public let settleTime: Duration

  private var offset: LayoutPoint?
  private var lastMovement = MonotonicTime(nanoseconds: .min)
  private var now = MonotonicTime(nanoseconds: .min)

  /// Creates a sampler of a scroll that is idle; a negative time counts as zero.
  public init(settleTime: Duration = ScrollPhaseDetector.defaultSettleTime) {
    self.settleTime = max(.zero, settleTime)
  }

  /// When to take another sample, though nothing moved; `nil` where that would change nothing.
  public var nextDeadline: MonotonicTime? {
    phase == .animating ? lastMovement + settleTime : nil
  }

  /// Takes in a sample.
  ///
  /// - Returns: the change of phase, if there is one.
  public mutating func take(_ sample: Sample, at time: MonotonicTime) -> ScrollPhaseChange? {
    now = max(now, time)
    let moved = offset.map { $0 != sample.contentOffset } ?? false
    // Two steps shortly after each other are a movement; a first one alone may be a jump.
    let movesOn =
      moved && lastMovement.nanoseconds != .min && now - lastMovement <= settleTime
    let settled = lastMovement + settleTime
    offset = sample.contentOffset
    if moved { lastMovement = now }
    var time = now
    let next: ScrollingPhase
    if sample.isTracking {
      next = sample.isDragging ? .interacting : .tracking
    } else if sample.isDecelerating {
      next = .decelerating
    } else if movesOn && phase != .decelerating || phase == .animating && (moved || now < settled) {
      next = .animating
    } else {
      next = .idle
      if phase == .animating { time = min(now, settled) }
    }
    guard next != phase else { return nil }
    defer { phase = next }
    return ScrollPhaseChange(from: phase, to: next, time: time)
  }
}
