#if Log
internal import Foundation
internal import GRDB

extension ImpressionLog {
  /// Erases the events matching a filter, for example on a user's request. Delivered and
  /// undelivered events are erased, along with the records of their items under their
  /// policies, so those items may count again. Returns the number of erased events.
  ///
  /// The erased data is overwritten in the file, and names that are no longer referenced (items,
  /// sessions, screens, contexts) are removed with it. If another process is reading, the log
  /// overwrites the data with the first batch afterwards. Files set aside earlier and copies held
  /// by receivers are not affected.
  ///
  /// - Complexity: O(events in the file).
  @discardableResult
  public func erase(where filter: LogFilter) async throws(LogError) -> Int {
    try await writer.perform(needsAll: true) { writer, pool in
      writer.recordCache.forgetAll()
      let (erased, sessions) = try pool.write { db in
        (try filter.erase(db), try String.fetchSet(db, sql: "SELECT name FROM session"))
      }
      writer.events.withState { $0.keepSessions(sessions) }
      // If this fails, the next batch tries again.
      try? pool.writeWithoutTransaction { try $0.wipe() }
      return erased
    }
  }
}

extension LogFilter {
  fileprivate func erase(_ db: Database) throws -> Int {
    var head = try LogHead(db)
    try RecordStore.fold(&head, db)
    let (condition, values) = try condition()
    let arguments = StatementArguments(values)
    try db.execute(
      sql: """
        DELETE FROM memory WHERE (item, policy, person) IN
          (SELECT item, policy, session.person FROM event JOIN session ON session.id = event.session
            WHERE \(condition))
        """, arguments: arguments)
    // The record of an item or a person may outlive the events.
    var remembered = LogFilter()
    (remembered.items, remembered.persons) = (items, persons)
    if self == remembered {
      try db.execute(sql: "DELETE FROM memory AS event WHERE \(condition)", arguments: arguments)
    }
    try db.execute(
      sql:
        "DELETE FROM rejection WHERE position IN (SELECT position FROM event WHERE \(condition))",
      arguments: arguments)
    var erased = 0
    for (state, count) in try LogHead.states(in: "event", where: condition, arguments, db) {
      head[state] -= count
      erased += count
    }
    try db.execute(sql: "DELETE FROM event WHERE \(condition)", arguments: arguments)
    try db.execute(
      sql: "DELETE FROM open_exposure AS event WHERE \(condition)", arguments: arguments)
    try db.execute(sql: "UPDATE log SET wiping = 2")
    head.erased += erased
    try head.advanceUndelivered(db)
    try head.write(db)
    _ = try Dictionaries.sweep(db)
    try db.execute(
      sql: "UPDATE session SET previous = NULL WHERE previous NOT IN (SELECT name FROM session)")
    return erased
  }
}
#endif
