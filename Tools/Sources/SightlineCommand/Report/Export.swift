import ArgumentParser
import Foundation
import SightlineLog

/// `sightline export`: exports the events for other programs.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export the events of an impression log, one per line, for a warehouse.",
    discussion: """
      Every line has the same fields with the same types, so NDJSON converts directly to columns \
      (Parquet, ClickHouse, DuckDB). docs/analytics.md describes them.
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
      try arguments.withArchive { archive in
        var line = ExportLine(format)
        if format == .csv { try output.bytes(ExportLine.head) }
        try archive.forEachEvent(where: arguments.filter) { event in
          try output.bytes(line.bytes(of: event))
        }
      }
    }
  }
}

/// Writes events as lines. Handwritten, because `JSONEncoder` would take minutes for ten million.
struct ExportLine {
  private let format: Export.Format
  private var bytes: [UInt8] = []
  private var isFirst = true
  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()
  /// The date of the last event's day, cached because the next is usually the same.
  private var day: (number: Int, text: String)?

  private static let names = [
    "id", "position", "kind", "state", "item", "item_is_number", "policy", "session", "screen",
    "time_ms", "day", "since_first_ns", "total_ns", "longest_ns", "fraction", "count", "exposures",
    "rejection", "attributes",
  ]

  /// The header line of a CSV file.
  static let head = Array((names.joined(separator: ",") + "\n").utf8)

  init(_ format: Export.Format) { self.format = format }

  /// Returns the line of an event, including its line break.
  mutating func bytes(of event: LoggedEvent) throws -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
    if format == .ndjson { bytes.append(UInt8(ascii: "{")) }
    add("id", plain: event.id.description)
    add("position", number: "\(event.position.rawValue)")
    add("kind", plain: event.kind == .impression ? "impression" : "exposure")
    add("state", plain: "\(event.state)")
    add("item", text: event.item.description)
    if case .number = event.item {
      add("item_is_number", number: "true")
    } else {
      add("item_is_number", number: "false")
    }
    add("policy", text: event.policyName)
    add("session", text: event.session)
    add("screen", text: event.screen)
    add("time_ms", number: "\(Int64((event.time.timeIntervalSince1970 * 1000).rounded()))")
    add("day", plain: date(of: event.day))
    add("since_first_ns", number: "\(event.sinceFirstSeen.nanoseconds)")
    add("total_ns", number: "\(event.total.nanoseconds)")
    add("longest_ns", number: "\(event.longest.nanoseconds)")
    // The shortest text that parses to the same number.
    add("fraction", number: "\(event.greatestFraction)")
    add("count", number: "\(event.count)")
    add("exposures", number: "\(event.exposures)")
    add("rejection", text: event.rejection)
    let attributes = try event.attributes.map { try encoder.encode($0) } ?? Data("{}".utf8)
    if format == .ndjson {
      begin("attributes")
      bytes.append(contentsOf: attributes)
      bytes.append(UInt8(ascii: "}"))
    } else {
      add("attributes", text: String(decoding: attributes, as: UTF8.self))
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private mutating func date(of number: Int) -> String {
    if let day, day.number == number { return day.text }
    let text = SightlineCommand.date(ofDay: number)
    day = (number, text)
    return text
  }

  private mutating func begin(_ name: StaticString) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    guard format == .ndjson else { return }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func add(_ name: StaticString, number: String) {
    begin(name)
    bytes.append(contentsOf: number.utf8)
  }

  /// Adds a text that needs no escaping.
  private mutating func add(_ name: StaticString, plain text: String) {
    begin(name)
    if format == .csv { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func add(_ name: StaticString, text: String?) {
    begin(name)
    guard format == .ndjson else {
      // An empty text differs from a missing one.
      let field = text.map { $0.isEmpty ? "\"\"" : csvField($0) } ?? ""
      return bytes.append(contentsOf: field.utf8)
    }
    guard let text else { return bytes.append(contentsOf: "null".utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
