#if Log
/// A field of an event in schema 1. `docs/reference/event-schema.md` documents the fields and the
/// rule for changing them.
///
/// NDJSON writes them as members, CSV as columns, OTLP as attributes with the prefix `sightline.`.
struct EventField: Sendable {
  /// The version of the schema.
  static let schema: Int64 = 1

  let name: String
  let value: @Sendable (LoggedEvent) -> LogValue?

  init(_ name: String, _ value: @escaping @Sendable (LoggedEvent) -> LogValue?) {
    (self.name, self.value) = (name, value)
  }

  /// The fields in every format, in order.
  static let common = [
    EventField("schema") { _ in .integer(schema) },
    EventField("id") { .text($0.id.description) },
    EventField("kind") { .text($0.kind.name) },
    EventField("item") { .text($0.item.description) },
    EventField("item_is_number") { .flag($0.item.isNumber) },
    EventField("policy") { .text($0.policyName) },
    EventField("policy_id") { .text($0.policyID) },
    EventField("policy_parameters") { .text($0.policyParameters) },
    EventField("session") { .text($0.session) },
    EventField("previous_session") { $0.previousSession.map { .text($0) } },
    EventField("person") { $0.person.map { .text($0) } },
    EventField("screen") { $0.screen.map { .text($0) } },
    EventField("time_ms") { .integer($0.time.milliseconds) },
    EventField("day") { .text(date(ofDay: $0.day)) },
    EventField("utc_offset_s") { $0.secondsFromGMT.map { .integer(Int64($0)) } },
    EventField("since_first_ns") { .integer($0.sinceFirstSeen.saturatedNanoseconds) },
    EventField("total_ns") { .integer($0.total.saturatedNanoseconds) },
    EventField("longest_ns") { .integer($0.longest.saturatedNanoseconds) },
    EventField("fraction") { .number($0.greatestFraction) },
    EventField("count") { .integer(Int64($0.count)) },
    EventField("exposures") { .integer(Int64($0.exposures)) },
    EventField("sample_rate") { .number($0.sampleRate) },
  ]

  /// The fields of an export: the common ones, and those of the file.
  static let exported =
    common + [
      EventField("position") { .integer($0.position.rawValue) },
      EventField("state") { .text("\($0.state)") },
      EventField("rejection") { $0.rejection.map { .text($0) } },
      EventField("library_version") { _ in .text(sightlineVersion) },
    ]

  /// The fields of a delivery: the common ones, and those of the request.
  static func delivered(at milliseconds: Int64) -> [EventField] {
    common + [
      EventField("sent_at_ms") { _ in .integer(milliseconds) },
      EventField("library_version") { _ in .text(sightlineVersion) },
    ]
  }
}

/// The policies already written. In a request or file, only a policy's first event carries its
/// parameters.
struct WrittenPolicies: Sendable {
  private var parameters: Set<String> = []

  /// Returns a field's value, or `nil` for repeated parameters.
  mutating func value(_ field: EventField, of event: LoggedEvent) -> LogValue? {
    if field.name == "policy_parameters", !parameters.insert(event.policyParameters).inserted {
      return nil
    }
    return field.value(event)
  }
}

extension LoggedEvent {
  /// The hash of ``policyParameters`` by which events refer to them: FNV-1a, in 16 hexadecimal
  /// digits.
  public var policyID: String {
    padded(String(policyParameters.utf8.fnv1a, radix: 16), 16)
  }
}

extension ItemKey {
  /// Distinguishes 5 from "5".
  @_spi(Tools) public var isNumber: Bool { if case .number = self { true } else { false } }
}

extension LogEntry.Kind {
  var name: String {
    switch self {
    case .impression: "impression"
    case .exposure: "exposure"
    }
  }
}

/// Returns a calendar day as `2026-01-31`, from its days since 1970-01-01 (Hinnant,
/// *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`).
@_spi(Tools) public func date(ofDay day: Int) -> String {
  let shifted = day + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let month = (5 * dayOfYear + 2) / 153
  let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  let (year, number) = month < 10 ? (0, month + 3) : (1, month - 9)
  return [(yearOfEra + era * 400 + year, 4), (number, 2), (dayOfMonth, 2)]
    .map { padded(String($0), $1) }.joined(separator: "-")
}

/// Returns digits with leading zeros.
private func padded(_ digits: String, _ width: Int) -> String {
  String(repeating: "0", count: max(0, width - digits.count)) + digits
}
#endif
