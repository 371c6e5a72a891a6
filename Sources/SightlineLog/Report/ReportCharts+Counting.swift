#if Log
internal import GRDB

extension ReportCharts {
  private static let bucketLimit = 60
  private static let bandLimit = 40
  /// Bucket widths with readable axis labels, in seconds, below a day.
  private static let seconds = [
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 10_800, 14_400,
  ]

  /// Counts the events of a policy, whose times and days are given.
  init(
    _ span: ClosedRange<Int64>, _ days: ClosedRange<Int>, _ policy: String,
    _ events: EventSelection
  ) throws {
    let (first, last) = (Int(span.lowerBound.floored(1_000)), Int(span.upperBound.floored(1_000)))
    let count: Int
    let bucket: String
    if let seconds = Self.seconds.first(where: {
      last.floored($0) - first.floored($0) < Self.bucketLimit
    }) {
      width = .seconds(seconds)
      start = first.floored(seconds) * seconds
      count = last.floored(seconds) - first.floored(seconds) + 1
      bucket = "(time - \(start * 1_000)) / \(seconds * 1_000)"
    } else {
      let length = (days.upperBound - days.lowerBound) / Self.bucketLimit + 1
      width = .days(length)
      start = days.lowerBound
      count = (days.upperBound - days.lowerBound) / length + 1
      bucket = "(day - \(start)) / \(length)"
    }
    var items: [ItemKey] = []
    try events.forEach(ReportSQL.items, policy) { items.append(try ItemKey($0.next())) }
    let numbers = items.compactMap { if case .number(let number) = $0 { number } else { nil } }
    isOrderedByKey = numbers.count == items.count
    if isOrderedByKey { items = numbers.sorted().map { .number($0) } }
    let (noImpressions, noTime) = (
      Array(repeating: 0, count: count), Array(repeating: Duration.zero, count: count)
    )
    (impressions, timeInView) = (noImpressions, noTime)
    let bandCount = min(Self.bandLimit, items.count)
    bands = (0..<bandCount).map { band in
      // Divide as evenly as whole items allow.
      let (start, end) = (band * items.count / bandCount, (band + 1) * items.count / bandCount)
      return Band(
        first: items[start], last: items[end - 1], start: start, count: end - start,
        timeInView: noTime, impressions: noImpressions)
    }
    var bandOfItem: [ItemKey: Int] = [:]
    for (index, band) in bands.enumerated() {
      for item in items[band.start..<(band.start + band.count)] { bandOfItem[item] = index }
    }
    try events.forEach(ReportSQL.heat(by: bucket), policy) { columns in
      let band = bandOfItem[try ItemKey(columns.next())] ?? 0
      let bucket = Int(try columns.next(in: 0...Int64(count - 1)))
      let seen = Int(try columns.next(in: LogRange.counts))
      let time = Duration.nanoseconds(try columns.next(in: 0...Int64.max))
      bands[band].impressions[bucket] += seen
      bands[band].timeInView[bucket] += time
      impressions[bucket] += seen
      timeInView[bucket] += time
    }
  }
}

extension BinaryInteger {
  /// Returns the quotient rounded down.
  fileprivate func floored(_ divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
#endif
