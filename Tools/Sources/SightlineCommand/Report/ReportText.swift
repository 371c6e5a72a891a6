import Foundation
@_spi(Tools) import SightlineLog

/// A report as a table, CSV and JSON, and the texts it shares with the page.
struct ReportText {
  let report: ImpressionReport
  /// The log's file.
  let file: String
  /// Whom reach counts: sessions or people.
  let reached: String
  /// The attribute that identifies people, if any.
  let attribute: String?
  /// The rows to show.
  let rows: [ImpressionReport.Row]

  /// - Parameter limit: the number of rows to show, the latest days or the first of other rows; 0
  ///   for all.
  init(report: ImpressionReport, file: String, reached: String, attribute: String?, limit: Int) {
    self.report = report
    self.file = file
    (self.reached, self.attribute) = (reached, attribute)
    let count = limit > 0 ? limit : report.rows.count
    rows = Array(report.grouping == .day ? report.rows.suffix(count) : report.rows.prefix(count))
  }

  // MARK: Texts

  /// Whether the log has exposures, which contain the time in view.
  var hasExposures: Bool { report.total.exposures > 0 }

  /// The time from the first event to the last.
  var span: String {
    guard let span = report.span else { return "" }
    return "\(moment(span.lowerBound)) – \(moment(span.upperBound))"
  }

  /// Returns a number of rows with their noun, in the singular or plural.
  func noun(_ count: Int) -> String {
    let name = report.grouping.rawValue
    return "\(grouped(count)) \(count == 1 ? name : name + "s")"
  }

  /// The description of the rows shown.
  var selection: String {
    let all = report.rows.count
    if rows.count == all { return noun(all) }
    return "the \(report.grouping == .day ? "last" : "first") \(rows.count) of \(noun(all))"
  }

  /// Notes on the data missing from the report, if any.
  var notes: [String] {
    var notes: [String] = []
    let others = report.policies.dropFirst()
      .map { "\(printable($0.name)) (\(grouped($0.events)) event\($0.events == 1 ? "" : "s"))" }
    if !others.isEmpty {
      notes.append("Other policies of the log: \(others.joined(separator: ", "))")
    }
    if !hasExposures {
      notes.append(
        "No exposure is recorded under this policy, so time in view and share are unknown.")
    }
    if report.total.impressions == 0 {
      notes.append("No impression is recorded under this policy.")
    }
    return notes
  }

  /// The longest name on a page, in Unicode scalars.
  private static let nameLength = 200

  /// Returns the human-readable name of a row, of limited length. A text that reads as a number is
  /// in quotation marks.
  func name(_ key: ImpressionReport.Key) -> String {
    guard let text = key.text else { return "(no \(report.grouping.rawValue))" }
    if case .item(.text) = key, Int64(text) != nil { return "\"\(text)\"" }
    let start = String(text.unicodeScalars.prefix(Self.nameLength))
    return printable(start) + (start.utf8.count < text.utf8.count ? "…" : "")
  }

  // MARK: Table

  /// The lines of a human-readable table.
  var table: [String] {
    var cells = [heads]
    cells += rows.map { [TextTable.shortened(name($0.key))] + Self.cells($0.figures) }
    let total = rows.count < report.rows.count ? "all \(noun(report.rows.count))" : "all"
    cells.append([total] + Self.cells(report.total))
    let head = "\(file): policy \(printable(report.policy)), \(selection), \(span)"
    return [head, ""] + TextTable.lines(cells) + (notes.isEmpty ? [] : [""] + notes)
  }

  /// The header of a table.
  var heads: [String] {
    [
      report.grouping.rawValue, "impressions", reached, "frequency",
      "exposures", "share", "time in view", "median", "90 %",
    ]
  }

  /// Returns a row's figures in the order of the table's header.
  static func cells(_ figures: ImpressionReport.Figures) -> [String] {
    [
      grouped(figures.impressions), grouped(figures.reach),
      figures.frequency.map { decimal($0, 2) } ?? "–", grouped(figures.exposures),
      figures.share.map { "\(decimal($0 * 100, 1)) %" } ?? "–",
      figures.exposures == 0 ? "–" : short(figures.timeInView),
      figures.median.map(short) ?? "–", figures.ninetiethPercentile.map(short) ?? "–",
    ]
  }
}

// MARK: Number formatting

private let english = Locale(identifier: "en_US")

/// Formats a number with commas between thousands, regardless of locale.
func grouped(_ number: Int) -> String { number.formatted(.number.locale(english)) }

func decimal(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

/// Formats a duration with about three digits: `850 ms`, `1.23 s`, `3 min 25 s`, `3 h 25 min`,
/// `12 d 3 h`.
func short(_ duration: Duration) -> String {
  let seconds = duration.seconds
  if seconds == 0 { return "0 s" }
  if seconds < 0.9995 { return "\(decimal(seconds * 1000, seconds < 0.00995 ? 1 : 0)) ms" }
  if seconds < 9.995 { return "\(decimal(seconds, 2)) s" }
  if seconds < 59.95 { return "\(decimal(seconds, 1)) s" }
  let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
  for (unit, next) in zip(units, units.dropFirst()) {
    // Counts in whole smaller units to avoid "1 h 60 min".
    let parts = Int((seconds / Double(next.1)).rounded())
    let ratio = unit.1 / next.1
    if parts < ratio { continue }
    let rest = parts % ratio
    return "\(grouped(parts / ratio)) \(unit.0)" + (rest == 0 ? "" : " \(rest) \(next.0)")
  }
  return "\(decimal(seconds, 1)) s"
}

/// Formats a time as `2026-01-31 09:30`, in UTC.
func moment(_ milliseconds: Int64) -> String {
  utc(Double(milliseconds) / 1000, "yyyy-MM-dd HH:mm") + " UTC"
}

/// Formats a time in UTC with a Unicode date pattern.
func utc(_ seconds: Double, _ pattern: String) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = pattern
  return formatter.string(from: Date(timeIntervalSince1970: seconds))
}
