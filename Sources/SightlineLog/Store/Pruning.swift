#if Log
internal import GRDB

/// Removes what is too old or too much: delivered events first, those set apart next, undelivered
/// ones last and never without being counted.
///
/// A step is one short transaction, so that nobody waits long.
struct Pruning {
  /// How many rows a step looks at.
  static let stepRows: Int64 = 4_096
  /// Past the limit, this share of it is made free, so that not every batch prunes.
  private static let slack = 0.05

  let retention: LogConfiguration.Retention
  let now: Int64

  // MARK: Age

  /// Removes what is too old among the rows after a position. Returns where to go on; `nil` at the
  /// end.
  func byAge(after position: Int64, dropped: inout Int, _ db: Database) throws -> Int64? {
    let cutoffs = [
      now - retention.undelivered.milliseconds, now - retention.delivered.milliseconds,
      now - retention.rejected.milliseconds, now - retention.delivered.milliseconds,
    ]
    let step = try Row.fetchOne(
      db,
      sql: """
        SELECT max(position) AS last, min(time) AS oldest FROM
          (SELECT position, time FROM event WHERE position > ? ORDER BY position LIMIT ?)
        """, arguments: [position, Pruning.stepRows])
    guard let step, let last = step["last"] as Int64?, let oldest = step["oldest"] as Int64? else {
      return nil
    }
    // Later rows are younger, but for what a clock that was set has mixed up; that waits.
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

  /// Removes some of what goes next until the file's data is within its size. Returns whether there
  /// is more to do.
  func bySize(dropped: inout Int, _ db: Database) throws -> Bool {
    let used = try db.usedBytes()
    if used <= retention.bytes { return false }
    let head = try LogHead(db)
    let events = head.events.reduce(0, +)
    let excess = Double(used - retention.bytes) + Double(retention.bytes) * Pruning.slack
    let wanted = max(1, Int64((Double(events) * min(1, excess / Double(used))).rounded(.up)))
    for state in [DeliveryState.delivered, .local, .rejected, .undelivered] where head[state] > 0 {
      // Names that nothing needs any more may be enough.
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

  /// Removes the events of a state that a condition holds for. Returns how many.
  private func remove(
    _ state: DeliveryState, where condition: String, _ arguments: [Int64],
    _ db: Database
  ) throws -> Int {
    var head = try LogHead(db)
    if head[state] == 0 { return 0 }
    // What was seen is remembered beyond the event.
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
  /// Removes the names that no event and no memory needs. Returns how many.
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
