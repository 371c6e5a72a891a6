#if Log
/// What an app hands to a log: somebody saw an item, or an item was visible for a while.
public struct LogEntry: Hashable, Sendable {
  /// What happened.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A policy's rule held for its dwell.
    case impression = 0
    /// One interval of being visible has ended.
    case exposure = 1
  }

  /// What happened.
  public var kind: Kind
  /// Which item was seen.
  public var item: ItemKey
  /// Under which policy.
  public var policy: LogPolicy
  /// How long ago it happened when it is handed over, on a monotonic clock; never negative.
  public var age: Duration
  /// From when the item was first visible until this happened. An exposure's length, in an
  /// exposure.
  public var sinceFirstSeen: Duration
  /// The time the item was visible, all exposures so far together. An exposure's length, in an
  /// exposure, so that a sum over exposures is the time in view.
  public var total: Duration
  /// The longest exposure so far; an exposure's length, in an exposure.
  public var longest: Duration
  /// The greatest fraction of the item that was visible. What is not finite is written as 0.
  public var greatestFraction: Double
  /// How often the item has been seen, this time included; in an exposure, how many impressions it
  /// brought, 0 where nobody counted.
  public var count: Int
  /// How many exposures there were so far, the one that is going on included; 1 in an exposure.
  public var exposures: Int
  /// The screen; `nil` for the log's present one (``ImpressionLog/screen``).
  public var screen: String?
  /// What else the app says of it. Nothing else about a person or a device is ever added.
  public var attributes: [String: LogValue]?

  /// An impression, as the engine reports it.
  ///
  /// - Parameters:
  ///   - impression: what was reported.
  ///   - item: the item's lasting name.
  ///   - policy: the policy that was observed.
  ///   - now: the present on the clock of the host, which tells how long ago the dwell was reached;
  ///     `nil` for just now.
  ///   - screen: the screen; `nil` for the log's present one.
  ///   - attributes: what else the app says of it.
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

  /// An interval of being visible that has ended.
  ///
  /// - Parameters:
  ///   - item: the item's lasting name.
  ///   - policy: the policy whose rule held.
  ///   - duration: how long the item was visible.
  ///   - greatestFraction: the greatest fraction of it that was visible.
  ///   - impressions: how many impressions it brought.
  ///   - age: how long ago it ended.
  ///   - screen: the screen; `nil` for the log's present one.
  ///   - attributes: what else the app says of it.
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

  /// An entry from its parts.
  public init(
    kind: Kind, item: ItemKey, policy: LogPolicy, age: Duration = .zero,
    sinceFirstSeen: Duration, total: Duration, longest: Duration, greatestFraction: Double,
    count: Int, exposures: Int, screen: String? = nil, attributes: [String: LogValue]? = nil
  ) {
    self.kind = kind
    self.item = item
    self.policy = policy
    self.age = age
    self.sinceFirstSeen = sinceFirstSeen
    self.total = total
    self.longest = longest
    self.greatestFraction = greatestFraction
    self.count = count
    self.exposures = exposures
    self.screen = screen
    self.attributes = attributes
  }
}
#endif
