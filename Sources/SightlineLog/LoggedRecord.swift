#if Log
public import Foundation

/// A log's record of an item under a policy. It lets counting continue after a restart, or after
/// the engine has evicted the item.
public struct LoggedRecord: Hashable, Sendable {
  /// The item.
  public var item: ItemKey
  /// The policy.
  public var policy: ImpressionPolicy
  /// The number of impressions.
  public var count: Int
  /// The wall-clock time of the last impression.
  public var last: Date
  /// The latest calendar day with an impression, in days since 1970-01-01.
  public var day: Int
  /// The number of impressions on that day.
  public var countOnDay: Int
  /// The session of the last impression.
  public var session: String
  /// The person who has seen the item, or `nil`.
  public var person: String?

  /// Returns the record to restore in an engine.
  ///
  /// Only the wall clock runs between launches, so it determines the time since the last
  /// impression. If the wall clock was set back in the meantime, the impression counts as happening
  /// now: a cool-down is never cut short, and lasts at most another full length. Setting the clock
  /// forward ends cool-downs early. Days follow the engine and only move forward.
  ///
  /// - Parameters:
  ///   - identity: the item's identity in the engine.
  ///   - now: the current time on the engine's clock that continues while the device sleeps
  ///     (`DeviceTime.elapsed`).
  ///   - time: the current wall-clock time.
  public func impressionRecord(
    of identity: ItemIdentity, at now: MonotonicTime, time: Date
  ) -> ImpressionRecord {
    let elapsed = max(0, time.milliseconds - last.milliseconds)
    return ImpressionRecord(
      identity: identity, policy: policy, count: count,
      lastImpression: now + .milliseconds(-elapsed), day: day, countOnDay: countOnDay)
  }

  /// Returns the record to restore in a host with `VisibilitySession.restore(_:of:isOfSession:)`.
  /// The host assigns item identities and has a separate clock, so the last impression is given on
  /// a clock that reads zero now.
  ///
  /// - Parameter time: the current wall-clock time.
  public func impressionRecord(time: Date) -> ImpressionRecord {
    impressionRecord(of: ItemIdentity(0), at: .zero, time: time)
  }

  /// Returns whether the policy's repetition prevents the item from counting again now, according
  /// to the log. Repetition that depends on leaving or on a screen visit is left to the engine:
  /// this then returns `false`.
  ///
  /// - Parameters:
  ///   - time: the current wall-clock time.
  ///   - day: the current calendar day, in days since 1970-01-01.
  ///   - session: the current session.
  public func isSpent(at time: Date, day: Int, session: String) -> Bool {
    switch policy.repetition {
    case .once: count > 0
    case .oncePerSession: count > 0 && self.session == session
    case .oncePerScreenVisit, .afterLeaving: false
    case .afterCoolDown(let duration):
      max(0, time.milliseconds - last.milliseconds) < duration.milliseconds
    case .perDay(let limit): self.day >= day && countOnDay >= limit
    }
  }

  struct Key: Hashable, Sendable {
    var item: ItemKey
    var policy: ImpressionPolicy
    var person: String?
  }

  var key: Key { Key(item: item, policy: policy, person: person) }

  /// Merges records of one policy logged under two names.
  func merged(with other: LoggedRecord) -> LoggedRecord {
    let newest = other.last > last ? other : self
    var merged = newest
    merged.count = count + other.count
    merged.day = max(day, other.day)
    merged.countOnDay =
      (day == merged.day ? countOnDay : 0) + (other.day == merged.day ? other.countOnDay : 0)
    return merged
  }

  /// Returns the record with one more impression.
  func counting(at time: Date, day: Int, session: String) -> LoggedRecord {
    var counted = self
    counted.count += 1
    // The last impression is the last one written, even if the wall clock was changed.
    counted.last = time
    counted.session = session
    if day >= self.day {
      counted.countOnDay = day == self.day ? countOnDay + 1 : 1
      counted.day = day
    }
    return counted
  }
}
#endif
