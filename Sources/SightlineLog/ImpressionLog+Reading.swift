#if Log
internal import Foundation
internal import GRDB

extension ImpressionLog {
  /// Returns the events matching a filter, oldest first.
  ///
  /// - Parameters:
  ///   - filter: the filter; matches all events by default.
  ///   - states: the delivery states to include; any by default.
  ///   - position: the position to start after, for paging.
  ///   - limit: the maximum number of events.
  public func events(
    where filter: LogFilter = LogFilter(), in states: Set<DeliveryState>? = nil,
    after position: LogPosition? = nil, limit: Int = 1_000
  ) async throws(LogError) -> [LoggedEvent] {
    try await writer.read { db in
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

  /// Returns the newest events, newest last, for a screen that shows the log.
  ///
  /// - Complexity: O(limit).
  public func latestEvents(_ limit: Int) async throws(LogError) -> [LoggedEvent] {
    try await writer.read { db in
      let first = try Int64.fetchOne(
        db, sql: "SELECT position FROM event ORDER BY position DESC LIMIT 1 OFFSET ?",
        arguments: [max(1, limit) - 1])
      return try LoggedEvent.fetch(
        db, where: "event.position >= ?", [(first ?? 0).databaseValue], limit: limit)
    }
  }
}

extension LoggedEvent {
  /// The approximate size in a request of an event without attributes, including its full policy.
  static let usualBytes = 1_024

  /// Returns the events satisfying a condition, up to `limit` events and roughly `bytes` bytes of
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
          SELECT \(Schema.attributes) AS attributes, event.id, event.position, event.state, event.time, event.day,
            session.name, event.screen, screen.name, policy.name, policy.parameters, event.kind,
            item.key, event.since_first, event.total, event.longest, event.fraction, event.count,
            event.exposures, rejection.reason, session.previous, event.rate,
            event.utc_offset, person.name
          FROM event
          LEFT JOIN item ON item.id = event.item
          LEFT JOIN policy ON policy.id = event.policy
          LEFT JOIN session ON session.id = event.session
          LEFT JOIN person ON person.id = session.person
          LEFT JOIN screen ON screen.id = event.screen
          LEFT JOIN rejection ON rejection.position = event.position
          WHERE \(condition) ORDER BY event.position LIMIT \(max(0, limit))
          """), arguments: StatementArguments(arguments))
    let decoder = JSONDecoder()
    var size = 0
    while let row = try rows.next() {
      let isFirst = size == 0
      var columns = ColumnReader(row)
      let attributes: String? = try columns.nextIfAny()
      size += usualBytes + (attributes?.utf8.count ?? 0)
      if size > bytes && !isFirst { return }
      try body(
        try LoggedEvent(
          &columns, try attributes.map { try [String: LogValue](stored: $0, decoder, db) }))
    }
  }

  private init(_ columns: inout ColumnReader, _ attributes: [String: LogValue]?) throws {
    guard let id = EventID(bytes: try columns.next() as Data) else {
      throw columns.damage("does not have 16 bytes")
    }
    let position: Int64 = try columns.next()
    let state = try columns.next(DeliveryState.self)
    let time = Date(milliseconds: try columns.next(in: LogRange.milliseconds))
    let day = try columns.next(in: LogRange.days)
    let session = String(stored: try columns.next())
    let screenNumber: Int64? = try columns.nextIfAny()
    let screen: String? = try columns.nextIfAny()
    if screen == nil && screenNumber != nil { throw columns.damage("is empty") }
    self.init(
      id: id, position: LogPosition(position), state: state, time: time, day: day,
      session: session, screen: screen.map(String.init(stored:)),
      policyName: String(stored: try columns.next()),
      policyParameters: try columns.next(),
      kind: try columns.next(LogEntry.Kind.self), item: try ItemKey(columns.next()),
      sinceFirstSeen: try columns.nextDuration(), total: try columns.nextDuration(),
      longest: try columns.nextDuration(),
      greatestFraction: try columns.next(
        in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude),
      count: try columns.next(), exposures: try columns.next(),
      attributes: attributes,
      rejection: try columns.nextIfAny(),
      previousSession: try (columns.nextIfAny() as String?).map(String.init(stored:)),
      sampleRate: try columns.next(in: 0...1),
      secondsFromGMT: try columns.nextIfAny(in: LogRange.offsets),
      person: try (columns.nextIfAny() as String?).map(String.init(stored:)))
  }
}
#endif
