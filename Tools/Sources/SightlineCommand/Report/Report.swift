import ArgumentParser
import Foundation
import SightlineLog

/// `sightline report`: who saw what, how often and for how long.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report an impression log: reach, impressions, frequency, time in view.",
    discussion: """
      A report is about one policy: an item that is watched under two would be in view twice. \
      Reach counts the sessions with at least one impression, or the people. \
      Time in view, median and 90th percentile are of the exposures that have ended.
      """)

  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case item
    case screen
    case session
    case day

    var grouping: ReportQuery.Grouping {
      switch self {
      case .item: .item
      case .screen: .screen
      case .session: .session
      case .day: .day
      }
    }
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
    case html
  }

  @OptionGroup var arguments: LogArguments

  @Option(help: "What a row is.")
  var by = Grouping.item

  @Option(help: "A table for people, JSON objects a line, CSV, or a page with charts.")
  var format = Format.table

  @Option(help: "The policy that is reported; the one with the most events unless given.")
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "Count people in place of sessions: the values of this attribute.", valueName: "attribute"))
  var people: String?

  @Option(help: "How many rows at most, 0 for all; 20 in a table and on a page unless given.")
  var limit: Int?

  private static let limitForPeople = 20

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
  }

  func run() throws {
    try Failure.reporting("report", to: arguments.output) { output in
      try arguments.withArchive { archive in
        var query = ReportQuery()
        query.grouping = by.grouping
        query.filter = arguments.filter
        query.policy = policy
        query.people = people
        query.hasCharts = format == .html
        let report = try archive.report(query)
        if report.policies.isEmpty { throw Failure.log(try nothing(in: archive)) }
        let isForPeople = format == .table || format == .html
        let limit = limit ?? (isForPeople ? Report.limitForPeople : 0)
        let text = ReportText(
          report: report, file: displayName(of: arguments.log), people: people, limit: limit)
        switch format {
        case .table: for line in text.table { try output.line(line) }
        case .csv: for line in text.csv { try output.line(line) }
        case .json: for record in text.records { try output.json(record) }
        case .html: try output.line(ReportPage(text).html)
        }
      }
    }
  }

  /// Why there is nothing to report, and what to do.
  private func nothing(in archive: LogArchive) throws -> LogFailure {
    if try archive.count() == 0 {
      return LogFailure(
        "\(arguments.log): the log holds no event; report it when the app has recorded some")
    }
    let all = try archive.report()
    if let policy, !all.policies.contains(where: { $0.name == policy }) {
      let names = all.policies.map { printable($0.name) }.joined(separator: ", ")
      return LogFailure(
        "\(arguments.log): no event is under the policy \(printable(policy)); there are \(names)")
    }
    let span = all.span.map { " are from \(moment($0.lowerBound)) to \(moment($0.upperBound))" }
    return LogFailure(
      "\(arguments.log): no event is in that time; those under the policy "
        + "\(printable(all.policy))\(span ?? ""); change --since or --before")
  }
}
