#if Log
internal import Foundation

extension JSONText {
  /// `opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest` in OTLP's JSON encoding:
  /// 64-bit numbers are strings, and names are in lower camel case.
  mutating func export(_ events: [LoggedEvent], _ resource: [String: LogValue]) {
    object { text in
      text.key("resourceLogs")
      text.array { text in
        text.object { text in
          text.key("resource")
          text.object { text in
            text.key("attributes")
            text.array { text in
              for (name, value) in resource.sorted(by: { $0.key < $1.key }) {
                text.attribute(name, value)
              }
            }
          }
          text.key("scopeLogs")
          text.array { text in
            text.object { text in
              text.key("scope")
              text.object {
                $0.member("name", "sightline")
                $0.member("version", Sightline.version)
              }
              text.key("logRecords")
              text.array { text in for event in events { text.record(event) } }
            }
          }
        }
      }
    }
  }

  private mutating func record(_ event: LoggedEvent) {
    object { text in
      let time = String(event.time.milliseconds.multipliedReportingOverflow(by: 1_000_000).0)
      text.member("timeUnixNano", time)
      // The log collects events as they happen, so they are observed at the same time.
      text.member("observedTimeUnixNano", time)
      text.member("severityNumber", 9)
      text.member("severityText", "INFO")
      text.member("eventName", "sightline." + event.kind.name)
      text.key("body")
      text.object { $0.member("stringValue", "\(event.kind.name) of \(event.item)") }
      text.key("attributes")
      text.array { text in
        let own = event.otlpAttributes
        for (name, value) in own { text.attribute(name, value) }
        for (name, value) in (event.attributes ?? [:]).sorted(by: { $0.key < $1.key }) {
          // Names are unique within a record.
          let isTaken = LoggedEvent.otlpNames.contains(name) || name.hasPrefix("sightline.")
          text.attribute(isTaken ? "attribute." + name : name, value)
        }
      }
    }
  }

  private mutating func attribute(_ name: String, _ value: LogValue) {
    object { text in
      text.member("key", name)
      text.key("value")
      text.object { text in
        switch value {
        case .text(let value): text.member("stringValue", value)
        case .integer(let value): text.member("intValue", String(value))
        case .number(let value):
          text.key("doubleValue")
          if value.isFinite {
            text.raw("\(value)")
          } else {
            // The names in the protocol buffers' JSON mapping.
            text.string(value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
          }
        case .flag(let value):
          text.key("boolValue")
          text.raw(value ? "true" : "false")
        }
      }
    }
  }
}

extension LoggedEvent {
  /// The names from OpenTelemetry's semantic conventions used for events.
  fileprivate static let otlpNames: Set = ["log.record.uid", "session.id", "app.screen.name"]

  fileprivate var otlpAttributes: [(String, LogValue)] {
    var attributes: [(String, LogValue)] = [
      ("log.record.uid", .text(id.description)), ("session.id", .text(session)),
    ]
    if let screen { attributes.append(("app.screen.name", .text(screen))) }
    return attributes + [
      ("sightline.item", LogValue(item)), ("sightline.policy", .text(policyName)),
      ("sightline.policy_parameters", .text(policyParameters)),
      ("sightline.day", .integer(Int64(day))),
      ("sightline.since_first", .integer(sinceFirstSeen.saturatedNanoseconds)),
      ("sightline.total", .integer(total.saturatedNanoseconds)),
      ("sightline.longest", .integer(longest.saturatedNanoseconds)),
      ("sightline.fraction", .number(greatestFraction)),
      ("sightline.count", .integer(Int64(count))),
      ("sightline.exposures", .integer(Int64(exposures))),
    ]
  }
}

/// `ExportLogsServiceResponse`.
struct OTLPAnswer: Decodable {
  struct PartialSuccess: Decodable {
    var rejectedLogRecords: Count?
    var errorMessage: String?
  }

  /// A 64-bit number. The protocol's JSON uses strings, but some receivers send numbers.
  struct Count: Decodable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        value = number
      } else {
        value = Int(try container.decode(String.self)) ?? 0
      }
    }
  }

  var partialSuccess: PartialSuccess?

  static func read(_ body: Data) -> DeliveryAnswer {
    guard let partial = (try? JSONDecoder().decode(OTLPAnswer.self, from: body))?.partialSuccess,
      let count = partial.rejectedLogRecords?.value, count > 0
    else { return .accepted }
    return .rejectedUnnamed(count, reason: partial.errorMessage ?? "rejected")
  }
}
#endif
