#if Log
internal import GRDB

/// The single row of the table `log`, holding its counters. It is read and written in the
/// transaction that changes the events, so all processes agree on it.
struct LogHead {
  var nextPosition: Int64
  var undeliveredFrom: Int64
  var foldedBefore: Int64
  var generation: Int64
  /// The number of events in each ``DeliveryState``, by raw value.
  var events: [Int]
  var droppedUndelivered: Int
  var pruned: Int
  var erased: Int

  private static let columns = """
    next_position, undelivered_from, folded_before, generation, undelivered, delivered, rejected,
    local, dropped_undelivered, pruned, erased
    """

  init(_ db: Database) throws {
    let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT \(LogHead.columns) FROM log"))
    guard let row else { throw DatabaseError.damage("the table log has no row") }
    var columns = ColumnReader(row)
    nextPosition = try columns.next(in: 1...LogRange.counts.upperBound)
    undeliveredFrom = try columns.next(in: 0...nextPosition)
    foldedBefore = try columns.next(in: 0...nextPosition)
    generation = try columns.next(in: LogRange.counts)
    func count() throws -> Int { Int(try columns.next(in: LogRange.counts)) }
    events = [try count(), try count(), try count(), try count()]
    droppedUndelivered = try count()
    pruned = try count()
    erased = try count()
  }

  func write(_ db: Database) throws {
    let undeliveredFrom = self[.undelivered] == 0 ? nextPosition : undeliveredFrom
    let sql = "UPDATE log SET (\(LogHead.columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    try db.cachedStatement(sql: sql).execute(arguments: [
      nextPosition, undeliveredFrom, foldedBefore, generation, events[0], events[1], events[2],
      events[3], droppedUndelivered, pruned, erased,
    ])
  }

  subscript(state: DeliveryState) -> Int {
    get { events[state.rawValue] }
    set { events[state.rawValue] = newValue }
  }

  /// Returns the numbers of rows in each state.
  static func states(
    in table: String, where condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [(state: DeliveryState, count: Int)] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT state, count(*) FROM \(table) WHERE \(condition) GROUP BY state"),
      arguments: arguments
    ).map { row in
      var columns = ColumnReader(row)
      return (try columns.next(DeliveryState.self), try columns.next())
    }
  }

  /// Advances `undeliveredFrom` to the first undelivered event.
  mutating func advanceUndelivered(_ db: Database) throws {
    guard self[.undelivered] > 0 else { return }
    undeliveredFrom =
      try Int64.fetchOne(
        db.cachedStatement(
          sql:
            "SELECT position FROM event WHERE position >= ? AND state = 0 ORDER BY position LIMIT 1"
        ), arguments: [undeliveredFrom]) ?? nextPosition
  }

  func counts(bytes: Int) -> LogCounts {
    LogCounts(
      undelivered: self[.undelivered], delivered: self[.delivered], rejected: self[.rejected],
      local: self[.local], droppedUndelivered: droppedUndelivered, pruned: pruned, erased: erased,
      bytes: bytes)
  }
}
#endif
