#if Log
/// The items that are visible now, so that each exposure becomes one event when it ends.
///
/// Watch the policy's rule beside its impressions, and say when it begins and ceases to hold:
///
/// ```swift
/// var exposures = OpenExposures()
/// exposures.begin("article-7", under: .feed, fraction: 0.8, at: MonotonicTime(seconds: 1))
/// exposures.countImpression(of: "article-7", under: .feed)
/// let entry = exposures.end("article-7", under: .feed, at: MonotonicTime(seconds: 3.5))
/// ```
///
/// Two views of one item make one exposure, as in the engine: from the first that comes to the last
/// that leaves. What is still open when a process ends is in no event.
public struct OpenExposures: Sendable {
  private struct Key: Hashable {
    var item: ItemKey
    var policy: LogPolicy
  }

  private struct Interval {
    var start: MonotonicTime
    var views: Int
    var greatestFraction: Double
    var impressions = 0
  }

  private var intervals: [Key: Interval] = [:]

  /// Nothing is visible.
  public init() {}

  /// How many items are visible, one for each policy.
  public var count: Int { intervals.count }

  /// An item has become visible in one view.
  ///
  /// - Parameters:
  ///   - item: the item's lasting name.
  ///   - policy: the policy whose rule holds.
  ///   - fraction: the visible fraction.
  ///   - time: when, on the host's clock.
  public mutating func begin(
    _ item: ItemKey, under policy: LogPolicy, fraction: Double, at time: MonotonicTime
  ) {
    let key = Key(item: item, policy: policy)
    var interval = intervals[key] ?? Interval(start: time, views: 0, greatestFraction: fraction)
    interval.views += 1
    interval.greatestFraction = max(interval.greatestFraction, fraction)
    intervals[key] = interval
  }

  /// More or less of a visible item shows; nothing happens if it is not visible.
  public mutating func update(_ item: ItemKey, under policy: LogPolicy, fraction: Double) {
    let key = Key(item: item, policy: policy)
    guard let greatest = intervals[key]?.greatestFraction, fraction > greatest else { return }
    intervals[key]?.greatestFraction = fraction
  }

  /// A visible item has brought an impression; nothing happens if it is not visible.
  public mutating func countImpression(of item: ItemKey, under policy: LogPolicy) {
    intervals[Key(item: item, policy: policy)]?.impressions += 1
  }

  /// An item has left in one view. Returns the event to record; `nil` while another view shows it,
  /// and for an item that was not visible.
  ///
  /// - Parameters:
  ///   - item: the item's lasting name.
  ///   - policy: the policy whose rule held.
  ///   - time: when, on the host's clock.
  ///   - now: the present on that clock, if it is later than `time`.
  ///   - screen: the screen; `nil` for the log's present one.
  ///   - attributes: what else the app says of it.
  public mutating func end(
    _ item: ItemKey, under policy: LogPolicy, at time: MonotonicTime, now: MonotonicTime? = nil,
    screen: String? = nil, attributes: [String: LogValue]? = nil
  ) -> LogEntry? {
    let key = Key(item: item, policy: policy)
    guard var interval = intervals[key] else { return nil }
    interval.views -= 1
    if interval.views > 0 {
      intervals[key] = interval
      return nil
    }
    intervals[key] = nil
    return .exposure(
      of: item, under: policy, lasting: max(.zero, time - interval.start),
      greatestFraction: interval.greatestFraction, impressions: interval.impressions,
      age: now.map { max(.zero, $0 - time) } ?? .zero, screen: screen, attributes: attributes)
  }
}
#endif
