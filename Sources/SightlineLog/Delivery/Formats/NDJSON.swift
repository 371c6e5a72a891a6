#if Log
internal import Foundation

extension JSONText {
  /// Appends one event as one line. Every line has the same members with the same types, so lines
  /// convert directly to columns.
  mutating func line(
    _ event: LoggedEvent, _ fields: [EventField], _ policies: inout WrittenPolicies
  ) {
    object { text in
      for field in fields {
        text.key(field.name)
        policies.value(field, of: event).map { text.value($0) } ?? text.raw("null")
      }
      text.key("attributes")
      text.raw(JSONText.object(event.attributes ?? [:]))
    }
    endLine()
  }

  /// Returns attributes as an object, sorted by name.
  static func object(_ attributes: [String: LogValue]) -> String {
    var text = JSONText()
    text.object { text in
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        text.key(name)
        text.value(value)
      }
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  mutating func value(_ value: LogValue) {
    switch value {
    case .text(let text): string(text)
    case .integer(let integer): raw(String(integer))
    case .number(let number):
      if number.isFinite { raw("\(number)") } else { string("\(number)") }
    case .flag(let flag): raw(flag ? "true" : "false")
    }
  }
}

/// Events as lines of text for other programs, with the fields of `docs/reference/event-schema.md`.
public struct EventLines: Sendable {
  /// A format of lines.
  public enum Format: String, Sendable, CaseIterable {
    /// One JSON object per line.
    case ndjson
    /// Comma-separated values (RFC 4180). An empty field is null; `""` is an empty text. Attributes
    /// are JSON.
    case csv
  }

  private let format: Format
  private var policies = WrittenPolicies()

  /// Starts a file.
  public init(_ format: Format) { self.format = format }

  /// The first line of a file, in UTF-8 with its line break; empty for JSON.
  public var head: [UInt8] {
    let names = EventField.exported.map(\.name) + ["attributes"]
    return format == .csv ? Array((names.joined(separator: ",") + "\n").utf8) : []
  }

  /// Returns the line of an event, in UTF-8 with its line break. The first event of a policy
  /// carries its parameters.
  public mutating func line(_ event: LoggedEvent) -> [UInt8] {
    switch format {
    case .ndjson:
      var text = JSONText()
      text.line(event, EventField.exported, &policies)
      return text.bytes
    case .csv:
      var fields = EventField.exported.map { csvField(policies.value($0, of: event)) }
      fields.append(csvField(.text(JSONText.object(event.attributes ?? [:]))))
      return Array((fields.joined(separator: ",") + "\n").utf8)
    }
  }
}

/// Returns a CSV field as in RFC 4180, quoted if needed.
@_spi(Tools) public func csvField(_ value: LogValue?) -> String {
  switch value {
  case nil: ""
  case .integer(let number): "\(number)"
  case .number(let number): "\(number)"
  case .flag(let flag): "\(flag)"
  case .text(let text):
    // An empty text differs from a missing one.
    text.isEmpty || text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

/// A receiver's answer about individual events.
enum NDJSONAnswer {
  /// Returns the answer, or `nil` if any part of it is not in the protocol: it could refer to any
  /// event.
  static func read(_ members: [String: JSONValue]) -> DeliveryAnswer? {
    func entries(_ name: String) -> [JSONValue]? {
      switch members[name] {
      case nil, .null: []
      case .array(let entries): entries
      default: nil
      }
    }
    guard Set(members.keys).isSubset(of: ["rejected", "again"]), let refused = entries("rejected"),
      let resent = entries("again")
    else { return nil }
    var rejected: [EventID: String] = [:]
    for entry in refused {
      guard case .object(let entry) = entry, let id = entry["id"]?.text.flatMap({ EventID($0) })
      else { return nil }
      rejected[id] = entry["reason"]?.text ?? "rejected"
    }
    let again = resent.compactMap { $0.text.flatMap { EventID($0) } }
    guard again.count == resent.count else { return nil }
    return rejected.isEmpty && again.isEmpty
      ? .accepted : .partlyAccepted(rejected: rejected, again: Set(again))
  }
}
#endif
