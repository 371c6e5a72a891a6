#if Log
internal import Foundation

extension JSONText {
  /// Appends one event as one line. Every line has the same members with the same types, so lines
  /// convert directly to columns. `sightline export` writes the same lines.
  mutating func line(_ event: LoggedEvent) {
    object { text in
      text.member("id", event.id.description)
      text.member("kind", event.kind.name)
      text.member("item", event.item.description)
      text.key("item_is_number")
      if case .number = event.item { text.raw("true") } else { text.raw("false") }
      text.member("policy", event.policyName)
      text.member("policy_parameters", event.policyParameters)
      text.member("session", event.session)
      text.key("screen")
      if let screen = event.screen { text.string(screen) } else { text.raw("null") }
      text.member("time_ms", event.time.milliseconds)
      text.member("day", date(ofDay: event.day))
      text.member("since_first_ns", event.sinceFirstSeen.saturatedNanoseconds)
      text.member("total_ns", event.total.saturatedNanoseconds)
      text.member("longest_ns", event.longest.saturatedNanoseconds)
      text.key("fraction")
      text.value(.number(event.greatestFraction))
      text.member("count", Int64(event.count))
      text.member("exposures", Int64(event.exposures))
      text.key("attributes")
      text.object { text in
        for (name, value) in (event.attributes ?? [:]).sorted(by: { $0.key < $1.key }) {
          text.key(name)
          text.value(value)
        }
      }
    }
    endLine()
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

/// Returns a calendar day as `2026-01-31`, from its days since 1970-01-01 (Hinnant,
/// *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`).
func date(ofDay day: Int) -> String {
  let shifted = day + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let month = (5 * dayOfYear + 2) / 153
  let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  let (year, number) = month < 10 ? (0, month + 3) : (1, month - 9)
  func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
  return "\(padded(yearOfEra + era * 400 + year, 4))-\(padded(number, 2))-\(padded(dayOfMonth, 2))"
}

extension LogEntry.Kind {
  var name: String {
    switch self {
    case .impression: "impression"
    case .exposure: "exposure"
    }
  }
}

extension LogValue {
  init(_ item: ItemKey) {
    switch item {
    case .number(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    }
  }
}

/// A receiver's answer about individual events.
struct NDJSONAnswer: Decodable {
  struct Rejection: Decodable {
    var id: String
    var reason: String?
  }

  var rejected: [Rejection]?
  var again: [String]?

  static func read(_ body: Data) -> DeliveryAnswer {
    guard let answer = try? JSONDecoder().decode(NDJSONAnswer.self, from: body) else {
      return .accepted
    }
    var rejected: [EventID: String] = [:]
    for rejection in answer.rejected ?? [] {
      if let id = EventID(rejection.id) { rejected[id] = rejection.reason ?? "rejected" }
    }
    let again = Set((answer.again ?? []).compactMap { EventID($0) })
    return rejected.isEmpty && again.isEmpty
      ? .accepted : .partlyAccepted(rejected: rejected, again: again)
  }
}
#endif
