/// Derives phases from a toolkit's flags, read once per frame, for toolkits that expose the state
/// of a scroll but do not report its changes.
///
/// 1. A set flag determines the phase: dragging, tracking, decelerating.
/// 2. A content offset that changes step by step without a flag is an animation by the app. A
///    single step is a jump and not a scroll.
/// 3. The last step of a drag or a deceleration may coincide with its end, and belongs to it.
/// 4. An animation ends after ``ScrollPhaseDetector/settleTime`` without movement, at exactly that
///    time even if the next sample comes later.
public struct ScrollPhaseSampler: Hashable, Sendable {
  /// A toolkit's flags of a scroll at one moment.
  public struct Sample: Hashable, Sendable {
    /// Whether a finger rests on the content.
    public var isTracking: Bool
    /// Whether that finger has started to move it.
    public var isDragging: Bool
    /// Whether the content decelerates after a drag.
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
  private var offset: LayoutPoint?
  private var lastMovement = MonotonicTime(nanoseconds: .min)
  private var now = MonotonicTime(nanoseconds: .min)

  /// Creates a sampler in the idle phase.
  public init() {}

  /// The time to take another sample even without movement; `nil` if that would change nothing.
  public var nextDeadline: MonotonicTime? {
    phase == .animating ? lastMovement + ScrollPhaseDetector.settleTime : nil
  }

  /// Returns whether a sample at this content offset without a flag would change nothing.
  package func isResting(at offset: LayoutPoint) -> Bool { phase == .idle && self.offset == offset }

  /// Handles a sample.
  ///
  /// - Returns: the phase change, if any.
  public mutating func take(_ sample: Sample, at time: MonotonicTime) -> ScrollPhaseChange? {
    now = max(now, time)
    let moved = offset.map { $0 != sample.contentOffset } ?? false
    // Two steps in quick succession are a movement; a single one may be a jump.
    let movesOn =
      moved && lastMovement.nanoseconds != .min
      && now - lastMovement <= ScrollPhaseDetector.settleTime
    let settled = lastMovement + ScrollPhaseDetector.settleTime
    offset = sample.contentOffset
    if moved { lastMovement = now }
    var time = now
    let next: ScrollingPhase
    if sample.isTracking {
      next = sample.isDragging ? .interacting : .tracking
    } else if sample.isDecelerating {
      next = .decelerating
    } else if movesOn && phase == .idle || phase == .animating && (movesOn || now < settled) {
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
