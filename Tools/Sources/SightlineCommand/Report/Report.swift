import ArgumentParser
import Foundation
import SightlineLog

/// `sightline report`: reports reach, impressions, frequency and time in view.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report impression logs: reach, impressions, frequency, time in view.",
    discussion: """
      A report covers one policy: an item watched under two would be counted in view twice. \
      Reach counts the sessions, or people, with at least one impression. \
      Time in view, median and 90th percentile cover the exposures that have ended.
      """)

  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case item, screen, session, person, day
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
    case html
  }

  @OptionGroup var arguments: LogArguments

  @Option(help: "The grouping of rows.")
  var by = Grouping.item

  @Option(help: "A table, one JSON object per line, CSV, or a page with charts.")
  var format = Format.table

  @Option(help: "The policy to report; by default the one with the most events.")
  var policy: String?

  @Flag(help: "Count the log's persons instead of sessions.")
  var persons = false

  @Option(
    help: ArgumentHelp(
      "Count people instead of sessions, by the values of this attribute.", valueName: "attribute"))
  var people: String?

  @Option(help: "The maximum number of rows, 0 for all; by default 20 in a table and on a page.")
  var limit: Int?

  private static let limitForPeople = 20

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    if persons, people != nil { throw ValidationError("choose --persons or --people") }
  }

  func run() throws {
    try Failure.reporting(to: arguments.output) { output in
      // An empty report names the period of all events.
      try arguments.withArchive(merging: LogFilter()) { archive in
        var query = ReportQuery()
        query.grouping = ReportQuery.Grouping(rawValue: by.rawValue) ?? .item
        query.filter = arguments.filter
        query.policy = policy
        (query.countsPersons, query.people) = (persons, people)
        query.hasCharts = format == .html
        let report = try archive.report(query)
        if report.policies.isEmpty { throw try nothing(in: archive) }
        let isForPeople = format == .table || format == .html
        let limit = limit ?? (isForPeople ? Report.limitForPeople : 0)
        let text = ReportText(
          report: report, file: arguments.name,
          reached: persons || people != nil ? "people" : "sessions", attribute: people,
          limit: limit)
        switch format {
        case .table: for line in text.table { try output.line(line) }
        case .csv: for line in text.csv { try output.line(line) }
        case .json: for record in text.records { try output.json(record) }
        case .html: try output.line(ReportPage(text).html)
        }
      }
    }
  }

  /// Returns the reason the report is empty, with advice.
  private func nothing(in archive: LogArchive) throws -> Failure {
    if try archive.count() == 0 {
      return .badData(
        "\(arguments.name): the log has no events; report it once the app has recorded some")
    }
    let all = try archive.report()
    if let policy, !all.policies.contains(where: { $0.name == policy }) {
      let names = all.policies.map { printable($0.name) }.joined(separator: ", ")
      return .badData(
        "\(arguments.name): no event has the policy \(printable(policy)); the log has \(names)")
    }
    let span = all.span.map { " are from \(moment($0.lowerBound)) to \(moment($0.upperBound))" }
    return .badData(
      "\(arguments.name): no event is in that period; those under the policy "
        + "\(printable(all.policy))\(span ?? ""); change --since or --before")
  }
}
