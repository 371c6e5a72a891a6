#if Log
/// The impressions of the exposures in progress.
struct OpenExposures: Sendable {
  private struct Key: Hashable {
    var item: ItemKey
    var policy: LogPolicy
  }

  /// Several windows may show an item.
  private struct Interval {
    var windows = 0
    var impressions = 0
  }

  private var intervals: [Key: Interval] = [:]

  mutating func begin(_ item: ItemKey, under policy: LogPolicy) {
    intervals[Key(item: item, policy: policy), default: Interval()].windows += 1
  }

  /// Counts an impression, if an exposure of its item is in progress.
  mutating func countImpression(of item: ItemKey, under policy: LogPolicy) {
    intervals[Key(item: item, policy: policy)]?.impressions += 1
  }

  /// Returns the number of impressions during the exposure.
  mutating func end(_ item: ItemKey, under policy: LogPolicy) -> Int {
    let key = Key(item: item, policy: policy)
    guard var interval = intervals[key] else { return 0 }
    interval.windows -= 1
    intervals[key] = interval.windows > 0 ? interval : nil
    return interval.impressions
  }
}
#endif
