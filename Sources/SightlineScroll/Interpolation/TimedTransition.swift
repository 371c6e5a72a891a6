public import SightlineCore

/// A change from one value to another over time. The host reads the value in each frame until the
/// transition is finished; nothing runs by itself.
///
/// 1. Before its start, also if time runs backwards, the value is exactly `from`; from its end on
///    it is exactly `to`.
/// 2. A duration of zero or less, and any duration under ``MotionPreference/reduced``, is a jump:
///    the value is always `to`.
///
/// ```swift
/// let fade = TimedTransition(from: 0.0, to: 1.0, start: now, duration: .milliseconds(200))
/// fade.value(at: now + .milliseconds(100))  // 0.5 in the middle of an even easing
/// ```
public struct TimedTransition<Value: Interpolatable>: Sendable {
  /// The value before the change.
  public let from: Value
  /// The value after the change.
  public let to: Value
  /// When it starts.
  public let start: MonotonicTime
  /// How long it takes; zero for a jump, never negative.
  public let duration: Duration
  /// How it runs.
  public let easing: Easing

  /// Creates a transition.
  ///
  /// - Parameters:
  ///   - from: the value before.
  ///   - to: the value after.
  ///   - start: when it starts.
  ///   - duration: how long it takes; a negative one counts as zero.
  ///   - easing: how it runs.
  ///   - motion: under ``MotionPreference/reduced`` it takes no time.
  public init(
    from: Value, to: Value, start: MonotonicTime, duration: Duration, easing: Easing = .easeInOut,
    motion: MotionPreference = .full
  ) {
    self.from = from
    self.to = to
    self.start = start
    self.duration = motion == .reduced ? .zero : max(.zero, duration)
    self.easing = easing
  }

  /// A value that does not change.
  public init(resting value: Value) {
    self.init(from: value, to: value, start: .zero, duration: .zero)
  }

  /// When it ends.
  public var end: MonotonicTime { start + duration }

  /// Whether the value has reached `to` and stays: no more frames are needed.
  public func isFinished(at now: MonotonicTime) -> Bool { duration == .zero || now >= end }

  /// The share of the time that has passed, in 0...1, before the easing.
  public func progress(at now: MonotonicTime) -> Double {
    if isFinished(at: now) { return 1 }
    if now <= start { return 0 }
    return (now - start) / duration
  }

  /// The value at a time.
  public func value(at now: MonotonicTime) -> Value {
    from.interpolated(to: to, at: easing.value(at: progress(at: now)))
  }

  /// A transition from the present value to another, without a jump if it interrupts this one.
  public func retargeted(
    to value: Value, at now: MonotonicTime, duration: Duration, motion: MotionPreference = .full
  ) -> TimedTransition {
    TimedTransition(
      from: self.value(at: now), to: value, start: now, duration: duration, easing: easing,
      motion: motion)
  }
}

extension TimedTransition: Equatable where Value: Equatable {}
extension TimedTransition: Hashable where Value: Hashable {}

extension Duration {
  /// The duration in seconds; what 64 bits of nanoseconds cannot hold counts as the nearest they
  /// can.
  package var inSeconds: Double { Double(saturatedNanoseconds) / 1e9 }
}
