import Foundation
@_spi(Tools) import SightlineLog

// A report for programs, in whole nanoseconds without rounding.

extension ReportText {
  /// The shown rows, followed by an object with the totals.
  var records: [ReportRecord] {
    rows.map { ReportRecord(event: "row", key: $0.key, report, $0.figures) }
      + [ReportRecord(event: "total", key: nil, report, report.total)]
  }

  /// The header and the shown rows, without totals, which would be counted twice in a sum.
  var csv: [String] {
    let isByItem = report.grouping == .item
    let head =
      [report.grouping.rawValue] + (isByItem ? ["item_is_number"] : []) + [
        "policy", "impressions", "reach", "frequency", "exposures", "exposures_with_impression",
        "share", "time_in_view_ns", "median_ns", "p90_ns",
      ]
    let lines = rows.map { row in
      let figures = row.figures
      var values = [row.key.text.map { LogValue.text($0) }]
      if case .item(let item) = row.key { values.append(.flag(item.isNumber)) }
      values += [
        .text(report.policy), .integer(Int64(figures.impressions)), .integer(Int64(figures.reach)),
        figures.frequency.map { .number($0) }, .integer(Int64(figures.exposures)),
        .integer(Int64(figures.exposuresWithImpression)), figures.share.map { .number($0) },
        .integer(figures.timeInView.nanoseconds),
        figures.median.map { .integer($0.nanoseconds) },
        figures.ninetiethPercentile.map { .integer($0.nanoseconds) },
      ]
      return values.map(csvField).joined(separator: ",")
    }
    return [head.joined(separator: ",")] + lines
  }
}

extension ImpressionReport.Key {
  /// The name, unabridged; `nil` for events without a screen.
  var text: String? {
    switch self {
    case .item(let item): item.description
    case .screen(let name): name
    case .session(let name): name
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

/// One line of a report in JSON.
struct ReportRecord: Encodable {
  var event: String
  var by: String
  var key: Key?
  /// Whether an item's key is a number. Keys are strings regardless, because programs that read
  /// numbers as doubles would merge some values.
  var keyIsNumber: Bool?
  var policy: String
  var impressions: Int
  var reach: Int
  var frequency: Double?
  var exposures: Int
  var exposuresWithImpression: Int
  var share: Double?
  var timeInViewNs: Int64
  var medianNs: Int64?
  var p90Ns: Int64?
  var rows: Int?
  var firstMs: Int64?
  var lastMs: Int64?

  /// A number or text from the app, or a date, as a string.
  struct Key: Encodable {
    let key: ImpressionReport.Key

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let text = key.text { try container.encode(text) } else { try container.encodeNil() }
    }
  }

  init(
    event: String, key: ImpressionReport.Key?, _ report: ImpressionReport,
    _ figures: ImpressionReport.Figures
  ) {
    self.event = event
    by = report.grouping.rawValue
    self.key = key.map(Key.init)
    if case .item(let item) = key { keyIsNumber = item.isNumber }
    policy = report.policy
    impressions = figures.impressions
    reach = figures.reach
    frequency = figures.frequency
    exposures = figures.exposures
    exposuresWithImpression = figures.exposuresWithImpression
    share = figures.share
    timeInViewNs = figures.timeInView.nanoseconds
    medianNs = figures.median?.nanoseconds
    p90Ns = figures.ninetiethPercentile?.nanoseconds
    if key != nil { return }
    rows = report.rows.count
    firstMs = report.span?.lowerBound
    lastMs = report.span?.upperBound
  }
}
