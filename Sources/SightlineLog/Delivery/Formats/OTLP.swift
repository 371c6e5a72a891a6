#if Log
internal import Foundation

extension JSONText {
  /// `opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest` in OTLP's JSON encoding:
  /// 64-bit numbers are strings, and names are in lower camel case.
  ///
  /// - Parameter milliseconds: the time of sending, since 1970.
  mutating func export(
    _ events: [LoggedEvent], _ resource: [String: LogValue], at milliseconds: Int64
  ) {
    var policies = WrittenPolicies()
    object { text in
      text.array("resourceLogs") { text in
        text.object { text in
          text.object("resource") { text in
            text.array("attributes") { text in
              for (name, value) in resource.sorted(by: { $0.key < $1.key }) {
                text.attribute(name, value)
              }
            }
          }
          text.array("scopeLogs") { text in
            text.object { text in
              text.object("scope") {
                $0.member("name", "sightline")
                $0.member("version", sightlineVersion)
              }
              text.member("schemaUrl", OTLP.schemaURL)
              text.array("logRecords") { text in
                for event in events { text.record(event, at: milliseconds, &policies) }
              }
            }
          }
        }
      }
    }
  }

  private mutating func record(
    _ event: LoggedEvent, at milliseconds: Int64, _ policies: inout WrittenPolicies
  ) {
    object { text in
      // The field is unsigned, and 0 means unknown: times out of range are only in the attribute.
      let (nanoseconds, isBeyond) = UInt64(clamping: event.time.milliseconds)
        .multipliedReportingOverflow(by: 1_000_000)
      let time = String(isBeyond ? 0 : nanoseconds)
      text.member("timeUnixNano", time)
      // The log records events as they happen, so the observed time is the same.
      text.member("observedTimeUnixNano", time)
      text.key("severityNumber")
      text.raw("9")
      text.member("severityText", "INFO")
      text.member("eventName", "sightline." + event.kind.name)
      text.object("body") { $0.member("stringValue", "\(event.kind.name) of \(event.item)") }
      text.array("attributes") { text in
        for field in EventField.common {
          guard let value = policies.value(field, of: event) else { continue }
          text.attribute(OTLP.names[field.name] ?? OTLP.prefix + field.name, value)
        }
        text.attribute(OTLP.prefix + "sent_at_ms", .integer(milliseconds))
        for (name, value) in (event.attributes ?? [:]).sorted(by: { $0.key < $1.key }) {
          text.attribute(OTLP.isReserved(name) ? OTLP.appPrefix + name : name, value)
        }
      }
    }
  }

  private mutating func attribute(_ name: String, _ value: LogValue) {
    object { text in
      text.member("key", name)
      text.object("value") { text in
        switch value {
        case .text(let value): text.member("stringValue", value)
        case .integer(let value): text.member("intValue", String(value))
        case .number(let value):
          text.key("doubleValue")
          // The names in the protocol buffers' JSON mapping.
          let name = value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
          text.value(value.isFinite ? .number(value) : .text(name))
        case .flag:
          text.key("boolValue")
          text.value(value)
        }
      }
    }
  }
}

/// The names of OTLP attributes.
enum OTLP {
  /// The version of OpenTelemetry's semantic conventions that defines the names below.
  static let schemaURL = "https://opentelemetry.io/schemas/1.37.0"
  /// Fields with a name in the semantic conventions.
  static let names = [
    "id": "log.record.uid", "session": "session.id", "previous_session": "session.previous_id",
    "screen": "app.screen.name",
  ]
  /// The prefix of all other fields.
  static let prefix = "sightline."
  /// The prefix of an app's attribute whose name would repeat another.
  static let appPrefix = "attribute."

  /// Whether an app's attribute needs the prefix, so that names are unique within a record.
  static func isReserved(_ name: String) -> Bool {
    names.values.contains(name) || name.hasPrefix(prefix) || name.hasPrefix(appPrefix)
  }
}

/// `ExportLogsServiceResponse`, with names in lower camel case, or in snake case as in protocol
/// buffers.
enum OTLPAnswer {
  /// Returns the answer, or `nil` if the body isn't this message.
  static func read(_ members: [String: JSONValue]) -> DeliveryAnswer? {
    guard let response = known(.object(members), ["partialSuccess"]),
      let partial = known(response["partialSuccess"], ["rejectedLogRecords", "errorMessage"]),
      let count = partial["rejectedLogRecords", default: .null].count
    else { return nil }
    let reason = partial["errorMessage"]?.text ?? ""
    return count == 0
      ? .accepted : .rejectedUnnamed(count, reason: reason.isEmpty ? "rejected" : reason)
  }

  /// Returns the members with these names. Members of later versions are ignored, as the protocol
  /// requires, but an object with no other members belongs to another protocol, and one with both
  /// spellings of a name is ambiguous.
  private static func known(_ value: JSONValue?, _ names: [String]) -> [String: JSONValue]? {
    let value = value ?? .null
    if case .null = value { return [:] }
    guard case .object(let members) = value else { return nil }
    var known: [String: JSONValue] = [:]
    for (spelling, value) in members {
      let parts = spelling.split(separator: "_")
      let name = parts.prefix(1).joined() + parts.dropFirst().map(\.capitalized).joined()
      if names.contains(name), known.updateValue(value, forKey: name) != nil { return nil }
    }
    return known.isEmpty && !members.isEmpty ? nil : known
  }
}

extension JSONValue {
  /// A 64-bit number, which the protocol writes as a string, but some receivers as a number.
  fileprivate var count: Int? {
    switch self {
    case .null: 0
    case .number(let number): number < 0 ? nil : Int(exactly: number)
    case .text(let text): Double(text).flatMap { JSONValue.number($0).count }
    case .flag, .array, .object: nil
    }
  }
}
#endif
