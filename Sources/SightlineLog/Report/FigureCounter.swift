#if Log
/// Counts the events of one row of a report.
///
/// Keeps the lengths of all exposures, 8 bytes each: percentiles are exact, and those of the total
/// cannot be computed from summaries of the rows.
struct FigureCounter {
  private var impressions = 0
  private var exposuresWithImpression = 0
  private var nanoseconds: Int64 = 0
  /// The sessions or people reached. Consecutive repeats are stored once; sessions mostly repeat.
  private var reached: [Int64] = []
  private(set) var lengths: [Int64] = []

  @inline(__always)
  mutating func countImpression(reaching whom: Int64?) {
    impressions += 1
    if let whom, reached.last != whom { reached.append(whom) }
  }

  @inline(__always)
  mutating func countExposure(lasting length: Int64, impressions: Int64) {
    if impressions > 0 { exposuresWithImpression += 1 }
    nanoseconds = nanoseconds.saturatedSum(length)
    lengths.append(length)
  }

  /// Adds the counts of another counter.
  mutating func add(_ other: FigureCounter) {
    impressions += other.impressions
    exposuresWithImpression += other.exposuresWithImpression
    nanoseconds = nanoseconds.saturatedSum(other.nanoseconds)
    reached += other.reached
    lengths += other.lengths
  }

  /// Returns the figures. Sorts in place; call once.
  mutating func figures() -> ImpressionReport.Figures {
    lengths.sort()
    // Sessions mostly ascend, which makes this a single pass.
    reached.sort()
    var figures = ImpressionReport.Figures()
    figures.impressions = impressions
    figures.reach =
      reached.isEmpty ? 0 : 1 + zip(reached, reached.dropFirst()).lazy.filter { $0 != $1 }.count
    figures.exposures = lengths.count
    figures.exposuresWithImpression = exposuresWithImpression
    figures.timeInView = .nanoseconds(nanoseconds)
    figures.median = FigureCounter.percentile(50, of: lengths).map { .nanoseconds($0) }
    figures.ninetiethPercentile = FigureCounter.percentile(90, of: lengths).map { .nanoseconds($0) }
    return figures
  }

  /// Returns the smallest value that `percent` of 100 values do not exceed (the nearest rank), or
  /// `nil` for an empty array. The result is always one of the values and doesn't depend on
  /// floating-point rounding.
  static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64? {
    // Integer arithmetic, because 0.9 has no exact floating-point representation.
    let rank = (sorted.count * percent + 99) / 100
    return sorted.isEmpty ? nil : sorted[rank - 1]
  }
}

extension Int64 {
  func saturatedSum(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
#endif
