#if Log
/// An entry to record in a log: an impression, or an exposure that has ended.
public struct LogEntry: Hashable, Sendable {
  /// The kinds of entry.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A policy's rule held for its dwell time.
    case impression = 0
    /// An interval of visibility ended.
    case exposure = 1
  }

  /// The kind of entry.
  public var kind: Kind
  /// The item seen.
  public var item: ItemKey
  /// The policy observed.
  public var policy: LogPolicy
  /// The time since the event at recording, on a monotonic clock; never negative.
  public var age: Duration
  /// The time from the item's first visibility to the event. For an exposure, its length.
  public var sinceFirstSeen: Duration
  /// The item's total time visible over all exposures so far. For an exposure, its length, so the
  /// sum over exposures is the time in view.
  public var total: Duration
  /// The longest exposure so far. For an exposure, its length.
  public var longest: Duration
  /// The greatest visible fraction of the item. Non-finite values are written as 0.
  public var greatestFraction: Double
  /// The number of impressions of the item, including this one. For an exposure, the number of
  /// impressions during it; 0 if not counted.
  public var count: Int
  /// The number of exposures so far, including the current one. For an exposure, 1.
  public var exposures: Int
  /// The screen, or `nil` for the log's current one (``ImpressionLog/screen``).
  public var screen: String?
  /// Further attributes from the app. The log never adds data about a person or device.
  public var attributes: [String: LogValue]?

  /// Creates an entry from an impression reported by the engine.
  ///
  /// - Parameters:
  ///   - impression: the impression.
  ///   - item: the item's stable key.
  ///   - policy: the policy observed.
  ///   - now: the current time on the host's clock, used to compute the age of the impression;
  ///     `nil` if it has just happened.
  ///   - screen: the screen, or `nil` for the log's current one.
  ///   - attributes: further attributes from the app.
  public init(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy,
    at now: MonotonicTime? = nil, screen: String? = nil, attributes: [String: LogValue]? = nil
  ) {
    let exposure = impression.exposure
    self.init(
      kind: .impression, item: item, policy: policy,
      age: now.map { max(.zero, $0 - impression.time) } ?? .zero,
      sinceFirstSeen: impression.time - exposure.firstSeen, total: exposure.total,
      longest: exposure.longest, greatestFraction: exposure.greatestFraction,
      count: impression.count, exposures: exposure.count, screen: screen, attributes: attributes)
  }

  /// Returns an entry for an interval of visibility that ended.
  ///
  /// - Parameters:
  ///   - item: the item's stable key.
  ///   - policy: the policy whose rule held.
  ///   - duration: the time the item was visible.
  ///   - greatestFraction: the greatest visible fraction of the item.
  ///   - impressions: the number of impressions during the interval.
  ///   - age: the time since the interval ended.
  ///   - screen: the screen, or `nil` for the log's current one.
  ///   - attributes: further attributes from the app.
  public static func exposure(
    of item: ItemKey, under policy: LogPolicy, lasting duration: Duration,
    greatestFraction: Double, impressions: Int = 0, age: Duration = .zero, screen: String? = nil,
    attributes: [String: LogValue]? = nil
  ) -> LogEntry {
    LogEntry(
      kind: .exposure, item: item, policy: policy, age: age, sinceFirstSeen: duration,
      total: duration, longest: duration, greatestFraction: greatestFraction, count: impressions,
      exposures: 1, screen: screen, attributes: attributes)
  }

  /// Creates an entry from its properties.
  public init(
    kind: Kind, item: ItemKey, policy: LogPolicy, age: Duration = .zero,
    sinceFirstSeen: Duration, total: Duration, longest: Duration, greatestFraction: Double,
    count: Int, exposures: Int, screen: String? = nil, attributes: [String: LogValue]? = nil
  ) {
    (self.kind, self.item, self.policy, self.age) = (kind, item, policy, age)
    (self.sinceFirstSeen, self.total, self.longest) = (sinceFirstSeen, total, longest)
    (self.greatestFraction, self.count, self.exposures) = (greatestFraction, count, exposures)
    (self.screen, self.attributes) = (screen, attributes)
  }
}
#endif
