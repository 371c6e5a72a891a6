public import SightlineCore

/// A change from one value to another over time. The host reads the value in each frame until the
/// transition finishes; there is no timer.
///
/// Before its start, the value is exactly `from`; from its end on, exactly `to`. With a duration of
/// zero or less, or under `MotionPreference.reduced`, it is always `to`.
///
/// ```swift
/// let fade = TimedTransition(from: 0.0, to: 1.0, start: now, duration: .milliseconds(200))
/// fade.value(at: now + .milliseconds(100))  // 0.5, halfway through a symmetric easing
/// ```
public struct TimedTransition<Value: Interpolatable>: Sendable {
  /// The value before the change.
  public let from: Value
  /// The value after the change.
  public let to: Value
  /// The start time.
  public let start: MonotonicTime
  /// The duration; zero for a jump, never negative.
  public let duration: Duration
  /// The easing.
  public let easing: Easing

  /// Creates a transition. A negative duration counts as zero, as does any under Reduce Motion.
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

  /// Creates a transition that stays at a value.
  public init(resting value: Value) {
    self.init(from: value, to: value, start: .zero, duration: .zero)
  }

  /// The end time.
  public var end: MonotonicTime { start + duration }

  /// Returns whether the value has reached `to`, so no more frames are needed.
  public func isFinished(at now: MonotonicTime) -> Bool { duration == .zero || now >= end }

  /// Returns the elapsed share of the time, in 0...1, before easing.
  public func progress(at now: MonotonicTime) -> Double {
    isFinished(at: now) ? 1 : max(0, (now - start) / duration)
  }

  /// Returns the value at a time.
  public func value(at now: MonotonicTime) -> Value {
    from.interpolated(to: to, at: easing.value(at: progress(at: now)))
  }
}

extension TimedTransition: Equatable where Value: Equatable {}
extension TimedTransition: Hashable where Value: Hashable {}

extension Duration {
  /// The duration in seconds, clamped to the range of 64-bit nanoseconds.
  package var inSeconds: Double { Double(saturatedNanoseconds) / 1e9 }
}
