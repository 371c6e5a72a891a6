import Foundation
@_spi(Tools) import SightlineLog

/// The events in a request, as read by a receiver.
struct ReceivedEvents: Sendable {
  /// The events, in order, as ``DeliveryState/delivered``.
  var events: [LoggedEvent] = []
  /// The IDs of records that are not events in a known schema; `nil` if even the ID is unreadable.
  var malformed: [EventID?] = []
}

extension DeliveryFormat {
  /// Reads the body of a request in this format.
  ///
  /// Members with unknown names are ignored, so a newer sender's events of the same schema can be
  /// read.
  ///
  /// - Throws: an error if the body isn't in this format at all.
  func events(in body: Data) throws -> ReceivedEvents {
    var policies: [String: String] = [:]
    var received = ReceivedEvents()
    for record in try records(in: body) {
      if let id = record.fields["policy_id"]?.text,
        let parameters = record.fields["policy_parameters"]?.text
      {
        policies[id] = parameters
      }
      if let event = LoggedEvent(record, policies) {
        received.events.append(event)
      } else {
        received.malformed.append(record.fields["id"]?.text.flatMap { EventID($0) })
      }
    }
    return received
  }

  private func records(in body: Data) throws -> [EventRecord] {
    let decoder = JSONDecoder()
    if self == .ndjson {
      return body.split(separator: UInt8(ascii: "\n")).map { line in
        (try? decoder.decode(EventRecord.self, from: line)) ?? EventRecord()
      }
    }
    return try decoder.decode(OTLPRequest.self, from: body).resourceLogs
      .flatMap { $0.scopeLogs ?? [] }.flatMap { $0.logRecords ?? [] }
      .map { EventRecord(otlp: $0.attributes ?? []) }
  }
}

/// The fields of an event by name.
struct EventRecord: Decodable {
  var fields: [String: LogValue] = [:]
  var attributes: [String: LogValue] = [:]

  private static let otlpNames = [
    "log.record.uid": "id", "session.id": "session",
    "session.previous_id": "previous_session", "app.screen.name": "screen",
  ]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONRecord.Name.self)
    for key in container.allKeys {
      if key.stringValue == "attributes" {
        attributes = try container.decode([String: LogValue].self, forKey: key)
      } else if try !container.decodeNil(forKey: key) {
        // The members of a later version may be of any type.
        fields[key.stringValue] = try? container.decode(LogValue.self, forKey: key)
      }
    }
  }

  init(otlp attributes: [OTLPRequest.Attribute]) {
    for attribute in attributes {
      guard let value = attribute.value.value else { continue }
      let name = attribute.key
      if let field = EventRecord.otlpNames[name] {
        fields[field] = value
      } else if name.hasPrefix("sightline.") {
        fields[String(name.dropFirst("sightline.".count))] = value
      } else {
        let isPrefixed = name.hasPrefix("attribute.")
        self.attributes[isPrefixed ? String(name.dropFirst("attribute.".count)) : name] = value
      }
    }
  }
}

/// The parts of an `ExportLogsServiceRequest` that hold events.
struct OTLPRequest: Decodable {
  struct Resource: Decodable { var scopeLogs: [Scope]? }
  struct Scope: Decodable { var logRecords: [Record]? }
  struct Record: Decodable { var attributes: [Attribute]? }
  struct Attribute: Decodable {
    var key: String
    var value: Value
  }

  /// One of these. 64-bit numbers are strings.
  struct Value: Decodable {
    var stringValue: String?
    var intValue: LogValue?
    var doubleValue: LogValue?
    var boolValue: Bool?

    var value: LogValue? {
      switch (stringValue, intValue, doubleValue, boolValue) {
      case (let text?, _, _, _): .text(text)
      case (_, .text(let text)?, _, _): Int64(text).map { .integer($0) }
      case (_, let number?, _, _): number
      case (_, _, .text(let text)?, _): Double(text).map { .number($0) }
      case (_, _, let number?, _): number.number.map { .number($0) }
      case (_, _, _, let flag): flag.map { .flag($0) }
      }
    }
  }

  var resourceLogs: [Resource]
}

extension LoggedEvent {
  /// Reads an event of schema 1; `nil` if a field is missing or has another type.
  init?(_ record: EventRecord, _ policies: [String: String]) {
    let fields = record.fields
    let kinds = ["impression": LogEntry.Kind.impression, "exposure": .exposure]
    func integer(_ name: String) -> Int? { fields[name]?.integer.map { Int($0) } }
    func duration(_ name: String) -> Duration? {
      fields[name]?.integer.flatMap { $0 < 0 ? nil : .nanoseconds($0) }
    }
    guard fields["schema"]?.integer == 1,
      let id = fields["id"]?.text.flatMap({ EventID($0) }),
      let kind = fields["kind"]?.text.flatMap({ kinds[$0] }),
      let item = fields["item"]?.text, case .flag(let isNumber) = fields["item_is_number"],
      let key = isNumber ? Int64(item).map({ ItemKey.number($0) }) : .text(item),
      let policy = fields["policy"]?.text, let policyID = fields["policy_id"]?.text,
      let session = fields["session"]?.text, let time = fields["time_ms"]?.integer,
      LogRange.milliseconds.contains(time), let date = fields["day"]?.text,
      let start = try? Date(date + "T00:00:00Z", strategy: .iso8601),
      case let day = Int((start.timeIntervalSince1970 / 86_400).rounded(.down)),
      LogRange.days.contains(day),
      let sinceFirst = duration("since_first_ns"), let total = duration("total_ns"),
      let longest = duration("longest_ns"), let fraction = fields["fraction"]?.number,
      fraction.isFinite, let count = integer("count"),
      let exposures = integer("exposures")
    else { return nil }
    self.init(
      id: id, position: LogPosition(0), state: .delivered,
      time: Date(timeIntervalSince1970: Double(time) / 1000),
      day: day, session: session, screen: fields["screen"]?.text, policyName: policy,
      policyParameters: policies[policyID] ?? "", kind: kind, item: key,
      sinceFirstSeen: sinceFirst, total: total, longest: longest, greatestFraction: fraction,
      count: count, exposures: exposures,
      attributes: record.attributes.isEmpty ? nil : record.attributes,
      previousSession: fields["previous_session"]?.text,
      sampleRate: fields["sample_rate"]?.number.flatMap { (0...1).contains($0) ? $0 : nil } ?? 1,
      secondsFromGMT: integer("utc_offset_s").flatMap { LogRange.offsets.contains($0) ? $0 : nil },
      person: fields["person"]?.text)
  }
}

extension LogValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  /// JSON writes 1.0 as 1.
  fileprivate var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .text, .flag: nil
    }
  }
}
