#if Log
internal import Foundation

extension JSONText {
  /// One event, one line. The names are those of the view `events` in the file.
  mutating func line(_ event: LoggedEvent) {
    object { text in
      text.member("id", event.id.description)
      text.member("kind", event.kind.name)
      text.key("item")
      text.value(LogValue(event.item))
      text.member("policy", event.policyName)
      text.key("policy_parameters")
      text.raw(event.policyParameters)
      text.member("session", event.session)
      if let screen = event.screen { text.member("screen", screen) }
      text.member("time", event.time.milliseconds)
      text.member("day", Int64(event.day))
      text.member("since_first", event.sinceFirstSeen.saturatedNanoseconds)
      text.member("total", event.total.saturatedNanoseconds)
      text.member("longest", event.longest.saturatedNanoseconds)
      text.key("fraction")
      text.value(.number(event.greatestFraction))
      text.member("count", Int64(event.count))
      text.member("exposures", Int64(event.exposures))
      if let attributes = event.attributes {
        text.key("attributes")
        text.object { text in
          for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            text.key(name)
            text.value(value)
          }
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

/// What a receiver of lines may say of single events.
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
