@_spi(Tools) import SightlineLog

// A report for programs, in whole nanoseconds without rounding.

extension ReportText {
  /// The shown rows, followed by an object with the totals.
  var records: [JSONRecord] {
    let rows = rows.map { row in
      var record = record("row", row.figures)
      // A string, because programs that read numbers as doubles would merge some values, or null.
      record["key"] = row.key.text as any Encodable
      if case .item(let item) = row.key { record["key_is_number"] = item.isNumber }
      return record
    }
    var total = record("total", report.total)
    total["rows"] = report.rows.count
    total["first_ms"] = report.span?.lowerBound
    total["last_ms"] = report.span?.upperBound
    return rows + [total]
  }

  private func record(_ event: String, _ figures: ImpressionReport.Figures) -> JSONRecord {
    var record: JSONRecord = ["event": event, "by": report.grouping.rawValue]
    for (name, value) in columns(figures) { record[name] = value }
    return record
  }

  /// The header and the shown rows, without totals, which would be counted twice in a sum.
  var csv: [String] {
    let isByItem = report.grouping == .item
    let head = [report.grouping.rawValue] + (isByItem ? ["item_is_number"] : [])
    let lines = rows.map { row in
      var values = [row.key.text.map { LogValue.text($0) }]
      if case .item(let item) = row.key { values.append(.flag(item.isNumber)) }
      values += columns(row.figures).map(\.value)
      return values.map(csvField).joined(separator: ",")
    }
    return [(head + columns(report.total).map(\.key)).joined(separator: ",")] + lines
  }

  /// The columns of a row after its key.
  private func columns(_ figures: ImpressionReport.Figures) -> KeyValuePairs<String, LogValue?> {
    [
      "policy": .text(report.policy), "impressions": .integer(Int64(figures.impressions)),
      "reach": .integer(Int64(figures.reach)), "frequency": figures.frequency.map { .number($0) },
      "exposures": .integer(Int64(figures.exposures)),
      "exposures_with_impression": .integer(Int64(figures.exposuresWithImpression)),
      "share": figures.share.map { .number($0) },
      "time_in_view_ns": .integer(figures.timeInView.nanoseconds),
      "median_ns": figures.median.map { .integer($0.nanoseconds) },
      "p90_ns": figures.ninetiethPercentile.map { .integer($0.nanoseconds) },
    ]
  }
}

extension ImpressionReport.Key {
  /// The name, unabridged; `nil` for events without a screen.
  var text: String? {
    switch self {
    case .item(let item): item.description
    case .screen(let name): name
    case .session(let name): name
    case .person(let name): name
    case .day(let day): date(ofDay: day)
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds, or the maximum if it overflows.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isMore) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isBeyond || isMore ? .max : sum
  }
}
