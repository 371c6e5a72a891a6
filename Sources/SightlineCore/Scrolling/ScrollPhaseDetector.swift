/// Derives phases from a host's events, for toolkits without scroll phases.
///
/// ```swift
/// var detector = ScrollPhaseDetector()
/// detector.handle(.wheel, at: now)   // [idle → interacting]
/// detector.nextDeadline              // in 60 ms; call update(at:) then
/// ```
///
/// 1. A finger on the content takes precedence over a wheel, a wheel over the app's animation, and
///    an animation over deceleration.
/// 2. A touch or a turn of the wheel ends an animation and a deceleration, as on every platform. An
///    animation started under a finger takes effect once the finger is lifted.
/// 3. A mouse wheel does not report its end: scrolling ends after ``wheelQuietTime`` without
///    movement. A deceleration ends when the host reports it, or after ``settleTime`` without
///    movement.
/// 4. Phases that end by silence end **at their deadline**, even if the next call comes later: two
///    turns of the wheel with a pause in between are two scrolls, and all changes are reported.
/// 5. A change of the offset alone does not start a phase: a jump is not a scroll.
/// 6. Ends without a start and repeated starts are ignored. Time that runs backwards counts as
///    unchanged.
public struct ScrollPhaseDetector: Hashable, Sendable {
  /// The phase after the last call.
  public private(set) var phase = ScrollingPhase.idle
  private var isTouched = false
  private var isDragging = false
  private var isWheeling = false
  private var isAnimating = false
  private var isDecelerating = false
  private var lastMovement = MonotonicTime.zero
  private var now = MonotonicTime(nanoseconds: .min)

  /// The silence after which a wheel scroll is over: 60 ms, between three and four frames at 60 Hz,
  /// so that a touchpad may skip a frame or two. Comparable systems, which poll, wait 200 to
  /// 300 ms.
  public static let wheelQuietTime = Duration.milliseconds(60)

  /// The silence after which a deceleration is over: 100 ms, or six frames at 60 Hz, after which
  /// the visibility engine also considers content settled.
  public static let settleTime = Duration.nanoseconds(ScrollMotion.settleTime)

  /// Creates a detector in the idle phase.
  public init() {}

  /// The time to call ``update(at:)`` without an earlier event; `nil` if silence changes nothing.
  public var nextDeadline: MonotonicTime? {
    switch phase {
    case .interacting where isWheeling && !isTouched: lastMovement + Self.wheelQuietTime
    case .decelerating: lastMovement + Self.settleTime
    default: nil
    }
  }

  /// Handles an event.
  ///
  /// - Returns: the phase changes up to and including this event, in order: none, one, or two if a
  ///   phase had already ended by silence.
  @discardableResult
  public mutating func handle(_ event: ScrollEvent, at time: MonotonicTime) -> [ScrollPhaseChange] {
    var changes = update(at: time)
    take(event)
    report(at: now, into: &changes)
    return changes
  }

  /// Handles the passage of time. Call it at ``nextDeadline``.
  ///
  /// - Returns: the phase change, if silence ended a phase, with the deadline as its time.
  @discardableResult
  public mutating func update(at time: MonotonicTime) -> [ScrollPhaseChange] {
    now = max(now, time)
    var changes: [ScrollPhaseChange] = []
    if let deadline = nextDeadline, deadline <= now {
      isWheeling = false
      isDecelerating = false
      report(at: deadline, into: &changes)
    }
    return changes
  }
}

extension ScrollPhaseDetector {
  private mutating func take(_ event: ScrollEvent) {
    switch event {
    case .touchBegan, .dragged:
      if !isTouched { stopMoving() }
      isTouched = true
      if event == .dragged { isDragging = true }
    case .touchEnded(let velocity):
      guard isTouched else { return }
      // A finger that never moved the content imparts no velocity.
      isDecelerating = isDragging && !isAnimating && velocity.isMoving
      isTouched = false
      isDragging = false
    case .wheel:
      guard !isTouched else { return }
      stopMoving()
      isWheeling = true
    case .wheelEnded(let velocity):
      guard isWheeling else { return }
      isWheeling = false
      isDecelerating = !isAnimating && velocity.isMoving
    case .offsetChanged: break
    case .decelerationEnded: isDecelerating = false
    case .animationBegan:
      isAnimating = true
      isDecelerating = false
      isWheeling = false
    case .animationEnded: isAnimating = false
    }
    lastMovement = now
  }

  private mutating func stopMoving() {
    isWheeling = false
    isAnimating = false
  }

  private mutating func report(at time: MonotonicTime, into changes: inout [ScrollPhaseChange]) {
    let next = current
    guard next != phase else { return }
    changes.append(ScrollPhaseChange(from: phase, to: next, time: time))
    phase = next
  }

  private var current: ScrollingPhase {
    if isTouched { return isDragging ? .interacting : .tracking }
    if isWheeling { return .interacting }
    if isAnimating { return .animating }
    return isDecelerating ? .decelerating : .idle
  }
}

extension LayoutPoint {
  /// Whether a velocity is finite and not zero.
  fileprivate var isMoving: Bool { isFinite && self != .zero }
}
