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
      // Unsigned, and 0 means unknown: times out of range are only in the attribute.
      let (nanoseconds, isBeyond) = UInt64(clamping: event.time.milliseconds)
        .multipliedReportingOverflow(by: 1_000_000)
      let time = String(isBeyond ? 0 : nanoseconds)
      text.member("timeUnixNano", time)
      // The log collects events as they happen, so they are observed at the same time.
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

/// `ExportLogsServiceResponse`.
enum OTLPAnswer {
  static func read(_ body: Data) -> DeliveryAnswer {
    let partial = body.jsonObject["partialSuccess"] as? [String: Any] ?? [:]
    // The protocol's JSON has strings for 64-bit numbers, but some receivers send numbers.
    guard let count = partial["rejectedLogRecords"].flatMap({ Int("\($0)") }), count > 0
    else { return .accepted }
    return .rejectedUnnamed(count, reason: partial["errorMessage"] as? String ?? "rejected")
  }
}

extension Data {
  /// The members of the JSON object that this is the text of; none if it is anything else.
  var jsonObject: [String: Any] {
    (try? JSONSerialization.jsonObject(with: self)) as? [String: Any] ?? [:]
  }
}
#endif
