/// What must be kept of an identity under a policy so that it counts as seen after a restart.
public struct ImpressionMemory: Hashable, Sendable {
  /// Who was seen.
  public var identity: ItemIdentity
  /// Under which policy.
  public var policy: ImpressionPolicy
  /// How often.
  public var count: Int
  /// When last. Monotonic clocks begin anew with a process or a boot: a host that restores a
  /// cool-down moves this onto its present clock.
  public var lastImpression: MonotonicTime?
  /// The calendar day of the last impression.
  public var day: Int
  /// How often on that day.
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
