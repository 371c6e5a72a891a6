import ArgumentParser
import SightlineLog

/// `sightline export`: exports the events for other programs.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export the events of impression logs, one per line, for a warehouse.",
    discussion: """
      Every line has the same fields with the same types, so NDJSON converts directly to columns \
      (Parquet, ClickHouse, DuckDB). docs/reference/event-schema.md documents them.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case csv
  }

  @OptionGroup var arguments: LogArguments

  @Option(help: "One JSON object per line, or CSV with a header.")
  var format = Format.ndjson

  func run() throws {
    try Failure.reporting(to: arguments.output) { output in
      try arguments.withArchive(merging: arguments.filter) { archive in
        var lines = EventLines(format == .csv ? .csv : .ndjson)
        try output.bytes(lines.head)
        try archive.forEachEvent(where: arguments.filter) { try output.bytes(lines.line($0)) }
      }
    }
  }
}
