/// The persistent record of an identity's impressions under a policy, for restoring after a
/// restart. The windows of one launch share some further values.
public struct ImpressionRecord: Hashable, Sendable {
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

  /// Whether they were counted in the current session.
  package var isOfSession = false
  /// Whether they were counted in the window's current screen visit; `false` for other windows.
  package var isOfScreenVisit = false
  /// Whether the last one was counted in the window's current exposure of the identity.
  package var isOfExposure = false
  private var lastOnScreen: MonotonicTime?
  /// The time at which the identity was last on screen, on the clock that continues during sleep;
  /// if it still is, the time of the last pass. By default, the time of the last impression.
  package var lastSeen: MonotonicTime {
    get { lastOnScreen ?? lastImpression ?? MonotonicTime(nanoseconds: .min) }
    set { lastOnScreen = newValue }
  }

  /// Creates a record.
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

  /// The public values alone, as restored after a restart.
  package var saved: ImpressionRecord {
    ImpressionRecord(
      identity: identity, policy: policy, count: count, lastImpression: lastImpression, day: day,
      countOnDay: countOnDay)
  }

  /// Returns the impressions of both records of an item: the larger count, and the later last
  /// impression. For the same day, keeps the larger daily count.
  package func merged(with other: ImpressionRecord) -> ImpressionRecord {
    var merged = self
    merged.isOfSession = isOfSession || other.isOfSession
    merged.isOfScreenVisit = isOfScreenVisit || other.isOfScreenVisit
    merged.isOfExposure = isOfExposure || other.isOfExposure
    merged.lastSeen = max(lastSeen, other.lastSeen)
    merged.count = max(count, other.count)
    merged.lastImpression = [lastImpression, other.lastImpression].compactMap { $0 }.max()
    if day == other.day {
      merged.countOnDay = max(countOnDay, other.countOnDay)
    } else if day < other.day {
      merged.day = other.day
      merged.countOnDay = other.countOnDay
    }
    return merged
  }
}
