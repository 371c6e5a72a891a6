/// A moment on a device's two clocks: one stops while the device sleeps, the other continues.
///
/// Nobody sees a sleeping screen, so dwells and exposures use the clock that stops. Cool-downs and
/// sessions use the one that continues: at 07:00, an item seen at 22:00 was seen nine hours ago,
/// although the device slept.
///
/// | | ``awake`` | ``elapsed`` |
/// |---|---|---|
/// | Darwin | `CLOCK_UPTIME_RAW` | `CLOCK_MONOTONIC_RAW` |
/// | Linux | `CLOCK_MONOTONIC` | `CLOCK_BOOTTIME` |
public struct DeviceTime: Hashable, Sendable {
  /// The time on the clock that stops during sleep: that of passes, deadlines and events.
  public let awake: MonotonicTime
  /// The time slept so far, since any fixed moment, in whole milliseconds: two clocks cannot be
  /// read at once. Never negative.
  public let asleep: Duration

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - awake: the time on the clock that stops during sleep.
  ///   - asleep: the time slept so far, rounded down to milliseconds. A time smaller than in an
  ///     earlier pass counts as the earlier one.
  public init(awake: MonotonicTime, asleep: Duration = .zero) {
    self.awake = awake
    self.asleep = .milliseconds(max(0, asleep.saturatedNanoseconds) / 1_000_000)
  }

  /// The time on the clock that continues during sleep: that of
  /// ``ImpressionRecord/lastImpression``.
  public var elapsed: MonotonicTime { awake + asleep }
}
