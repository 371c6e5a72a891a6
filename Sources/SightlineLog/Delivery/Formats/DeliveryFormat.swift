#if Log
public import Foundation

/// The encoding of events in requests and of their answers.
public struct DeliveryFormat: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case ndjson
    case otlp(resource: [String: LogValue])
  }

  let kind: Kind

  /// Newline-delimited JSON: one object per line for each event.
  ///
  /// ```json
  /// {"schema":1,"id":"019c…","kind":"impression","item":"article-7","item_is_number":false,
  ///  "policy":"feed","policy_id":"8c1f…","policy_parameters":"{…}","session":"…",
  ///  "previous_session":"…","screen":"Home","time_ms":1769860800000,"day":"2026-01-31",
  ///  "utc_offset_s":3600,"since_first_ns":1000000000,"total_ns":1000000000,
  ///  "longest_ns":1000000000,"fraction":0.9,"count":1,"exposures":1,"sample_rate":1.0,
  ///  "sent_at_ms":1769860830000,"library_version":"0.1.0","attributes":{"section":"sport"}}
  /// ```
  ///
  /// Every line has all members of schema 1, which `docs/reference/event-schema.md` documents.
  ///
  /// A receiver that has all events answers with `{}` or without content. One that refuses some, or
  /// requests some again, answers `{"rejected":[{"id":"…","reason":"…"}],"again":["…"]}`; either
  /// member may be null or omitted. After any other content the batch is sent again.
  public static let ndjson = DeliveryFormat(kind: .ndjson)

  /// OTLP/HTTP, the OpenTelemetry protocol, for logs, in its JSON encoding
  /// (`ExportLogsServiceRequest`). Any collector accepts it at the path `/v1/logs`. It answers with
  /// `ExportLogsServiceResponse` in JSON, in camel or snake case, or without content; after
  /// anything else the batch is sent again.
  ///
  /// Each event is a log record of severity INFO with the event name `sightline.impression` or
  /// `sightline.exposure`. Its ID is in the attribute `log.record.uid`, which identifies
  /// duplicates; the session is in `session.id`, the one before it in `session.previous_id`, the
  /// screen in `app.screen.name`, and every other field of the NDJSON line in an attribute with the
  /// prefix `sightline.`. The app's attributes keep their names, except that one of these names, or
  /// a name that begins with `attribute.`, gets the prefix `attribute.`.
  ///
  /// - Parameter resource: the attributes shared by all events, notably `service.name`.
  public static func otlp(_ resource: [String: LogValue]) -> DeliveryFormat {
    DeliveryFormat(kind: .otlp(resource: resource))
  }

  /// The value of `Content-Type`.
  public var contentType: String {
    switch kind {
    case .ndjson: "application/x-ndjson"
    case .otlp: "application/json"
    }
  }

  /// Returns the body of a request, in UTF-8.
  ///
  /// - Parameters:
  ///   - events: the events.
  ///   - sentAt: the device's time, from which a receiver can compute the device's clock error.
  /// - Complexity: O(events and the bytes of their attributes).
  public func body(of events: [LoggedEvent], sentAt: Date) -> Data {
    var text = JSONText()
    switch kind {
    case .ndjson:
      var policies = WrittenPolicies()
      let fields = EventField.delivered(at: sentAt.milliseconds)
      for event in events { text.line(event, fields, &policies) }
    case .otlp(let resource): text.export(events, resource, at: sentAt.milliseconds)
    }
    return Data(text.bytes)
  }

  /// Returns the answer encoded in the body of a successful response. A body that the format
  /// doesn't define means ``DeliveryAnswer/notNow(after:reason:)``.
  ///
  /// - Parameter body: the body of a response with a status of success.
  public func answer(_ body: Data) -> DeliveryAnswer {
    defined(body) ?? .notNow(reason: String(decoding: body.prefix(200), as: UTF8.self))
  }

  /// Returns the answer in a body, or `nil` if the format doesn't define it.
  func defined(_ body: Data) -> DeliveryAnswer? {
    // In protocol buffers, no content is also the encoding of an empty message.
    if body.allSatisfy({ [0x09, 0x0a, 0x0d, 0x20].contains($0) }) { return .accepted }
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: body)
    else { return nil }
    return kind == .ndjson ? NDJSONAnswer.read(members) : OTLPAnswer.read(members)
  }
}
#endif
