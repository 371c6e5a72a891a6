#if Log
public import Foundation

/// What a log knows of an item under a policy: enough to go on counting after a restart, and for an
/// item that the engine has forgotten.
public struct LoggedMemory: Hashable, Sendable {
  /// Which item was seen.
  public var item: ItemKey
  /// Under which policy.
  public var policy: ImpressionPolicy
  /// How often.
  public var count: Int
  /// When last, by the clock on the wall.
  public var last: Date
  /// The latest calendar day on which it was seen, in days since 1970-01-01.
  public var day: Int
  /// How often on that day.
  public var countOnDay: Int
  /// The session of the last time.
  public var session: String

  /// What an engine restores.
  ///
  /// Between launches only the clock on the wall goes on, so the time since the last impression is
  /// taken from it. Where that clock was set back meanwhile, the impression counts as of now: a
  /// cool-down is never shorter than it should be, and lasts its own length anew at most. A clock
  /// that was set forward ends cool-downs early. Days are the engine's: they only go forward.
  ///
  /// - Parameters:
  ///   - identity: the number that the item has in the engine.
  ///   - now: the present on the engine's clock.
  ///   - time: the present on the wall.
  public func impressionMemory(
    of identity: ItemIdentity, at now: MonotonicTime, time: Date
  ) -> ImpressionMemory {
    let elapsed = max(0, time.milliseconds - last.milliseconds)
    return ImpressionMemory(
      identity: identity, policy: policy, count: count,
      lastImpression: now + .milliseconds(-elapsed), day: day, countOnDay: countOnDay)
  }

  /// What a host restores (`VisibilitySession.restore(_:of:isOfSession:)`), which gives items their
  /// numbers and has a clock of its own: the last impression is on one that shows zero at present.
  ///
  /// - Parameter time: the present on the wall.
  public func impressionMemory(time: Date) -> ImpressionMemory {
    impressionMemory(of: ItemIdentity(0), at: .zero, time: time)
  }

  /// Whether the item may not count again now, as far as the log knows, under the policy's
  /// repetition. What depends on leaving or on a visit of a screen is the engine's alone, and is
  /// never held back here.
  ///
  /// - Parameters:
  ///   - time: the present on the wall.
  ///   - day: the present calendar day, in days since 1970-01-01.
  ///   - session: the session that is going on.
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
  }

  var key: Key { Key(item: item, policy: policy) }

  /// The same policy may have been logged under two names.
  func merged(with other: LoggedMemory) -> LoggedMemory {
    let newest = other.last > last ? other : self
    var merged = newest
    merged.count = count + other.count
    merged.day = max(day, other.day)
    merged.countOnDay =
      (day == merged.day ? countOnDay : 0) + (other.day == merged.day ? other.countOnDay : 0)
    return merged
  }

  /// With one more impression.
  func counting(at time: Date, day: Int, session: String) -> LoggedMemory {
    var counted = self
    counted.count += 1
    // The last one is that which was written last, whatever a clock says that was set meanwhile.
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
