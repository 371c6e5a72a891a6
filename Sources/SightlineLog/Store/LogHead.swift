#if Log
internal import GRDB

/// The only row of the table `log`: where things stand. It is read and written in the transaction
/// that changes the events, so that two processes agree.
struct LogHead {
  var nextPosition: Int64
  var undeliveredFrom: Int64
  var foldedBefore: Int64
  var generation: Int64
  /// The events of each ``DeliveryState``, by its raw value.
  var events: [Int]
  var droppedUndelivered: Int
  var pruned: Int
  var erased: Int

  init(_ db: Database) throws {
    let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM log"))
    guard let row else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table log has no row")
    }
    nextPosition = row["next_position"]
    undeliveredFrom = row["undelivered_from"]
    foldedBefore = row["folded_before"]
    generation = row["generation"]
    events = [row["undelivered"], row["delivered"], row["rejected"], row["local"]]
    droppedUndelivered = row["dropped_undelivered"]
    pruned = row["pruned"]
    erased = row["erased"]
  }

  func write(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE log SET next_position = ?, undelivered_from = ?, folded_before = ?, generation = ?,
          undelivered = ?, delivered = ?, rejected = ?, local = ?, dropped_undelivered = ?,
          pruned = ?, erased = ?
        """
    ).execute(arguments: [
      nextPosition, undeliveredFrom, foldedBefore, generation, events[0], events[1], events[2],
      events[3], droppedUndelivered, pruned, erased,
    ])
  }

  subscript(state: DeliveryState) -> Int {
    get { events[state.rawValue] }
    set { events[state.rawValue] = newValue }
  }

  /// Moves the place from which on there are undelivered events past those that are none.
  mutating func advanceUndelivered(_ db: Database) throws {
    guard self[.undelivered] > 0 else {
      undeliveredFrom = nextPosition
      return
    }
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

extension Database {
  /// The bytes in use in the file; what was freed is used again before the file grows.
  func usedBytes() throws -> Int {
    let pages = try Int.fetchOne(cachedStatement(sql: "PRAGMA page_count")) ?? 0
    let free = try Int.fetchOne(cachedStatement(sql: "PRAGMA freelist_count")) ?? 0
    return (pages - free) * (try Int.fetchOne(cachedStatement(sql: "PRAGMA page_size")) ?? 0)
  }
}
#endif
