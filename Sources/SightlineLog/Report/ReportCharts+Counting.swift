#if Log
internal import GRDB

extension ReportCharts {
  private static let bucketLimit = 60
  private static let bandLimit = 40
  /// Bucket widths with readable axis labels, in seconds, below a day.
  private static let seconds = [
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 10_800, 14_400,
  ]

  init?(_ table: CountingTable, _ filter: LogFilter, isByItem: Bool, _ db: Database) throws {
    guard let span = table.span else { return nil }
    let items = isByItem ? table.indices : table.items
    let (first, last) = (Int(span.lowerBound.floored(1_000)), Int(span.upperBound.floored(1_000)))
    let days = Int(table.days.lowerBound)...Int(table.days.upperBound)
    let count: Int
    if let seconds = Self.seconds.first(where: {
      last.floored($0) - first.floored($0) < Self.bucketLimit
    }) {
      width = .seconds(seconds)
      start = first.floored(seconds) * seconds
      count = last.floored(seconds) - first.floored(seconds) + 1
    } else {
      let length = (days.upperBound - days.lowerBound) / Self.bucketLimit + 1
      width = .days(length)
      start = days.lowerBound
      count = (days.upperBound - days.lowerBound) / length + 1
    }
    impressions = Array(repeating: 0, count: count)
    timeInView = Array(repeating: .zero, count: count)

    let keys = try ItemKey.all(db)
    let numbers = items.keys.compactMap { id -> (id: Int64, key: Int64)? in
      if case .number(let number)? = keys[id] { (id, number) } else { nil }
    }
    isOrderedByKey = numbers.count == items.count
    let order =
      isOrderedByKey
      ? numbers.sorted { $0.key < $1.key }.map(\.id)
      : items.sorted { $0.value < $1.value }.map(\.key)
    let bandCount = min(Self.bandLimit, order.count)
    let (noTime, noImpressions) = (timeInView, impressions)
    bands = (0..<bandCount).map { band in
      // Divide as evenly as whole items allow.
      let (start, end) = (band * order.count / bandCount, (band + 1) * order.count / bandCount)
      return Band(
        first: keys[order[start]] ?? .text(""), last: keys[order[end - 1]] ?? .text(""),
        start: start, count: end - start, timeInView: noTime, impressions: noImpressions)
    }
    var bandOfItem: [Int64: Int] = [:]
    bandOfItem.reserveCapacity(order.count)
    for (index, band) in bands.enumerated() {
      for id in order[band.start..<(band.start + band.count)] { bandOfItem[id] = index }
    }
    try spread(bandOfItem, filter, db)
  }

  private mutating func spread(
    _ bandOfItem: [Int64: Int], _ filter: LogFilter, _ db: Database
  ) throws {
    // Flat arrays, for speed.
    let buckets = impressions.count
    var times = [Int64](repeating: 0, count: bands.count * buckets)
    var counts = [Int](repeating: 0, count: bands.count * buckets)
    let (condition, arguments) = try filter.condition()
    let (width, start) = (width, start)
    try db.scan("item, kind, total, time, day", where: condition, arguments) { row in
      guard let band = bandOfItem[try row[0]] else { return }
      let bucket =
        switch width {
        case .seconds(let length): (Int(try row[3].floored(1_000)) - start).floored(length)
        case .days(let length): (Int(try row[4]) - start).floored(length)
        }
      let cell = band * buckets + bucket
      if try row[1] == Int64(LogEntry.Kind.impression.rawValue) {
        counts[cell] += 1
      } else {
        times[cell] = try times[cell].saturatedSum(row[2])
      }
    }
    for band in bands.indices {
      let cells = band * buckets..<(band + 1) * buckets
      bands[band].timeInView = times[cells].map { .nanoseconds($0) }
      bands[band].impressions = Array(counts[cells])
      for bucket in 0..<buckets {
        impressions[bucket] += bands[band].impressions[bucket]
        timeInView[bucket] += bands[band].timeInView[bucket]
      }
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
