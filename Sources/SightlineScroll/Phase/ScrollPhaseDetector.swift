public import SightlineCore

/// Derives phases from what a host sees, for hosts whose toolkit has none.
///
/// ```swift
/// var detector = ScrollPhaseDetector()
/// detector.handle(.wheel, at: now)   // [idle → interacting]
/// detector.nextDeadline              // 60 ms later: call update(at:) then
/// ```
///
/// 1. A finger on the content takes precedence over a wheel, that over the app's animation, and
///    that over deceleration.
/// 2. A touch or a turn of the wheel ends an animation and a deceleration, as on every platform; an
///    animation begun under a finger shows when the finger is gone.
/// 3. A wheel has no end of its own: it ends when nothing has moved for ``wheelQuietTime``. A
///    deceleration ends when the host says so, or when nothing has moved for ``settleTime``.
/// 4. Phases that end by silence end **at their deadline**, also if the next call comes later: two
///    turns of the wheel with a pause between are two scrolls, and both changes are reported.
/// 5. A change of the offset alone begins nothing: a jump is no scroll.
/// 6. Ends without a beginning and second beginnings are ignored. Time that runs backwards counts
///    as standing still.
public struct ScrollPhaseDetector: Hashable, Sendable {
  /// The phase after the last call.
  public private(set) var phase = ScrollingPhase.idle
  /// A wheel is over after this much silence.
  public let wheelQuietTime: Duration
  /// A deceleration is over after this much silence.
  public let settleTime: Duration

  private var isTouched = false
  private var isDragging = false
  private var isWheeling = false
  private var isAnimating = false
  private var isDecelerating = false
  private var lastMovement = MonotonicTime.zero
  private var now = MonotonicTime(nanoseconds: .min)

  /// 60 ms: between three and four frames at 60 Hz, so that a touchpad may skip a frame or two;
  /// comparable systems, which poll, wait for 200 to 300 ms.
  public static let defaultWheelQuietTime = Duration.milliseconds(60)

  /// 100 ms, six frames at 60 Hz: the time after which the visibility engine takes content as
  /// settled.
  public static let defaultSettleTime = Duration.nanoseconds(ScrollMotion.settleTime)

  /// Creates a detector of a scroll that is idle. Times that are negative count as zero.
  public init(
    wheelQuietTime: Duration = defaultWheelQuietTime, settleTime: Duration = defaultSettleTime
  ) {
    self.wheelQuietTime = max(.zero, wheelQuietTime)
    self.settleTime = max(.zero, settleTime)
  }

  /// When to call ``update(at:)`` if nothing happens before; `nil` where silence changes nothing.
  public var nextDeadline: MonotonicTime? {
    switch phase {
    case .interacting where isWheeling && !isTouched: lastMovement + wheelQuietTime
    case .decelerating: lastMovement + settleTime
    default: nil
    }
  }

  /// Takes in an event.
  ///
  /// - Returns: the changes of phase up to and with this event, in order: none, one, or two where a
  ///   phase had ended by silence before.
  @discardableResult
  public mutating func handle(_ event: ScrollEvent, at time: MonotonicTime) -> [ScrollPhaseChange] {
    var changes = update(at: time)
    take(event)
    report(at: now, into: &changes)
    return changes
  }

  /// Takes in that time has passed; to be called at ``nextDeadline``.
  ///
  /// - Returns: the change of phase, if silence ended one; its time is the deadline.
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
      if !isTouched { stopEverything() }
      isTouched = true
      if event == .dragged { isDragging = true }
    case .touchEnded(let velocity):
      guard isTouched else { return }
      // A finger that never moved the content gives it no speed.
      isDecelerating = isDragging && !isAnimating && velocity.isMoving
      isTouched = false
      isDragging = false
    case .wheel:
      guard !isTouched else { return }
      stopEverything()
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

  private mutating func stopEverything() {
    isWheeling = false
    isAnimating = false
    isDecelerating = false
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
  /// Whether a velocity is one: finite, and not zero.
  fileprivate var isMoving: Bool { isFinite && self != .zero }
}
