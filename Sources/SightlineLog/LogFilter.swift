#if Log
public import Foundation
internal import GRDB

/// Which events: those for which everything holds that it names. One that names nothing chooses
/// all.
public struct LogFilter: Hashable, Sendable {
  /// Of one of these items.
  public var items: Set<ItemKey>?
  /// In one of these sessions.
  public var sessions: Set<String>?
  /// On one of these screens.
  public var screens: Set<String>?
  /// Under a policy of one of these names.
  public var policies: Set<String>?
  /// Of this kind.
  public var kind: LogEntry.Kind?
  /// At this time or later.
  public var since: Date?
  /// Before this time.
  public var before: Date?
  /// With all of these attributes, such as a person's account.
  public var attributes: [String: LogValue] = [:]

  /// Creates a filter that chooses all; set what it is to name.
  public init() {}

  /// A filter for some items.
  public static func items(_ items: Set<ItemKey>) -> LogFilter {
    var filter = LogFilter()
    filter.items = items
    return filter
  }

  /// A filter for what has some attributes.
  public static func attributes(_ attributes: [String: LogValue]) -> LogFilter {
    var filter = LogFilter()
    filter.attributes = attributes
    return filter
  }

  /// Whether it chooses all.
  var isAll: Bool { self == LogFilter() }

  /// The condition on a row of `event`.
  func condition() throws -> (String, [DatabaseValue]) {
    var conditions = ["1"]
    var arguments: [DatabaseValue] = []
    func one(of names: Set<String>?, _ column: String, _ table: String) throws {
      guard let names else { return }
      conditions.append(
        "event.\(column) IN (SELECT id FROM \(table) WHERE name IN (SELECT value FROM json_each(?)))"
      )
      arguments.append(try json(names.sorted()).databaseValue)
    }
    if let items {
      // JSON keeps numbers and texts apart, as the keys are.
      let values = items.map { key -> LogValue in
        switch key {
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
      }
      conditions.append(
        "event.item IN (SELECT id FROM item WHERE key IN (SELECT value FROM json_each(?)))")
      arguments.append(try json(values).databaseValue)
    }
    try one(of: sessions, "session", "session")
    try one(of: screens, "screen", "screen")
    try one(of: policies, "policy", "policy")
    if let kind {
      conditions.append("event.kind = ?")
      arguments.append(Int(kind.rawValue).databaseValue)
    }
    if let since {
      conditions.append("event.time >= ?")
      arguments.append(since.milliseconds.databaseValue)
    }
    if let before {
      conditions.append("event.time < ?")
      arguments.append(before.milliseconds.databaseValue)
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let (test, argument): (String, DatabaseValue) =
        switch value {
        case .text(let text): ("type = 'text' AND atom = ?", text.databaseValue)
        case .integer(let integer):
          ("type IN ('integer', 'real') AND atom = ?", integer.databaseValue)
        case .number(let number): ("type IN ('integer', 'real') AND atom = ?", number.databaseValue)
        case .flag(let flag): ("type = ?", (flag ? "true" : "false").databaseValue)
        }
      conditions.append(
        "EXISTS (SELECT 1 FROM json_each(event.attributes) WHERE key = ? AND \(test))")
      arguments += [name.databaseValue, argument]
    }
    return (conditions.joined(separator: " AND "), arguments)
  }

  private func json(_ values: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }
}
#endif
