import Foundation
import SightlineLog

// A report for programs, in whole nanoseconds without rounding.

extension ReportText {
  /// The shown rows, followed by an object with the totals.
  var records: [ReportRecord] {
    rows.map { ReportRecord(event: "row", key: $0.key, report, $0.figures) }
      + [ReportRecord(event: "total", key: nil, report, report.total)]
  }

  /// The header and the shown rows, without totals, which would be counted twice in a sum.
  var csv: [String] {
    [
      "\(report.grouping.rawValue),policy,impressions,reach,frequency,exposures,"
        + "exposures_with_impression,share,time_in_view_ns,median_ns,p90_ns"
    ]
      + rows.map { row in
        let figures = row.figures
        let name =
          switch row.key {
          case .item(let item): item.description
          case .screen(let name): name ?? ""
          case .session(let name): name
          case .day(let day): date(ofDay: day)
          }
        return [
          csvField(name), csvField(report.policy), "\(figures.impressions)", "\(figures.reach)",
          figures.frequency.map { "\($0)" } ?? "", "\(figures.exposures)",
          "\(figures.exposuresWithImpression)", figures.share.map { "\($0)" } ?? "",
          "\(figures.timeInView.nanoseconds)", figures.median.map { "\($0.nanoseconds)" } ?? "",
          figures.ninetiethPercentile.map { "\($0.nanoseconds)" } ?? "",
        ].joined(separator: ",")
      }
  }
}

/// Returns a CSV field as in RFC 4180, quoted if needed.
func csvField(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { ![0x22, 0x2C, 0x0A, 0x0D].contains($0) }
  return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
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
      switch key {
      case .item(let item): try container.encode(item.description)
      case .screen(nil): try container.encodeNil()
      case .screen(let name?), .session(let name): try container.encode(name)
      case .day(let day): try container.encode(date(ofDay: day))
      }
    }
  }

  init(
    event: String, key: ImpressionReport.Key?, _ report: ImpressionReport,
    _ figures: ImpressionReport.Figures
  ) {
    self.event = event
    by = report.grouping.rawValue
    self.key = key.map(Key.init)
    if case .item(let item) = key {
      if case .number = item { keyIsNumber = true } else { keyIsNumber = false }
    }
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
