#if Log
public import Foundation
internal import GRDB

/// A filter for events. An event matches if it satisfies all criteria that are set; a filter
/// without criteria matches every event.
public struct LogFilter: Hashable, Sendable {
  /// Matches events of these items.
  public var items: Set<ItemKey>?
  /// Matches events of these sessions.
  public var sessions: Set<String>?
  /// Matches events of these persons.
  public var persons: Set<String>?
  /// Matches events on these screens.
  public var screens: Set<String>?
  /// Matches events under policies with these names.
  public var policies: Set<String>?
  /// Matches events of this kind.
  public var kind: LogEntry.Kind?
  /// Matches events at or after this time.
  public var since: Date?
  /// Matches events before this time.
  public var before: Date?
  /// Matches events with all of these attributes, such as an experiment.
  public var attributes: [String: LogValue] = [:]

  /// Creates a filter that matches all events. Set properties to narrow it.
  public init() {}

  /// Returns a filter for some items.
  public static func items(_ items: Set<ItemKey>) -> LogFilter {
    var filter = LogFilter()
    filter.items = items
    return filter
  }

  /// Returns a filter for events with some attributes.
  public static func attributes(_ attributes: [String: LogValue]) -> LogFilter {
    var filter = LogFilter()
    filter.attributes = attributes
    return filter
  }

  /// Returns the SQL condition on a row of `event`, with its arguments.
  func condition() throws -> (String, [DatabaseValue]) {
    var conditions = ["1"]
    var arguments: [DatabaseValue] = []
    func require(_ condition: String, _ argument: some DatabaseValueConvertible) {
      conditions.append(condition)
      arguments.append(argument.databaseValue)
    }
    func require(_ names: Set<String>?, in table: String) throws {
      guard let names else { return }
      require(
        "event.\(table) IN (SELECT id FROM \(table) WHERE name IN (SELECT value FROM json_each(?)))",
        try json(names.map(\.stored).sorted()))
    }
    if let items {
      // JSON distinguishes numbers from strings, as item keys do.
      let values = items.map { key -> LogValue in
        switch key {
        case .number(let number): .integer(number)
        case .text(let text): .text(text.stored)
        }
      }
      require(
        "event.item IN (SELECT id FROM item WHERE key IN (SELECT value FROM json_each(?)))",
        try json(values))
    }
    try require(sessions, in: "session")
    if let persons {
      require(
        """
        event.session IN (SELECT session.id FROM session JOIN person ON person.id = session.person
          WHERE person.name IN (SELECT value FROM json_each(?)))
        """, try json(persons.map(\.stored).sorted()))
    }
    try require(screens, in: "screen")
    try require(policies, in: "policy")
    if let kind { require("event.kind = ?", Int(kind.rawValue)) }
    if let since { require("event.time >= ?", since.milliseconds) }
    if let before { require("event.time < ?", before.milliseconds) }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let (test, argument): (String, DatabaseValue) =
        switch value {
        case .text(let text): ("type = 'text' AND atom = ?", text.stored.databaseValue)
        case .integer(let integer):
          ("type IN ('integer', 'real') AND atom = ?", integer.databaseValue)
        case .number(let number) where !number.isFinite:
          // The form in the file.
          ("type = 'text' AND atom = ?", "\(number)".databaseValue)
        case .number(let number): ("type IN ('integer', 'real') AND atom = ?", number.databaseValue)
        case .flag(let flag): ("type = ?", (flag ? "true" : "false").databaseValue)
        }
      conditions.append(
        "EXISTS (SELECT 1 FROM json_each(\(Schema.attributes)) WHERE key = ? AND \(test))")
      arguments += [name.stored.databaseValue, argument]
    }
    return (conditions.joined(separator: " AND "), arguments)
  }
}

/// Returns values as JSON, for `json_each`.
func json(_ values: some Encodable) throws -> String {
  String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
}
#endif
