#if Log
/// The exposures in progress, with their impressions.
struct OpenExposures: Sendable {
  private struct Key: Hashable {
    var item: ItemKey
    var policy: LogPolicy
  }

  private struct Interval {
    /// The first number of the window's exposures in the file.
    var number: Int64
    var start: MonotonicTime
    /// The time of the start on the log's own clock.
    var began: Duration
    var fraction: Double
    var isWritten = false
  }

  /// Several windows may show an item.
  private struct Item {
    var windows: [Interval] = []
    var impressions = 0
  }

  private var items: [Key: Item] = [:]
  private var count: Int64 = 0
  /// Whether a heartbeat is scheduled.
  var isBeating = false

  var isEmpty: Bool { items.isEmpty }

  mutating func begin(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at began: Duration
  ) {
    count += 1
    items[Key(item: item, policy: policy), default: Item()].windows.append(
      Interval(
        number: count, start: exposure.start, began: began, fraction: exposure.greatestFraction))
  }

  /// Counts an impression, if an exposure of its item is in progress.
  mutating func countImpression(of item: ItemKey, under policy: LogPolicy) {
    items[Key(item: item, policy: policy)]?.impressions += 1
  }

  /// Returns the number of impressions during the exposure, and its number if a heartbeat wrote it.
  mutating func end(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy
  ) -> (impressions: Int, number: Int64?) {
    let key = Key(item: item, policy: policy)
    guard let open = items[key],
      let window = open.windows.firstIndex(where: { $0.start == exposure.start })
    else { return (0, nil) }
    let ended = items[key]?.windows.remove(at: window)
    if open.windows.count == 1 { items[key] = nil }
    return (open.impressions, ended.flatMap { $0.isWritten ? $0.number : nil })
  }

  /// Returns entries for the exposures as they are now, by number, for a heartbeat.
  mutating func beat(at now: Duration) -> [(number: Int64, entry: LogEntry)] {
    var entries: [(number: Int64, entry: LogEntry)] = []
    for (key, item) in items {
      for (window, interval) in item.windows.enumerated() {
        items[key]?.windows[window].isWritten = true
        entries.append(
          (
            interval.number,
            .exposure(
              of: key.item, under: key.policy, lasting: max(.zero, now - interval.began),
              greatestFraction: interval.fraction, impressions: item.impressions)
          ))
      }
    }
    return entries
  }
}
#endif
