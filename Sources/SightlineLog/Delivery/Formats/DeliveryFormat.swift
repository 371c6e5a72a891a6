#if Log
public import Foundation

/// How events are written in a request, and how the answer to it reads.
public struct DeliveryFormat: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case ndjson
    case otlp(resource: [String: LogValue])
  }

  let kind: Kind

  /// Newline-delimited JSON: one object a line for each event.
  ///
  /// ```json
  /// {"id":"019c…","kind":"impression","item":"article-7","item_is_number":false,"policy":"feed",
  ///  "policy_parameters":"{…}","session":"…","screen":"Home","time_ms":1769860800000,
  ///  "day":"2026-01-31","since_first_ns":1000000000,"total_ns":1000000000,
  ///  "longest_ns":1000000000,"fraction":0.9,"count":1,"exposures":1,
  ///  "attributes":{"section":"sport"}}
  /// ```
  ///
  /// Every line has all members: `screen` is null and `attributes` empty where there are none.
  /// `time_ms` is in milliseconds since 1970 (UTC), `day` the local day. An attribute that is no
  /// finite number is a text.
  ///
  /// A receiver that will not have some of them, or wants some again, answers with status 200 and
  /// `{"rejected":[{"id":"…","reason":"…"}],"again":["…"]}`; either may be left out. Any other
  /// content is passed over.
  public static let ndjson = DeliveryFormat(kind: .ndjson)

  /// OTLP/HTTP, the protocol of OpenTelemetry, for logs, in its JSON encoding
  /// (`ExportLogsServiceRequest`): what any collector takes at its path `/v1/logs`.
  ///
  /// Each event is a log record of severity INFO with the event name `sightline.impression` or
  /// `sightline.exposure`. Its id is in the attribute `log.record.uid`, by which records that come
  /// twice are known; the session is in `session.id`, the screen in `app.screen.name`, all else in
  /// attributes that begin with `sightline.`. The app's attributes keep their names; one that is
  /// called as any of these gets `attribute.` before it.
  ///
  /// - Parameter resource: what all events share, `service.name` first of all.
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

  /// The body of a request, in UTF-8.
  ///
  /// - Complexity: O(events and the bytes of their attributes).
  public func body(of events: [LoggedEvent]) -> Data {
    var text = JSONText()
    switch kind {
    case .ndjson: for event in events { text.line(event) }
    case .otlp(let resource): text.export(events, resource)
    }
    return Data(text.bytes)
  }

  /// What a receiver means that has taken a request, as far as it says more than that.
  ///
  /// - Parameter body: the body of an answer with a status of 200 to 299.
  public func answer(_ body: Data) -> DeliveryAnswer {
    switch kind {
    case .ndjson: NDJSONAnswer.read(body)
    case .otlp: OTLPAnswer.read(body)
    }
  }
}

extension EventID {
  /// Reads an id in the notation of ``description``, in either case of letters.
  init?(_ text: String) {
    guard let uuid = UUID(uuidString: text)?.uuid else { return nil }
    self.init(bytes: withUnsafeBytes(of: uuid) { Array($0) })
  }
}
#endif
