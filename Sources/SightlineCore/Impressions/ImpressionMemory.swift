/// The persistent record of an identity's impressions under a policy, for restoring after a
/// restart.
public struct ImpressionMemory: Hashable, Sendable {
  /// The identity seen.
  public var identity: ItemIdentity
  /// The policy it was seen under.
  public var policy: ImpressionPolicy
  /// The number of impressions.
  public var count: Int
  /// The time of the last impression, on the clock that continues while the device sleeps
  /// (``DeviceTime/elapsed``). Monotonic clocks restart with a process or a boot, so a host that
  /// restores a cool-down converts this to its current clock.
  public var lastImpression: MonotonicTime?
  /// The calendar day of the last impression.
  public var day: Int
  /// The number of impressions on that day.
  public var countOnDay: Int

  /// Creates a memory.
  public init(
    identity: ItemIdentity, policy: ImpressionPolicy, count: Int, lastImpression: MonotonicTime?,
    day: Int,
    countOnDay: Int
  ) {
    self.identity = identity
    self.policy = policy
    self.count = count
    self.lastImpression = lastImpression
    self.day = day
    self.countOnDay = countOnDay
  }
}
