#if Log
internal import Foundation
internal import GRDB

extension ImpressionLog {
  /// Erases what a filter chooses, as a person may demand: the events, delivered or not, and what
  /// is remembered of each of their items under their policies, so that those may count again.
  /// Returns how many events were erased.
  ///
  /// What is erased is overwritten in the file, and names that nothing else needs go with it:
  /// items, sessions, screens. A file that was set aside is not touched, nor what a receiver has.
  ///
  /// - Complexity: O(events in the file).
  @discardableResult
  public func erase(where filter: LogFilter) async throws(LogError) -> Int {
    try await writer.perform(needsAll: true) { writer, pool in
      writer.recollections.forgetAll()
      let erased = try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA secure_delete = ON")
        defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
        var erased = 0
        try db.inTransaction(.immediate) {
          erased = try Erasing.erase(filter, db)
          return .commit
        }
        return erased
      }
      // The write-ahead log holds pages as they were before.
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return erased
    }
  }
}

enum Erasing {
  static func erase(_ filter: LogFilter, _ db: Database) throws -> Int {
    var head = try LogHead(db)
    try Memories.fold(&head, db)
    let (condition, values) = try filter.condition()
    let arguments = StatementArguments(values)
    try db.execute(
      sql: """
        DELETE FROM memory WHERE (item, policy) IN
          (SELECT item, policy FROM event WHERE \(condition))
        """, arguments: arguments)
    // An item may be remembered although its events are gone.
    if let items = filter.onlyItems {
      let (condition, values) = try LogFilter.items(items).condition()
      try db.execute(
        sql: "DELETE FROM memory AS event WHERE \(condition)",
        arguments: StatementArguments(values))
    } else if filter.isAll {
      try db.execute(sql: "DELETE FROM memory")
    }
    try db.execute(
      sql:
        "DELETE FROM rejection WHERE position IN (SELECT position FROM event WHERE \(condition))",
      arguments: arguments)
    let counts = try Row.fetchAll(
      db, sql: "SELECT state, count(*) AS count FROM event WHERE \(condition) GROUP BY state",
      arguments: arguments)
    var erased = 0
    for row in counts {
      let count: Int = row["count"]
      head.events[row["state"] as Int] -= count
      erased += count
    }
    try db.execute(sql: "DELETE FROM event WHERE \(condition)", arguments: arguments)
    head.erased += erased
    try head.advanceUndelivered(db)
    try head.write(db)
    _ = try Dictionaries.sweep(db)
    return erased
  }
}

extension LogFilter {
  /// The items, if it names nothing else.
  fileprivate var onlyItems: Set<ItemKey>? {
    guard let items, self == .items(items) else { return nil }
    return items
  }
}
#endif
