#if Log
/// Counts the events of one row of a report.
///
/// The lengths of all exposures are kept, 8 bytes each: percentiles are exact, and no summary of
/// one row could give those of all rows together.
struct FigureCounter {
  private var impressions = 0
  private var exposuresWithImpression = 0
  private var nanoseconds: Int64 = 0
  /// Whom the impressions reached. Who comes twice in a row is noted once; sessions mostly do.
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

  /// What another one has counted, too.
  mutating func add(_ other: FigureCounter) {
    impressions += other.impressions
    exposuresWithImpression += other.exposuresWithImpression
    nanoseconds = nanoseconds.saturatedSum(other.nanoseconds)
    reached += other.reached
    lengths += other.lengths
  }

  /// What was counted. It sorts, and is called once.
  mutating func figures() -> ImpressionReport.Figures {
    lengths.sort()
    // Sessions ascend mostly, and then this is one pass.
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

  /// The smallest value that so many of 100 do not exceed (the nearest rank), which is always one
  /// of the values, whatever computes it; `nil` of none.
  static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64? {
    // In whole numbers: 0.9 is none that a floating-point number could be.
    let rank = (sorted.count * percent + 99) / 100
    return sorted.isEmpty ? nil : sorted[max(rank, 1) - 1]
  }
}

extension Int64 {
  func saturatedSum(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
#endif
