#if Log
internal import GRDB

/// Removes events over the age or size limits: delivered events first, then rejected ones, and
/// undelivered ones last, which are always counted.
///
/// Each step is one short transaction, so other users of the file don't wait long.
struct Pruning {
  /// The number of rows a step examines.
  static let stepRows: Int64 = 4_096
  /// The fraction of the limit freed beyond it, so not every batch prunes.
  private static let slack = 0.05

  let retention: LogConfiguration.Retention
  let now: Int64

  // MARK: Age

  /// Removes expired events among the next rows after a position. Returns the position to continue
  /// from, or `nil` at the end.
  func byAge(after position: Int64, dropped: inout Int, _ db: Database) throws -> Int64? {
    let cutoffs = [
      now - retention.undelivered.milliseconds, now - retention.delivered.milliseconds,
      now - retention.rejected.milliseconds, now - retention.delivered.milliseconds,
    ]
    let step = try Row.fetchOne(
      db,
      sql: """
        SELECT max(position), min(time) FROM
          (SELECT position, time FROM event WHERE position > ? ORDER BY position LIMIT ?)
        """, arguments: [position, Pruning.stepRows])
    guard var columns = step.map(ColumnReader.init), let last: Int64 = try columns.nextIfAny()
    else { return nil }
    let oldest: Int64 = try columns.next()
    // Later rows are younger, except after clock changes; those can wait.
    guard oldest < cutoffs.max() ?? now else { return nil }
    for state in DeliveryState.allCases {
      let removed = try remove(
        state, where: "position > ? AND position <= ? AND time < ?",
        [position, last, cutoffs[state.rawValue]], db)
      if state == .undelivered { dropped += removed }
    }
    return last
  }

  // MARK: Size

  /// Removes some of the next events to go if the file's data exceeds its size limit. Returns
  /// whether there is more to remove.
  func bySize(dropped: inout Int, _ db: Database) throws -> Bool {
    let used = try db.usedBytes()
    if used <= retention.bytes { return false }
    let head = try LogHead(db)
    let events = head.events.reduce(0, +)
    let excess = Double(used - retention.bytes) + Double(retention.bytes) * Pruning.slack
    let wanted = max(1, Int64((Double(events) * min(1, excess / Double(used))).rounded(.up)))
    for state in [DeliveryState.delivered, .local, .rejected, .undelivered] where head[state] > 0 {
      // Removing unreferenced names may be enough.
      if state == .undelivered, try Dictionaries.sweep(db) > 0 { return true }
      let last = try Int64.fetchOne(
        db,
        sql: """
          SELECT max(position) FROM
            (SELECT position FROM event WHERE state = ? ORDER BY position LIMIT ?)
          """, arguments: [state.rawValue, min(wanted, Pruning.stepRows)])
      let removed = try remove(state, where: "position <= ?", [last ?? 0], db)
      if state == .undelivered { dropped += removed }
      return removed > 0
    }
    return false
  }

  /// Removes the events of a state that satisfy a condition. Returns their number.
  private func remove(
    _ state: DeliveryState, where condition: String, _ arguments: [Int64],
    _ db: Database
  ) throws -> Int {
    var head = try LogHead(db)
    if head[state] == 0 { return 0 }
    // Memories must outlive the events.
    try Memories.fold(&head, db)
    let arguments = StatementArguments(arguments)
    if state == .rejected {
      try db.execute(
        sql: """
          DELETE FROM rejection WHERE position IN
            (SELECT position FROM event WHERE state = \(state.rawValue) AND \(condition))
          """, arguments: arguments)
    }
    try db.execute(
      sql: "DELETE FROM event WHERE state = \(state.rawValue) AND \(condition)",
      arguments: arguments)
    let removed = db.changesCount
    head[state] -= removed
    if state == .undelivered {
      head.droppedUndelivered += removed
      try head.advanceUndelivered(db)
    } else {
      head.pruned += removed
    }
    try head.write(db)
    return removed
  }
}

extension Dictionaries {
  /// Removes names that no event or memory references. Returns their number.
  static func sweep(_ db: Database) throws -> Int {
    let before = db.totalChangesCount
    for (table, hasMemory) in [
      ("item", true), ("policy", true), ("session", true), ("screen", false),
    ] {
      try db.execute(
        sql: """
          DELETE FROM \(table) WHERE id NOT IN
            (SELECT \(table) FROM event WHERE \(table) IS NOT NULL
            \(hasMemory ? "UNION SELECT \(table) FROM memory" : ""))
          """)
    }
    let removed = db.totalChangesCount - before
    if removed > 0 {
      var head = try LogHead(db)
      head.generation += 1
      try head.write(db)
    }
    return removed
  }
}
#endif
