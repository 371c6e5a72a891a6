#if Log
internal import Foundation
internal import GRDB

extension ImpressionLog {
  /// Events that a filter chooses, oldest first.
  ///
  /// - Parameters:
  ///   - filter: which events; all unless given.
  ///   - states: in which state; any unless given.
  ///   - position: only those after it, to read on.
  ///   - limit: how many at most.
  public func events(
    where filter: LogFilter = LogFilter(), in states: Set<DeliveryState>? = nil,
    after position: LogPosition? = nil, limit: Int = 1_000
  ) async throws(LogError) -> [LoggedEvent] {
    try await writer.perform { _, pool in
      try pool.read { db in
        var (condition, arguments) = try filter.condition()
        condition += " AND event.position > ?"
        arguments.append((position?.rawValue ?? 0).databaseValue)
        if let states {
          let values = states.map { String($0.rawValue) }.sorted().joined(separator: ",")
          condition += " AND event.state IN (\(values))"
        }
        return try LoggedEvent.fetch(db, where: condition, arguments, limit: limit)
      }
    }
  }

  /// The newest events, the newest at the end: for a screen that shows the log.
  ///
  /// - Complexity: O(limit).
  public func latestEvents(_ limit: Int) async throws(LogError) -> [LoggedEvent] {
    try await writer.perform { _, pool in
      try pool.read { db in
        let first = try Int64.fetchOne(
          db, sql: "SELECT position FROM event ORDER BY position DESC LIMIT 1 OFFSET ?",
          arguments: [max(0, limit - 1)])
        return try LoggedEvent.fetch(
          db, where: "event.position >= ?", [(first ?? 0).databaseValue], limit: limit)
      }
    }
  }
}

extension LoggedEvent {
  /// About what an event without attributes takes in a request, the policy in full included.
  static let usualBytes = 1_024

  /// Events for which a condition holds, up to a number, and up to about so many bytes in a
  /// request, but at least one.
  static func fetch(
    _ db: Database, where condition: String, _ arguments: [DatabaseValue],
    limit: Int, bytes: Int = .max
  ) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    try forEach(db, where: condition, arguments, limit: limit, bytes: bytes) { events.append($0) }
    return events
  }

  static func forEach(
    _ db: Database, where condition: String, _ arguments: [DatabaseValue], limit: Int,
    bytes: Int = .max, _ body: (LoggedEvent) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT event.*, item.key AS item_key, policy.name AS policy_name,
            policy.parameters AS policy_parameters, session.name AS session_name,
            screen.name AS screen_name, rejection.reason AS reason
          FROM event
          JOIN item ON item.id = event.item
          JOIN policy ON policy.id = event.policy
          JOIN session ON session.id = event.session
          LEFT JOIN screen ON screen.id = event.screen
          LEFT JOIN rejection ON rejection.position = event.position
          WHERE \(condition) ORDER BY event.position LIMIT \(max(0, limit))
          """), arguments: StatementArguments(arguments))
    let decoder = JSONDecoder()
    var size = 0
    while let row = try rows.next() {
      let isFirst = size == 0
      size += usualBytes + ((row["attributes"] as String?)?.utf8.count ?? 0)
      if size > bytes && !isFirst { return }
      try body(try LoggedEvent(row, decoder))
    }
  }

  private init(_ row: Row, _ decoder: JSONDecoder) throws {
    guard let id = EventID(bytes: row["id"] as Data),
      let state = DeliveryState(rawValue: row["state"]),
      let kind = LogEntry.Kind(rawValue: row["kind"])
    else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "event \(row["position"] as Int64) is not readable")
    }
    self.init(
      id: id, position: LogPosition(row["position"]), state: state,
      time: Date(milliseconds: row["time"]), day: row["day"], session: row["session_name"],
      screen: row["screen_name"], policyName: row["policy_name"],
      policyParameters: row["policy_parameters"], kind: kind,
      item: try ItemKey(row["item_key"] as DatabaseValue),
      sinceFirstSeen: .nanoseconds(row["since_first"] as Int64),
      total: .nanoseconds(row["total"] as Int64), longest: .nanoseconds(row["longest"] as Int64),
      greatestFraction: row["fraction"], count: row["count"], exposures: row["exposures"],
      attributes: try (row["attributes"] as String?).map {
        try decoder.decode([String: LogValue].self, from: Data($0.utf8))
      },
      rejection: row["reason"])
  }
}
#endif
