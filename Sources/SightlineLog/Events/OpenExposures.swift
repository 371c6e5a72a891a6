#if Log
/// The currently visible items, tracked to log each exposure as one event when it ends.
///
/// Observe the policy's rule alongside its impressions and report when it starts and stops holding:
///
/// ```swift
/// var exposures = OpenExposures()
/// exposures.begin("article-7", under: .feed, fraction: 0.8, at: MonotonicTime(seconds: 1))
/// exposures.countImpression(of: "article-7", under: .feed)
/// let entry = exposures.end("article-7", under: .feed, at: MonotonicTime(seconds: 3.5))
/// ```
///
/// Several views of one item form a single exposure, as in the engine, from the first to appear to
/// the last to leave. Exposures still open when the process ends are not logged.
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

  /// Creates a tracker with no visible items.
  public init() {}

  /// The number of visible items, counted per policy.
  public var count: Int { intervals.count }

  /// Notes that an item became visible in a view.
  ///
  /// - Parameters:
  ///   - item: the item's stable key.
  ///   - policy: the policy whose rule holds.
  ///   - fraction: the visible fraction.
  ///   - time: the time on the host's clock.
  public mutating func begin(
    _ item: ItemKey, under policy: LogPolicy, fraction: Double, at time: MonotonicTime
  ) {
    let key = Key(item: item, policy: policy)
    var interval = intervals[key] ?? Interval(start: time, views: 0, greatestFraction: fraction)
    interval.views += 1
    interval.greatestFraction = max(interval.greatestFraction, fraction)
    intervals[key] = interval
  }

  /// Updates the visible fraction of an item. Does nothing if the item isn't visible.
  public mutating func update(_ item: ItemKey, under policy: LogPolicy, fraction: Double) {
    let key = Key(item: item, policy: policy)
    guard let greatest = intervals[key]?.greatestFraction, fraction > greatest else { return }
    intervals[key]?.greatestFraction = fraction
  }

  /// Counts an impression of a visible item. Does nothing if the item isn't visible.
  public mutating func countImpression(of item: ItemKey, under policy: LogPolicy) {
    intervals[Key(item: item, policy: policy)]?.impressions += 1
  }

  /// Notes that an item left a view. Returns the entry to record, or `nil` if another view still
  /// shows the item or it wasn't visible.
  ///
  /// - Parameters:
  ///   - item: the item's stable key.
  ///   - policy: the policy whose rule held.
  ///   - time: the time on the host's clock.
  ///   - now: the current time on that clock, if later than `time`.
  ///   - screen: the screen, or `nil` for the log's current one.
  ///   - attributes: further attributes from the app.
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
