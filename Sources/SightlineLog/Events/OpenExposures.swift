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
    /// The visible fraction at the start. The greatest is known at the end.
    var fraction: Double
    var impressions = 0
    var isWritten = false
  }

  /// An item's exposures, one for each window that shows it.
  private var items: [Key: [Interval]] = [:]
  private var count: Int64 = 0
  /// Whether a heartbeat is scheduled.
  var isBeating = false

  var isEmpty: Bool { items.isEmpty }

  mutating func begin(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at began: Duration
  ) {
    count += 1
    items[Key(item: item, policy: policy), default: []].append(
      Interval(
        number: count, start: exposure.start, began: began, fraction: exposure.greatestFraction))
  }

  /// Counts an impression in the exposures of its item that are in progress.
  mutating func countImpression(of item: ItemKey, under policy: LogPolicy) {
    let key = Key(item: item, policy: policy)
    guard let windows = items[key] else { return }
    for window in windows.indices { items[key]?[window].impressions += 1 }
  }

  /// Returns the number of impressions during the exposure, and its number if a heartbeat wrote it.
  mutating func end(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy
  ) -> (impressions: Int, number: Int64?) {
    let key = Key(item: item, policy: policy)
    guard let window = items[key]?.firstIndex(where: { $0.start == exposure.start }),
      let ended = items[key]?.remove(at: window)
    else { return (0, nil) }
    if items[key]?.isEmpty == true { items[key] = nil }
    return (ended.impressions, ended.isWritten ? ended.number : nil)
  }

  /// Returns entries for the current state of the exposures, by number, for a heartbeat.
  mutating func beat(at now: Duration) -> [(number: Int64, entry: LogEntry)] {
    var entries: [(number: Int64, entry: LogEntry)] = []
    for (key, windows) in items {
      for (window, interval) in windows.enumerated() {
        items[key]?[window].isWritten = true
        entries.append(
          (
            interval.number,
            .exposure(
              of: key.item, under: key.policy, lasting: max(.zero, now - interval.began),
              greatestFraction: interval.fraction, impressions: interval.impressions)
          ))
      }
    }
    return entries
  }
}
#endif
