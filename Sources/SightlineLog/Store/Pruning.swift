#if Log
internal import GRDB

/// Removes events over the age or size limits: delivered events first, then rejected ones, and
/// undelivered ones last; those are counted.
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

  /// A pass over all events, from the oldest position on.
  struct Pass {
    fileprivate(set) var position: Int64 = 0
    /// The latest time of the events passed so far. Later events are no older, even if their times
    /// are earlier because the clock was behind.
    fileprivate var latest: Int64
    /// The first undelivered event to keep, because the log has measured too little time since it.
    fileprivate let firstYoung: Int64

    /// The first events may have been recorded before the device's clock was first set. They are no
    /// older than the first event with a plausible time.
    init(_ pruning: Pruning, _ db: Database) throws {
      let age = pruning.retention.undelivered.milliseconds
      firstYoung =
        try Int64.fetchOne(
          db, sql: "SELECT max(position) FROM age, log WHERE age.lived <= log.lived - ?",
          arguments: [max(0, age)]) ?? 0
      latest =
        try Int64.fetchOne(
          db, sql: "SELECT time FROM event WHERE time BETWEEN ? AND ? ORDER BY position LIMIT 1",
          arguments: [Pruning.earliestTime, pruning.now]) ?? pruning.now
    }
  }

  /// 2026-01-01: no log existed before, so an earlier time comes from a wrong clock.
  private static let earliestTime: Int64 = 1_767_225_600_000

  /// The minimum number of clock readings that must add up to the age of an undelivered event: a
  /// single one may be wrong.
  private static let evidence: Int64 = 3

  /// Reads the clock and adds the time since the last reading: at most a third of the time for
  /// which undelivered events are kept.
  ///
  /// - Parameter position: the first position not written before the last reading.
  func look(from position: Int64, _ db: Database) throws {
    let age = max(0, retention.undelivered.milliseconds)
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO age SELECT lived, ? FROM log;
        UPDATE log SET lived = lived + iif(looked = 0, 0, max(0, min(? - looked, ?))), looked = ?;
        DELETE FROM age WHERE lived <
          (SELECT max(age.lived) FROM age, log WHERE age.lived <= log.lived - ?)
        """,
      arguments: [
        position, now, (age + Self.evidence - 1) / Self.evidence, max(1, now), age,
      ])
  }

  /// Removes expired events among the next rows. Returns whether the pass continues.
  func byAge(_ pass: inout Pass, dropped: inout Int, _ db: Database) throws -> Bool {
    let cutoffs = [
      now - retention.undelivered.milliseconds, now - retention.delivered.milliseconds,
      now - retention.rejected.milliseconds, now - retention.delivered.milliseconds,
    ]
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT position, state, time FROM event WHERE position > ? ORDER BY position LIMIT ?",
      arguments: [pass.position, Pruning.stepRows])
    var expired = DeliveryState.allCases.map { _ in [Int64]() }
    var oldest = Int64.max
    while let row = try rows.next() {
      var columns = ColumnReader(row)
      pass.position = try columns.next()
      let state = try columns.next(DeliveryState.self)
      let time: Int64 = try columns.next()
      if time <= now { pass.latest = max(pass.latest, time) }
      oldest = min(oldest, time)
      if state == .undelivered && pass.position >= pass.firstYoung { continue }
      if max(time, pass.latest) < cutoffs[state.rawValue] {
        expired[state.rawValue].append(pass.position)
      }
    }
    for state in DeliveryState.allCases where !expired[state.rawValue].isEmpty {
      let removed = try remove(
        state, where: "position IN (SELECT value FROM json_each(?))",
        [json(expired[state.rawValue])], db)
      if state == .undelivered { dropped += removed }
    }
    // Later rows are younger, except after clock changes; those can wait.
    return oldest < cutoffs.max() ?? now
  }

  // MARK: Size

  /// If the file's data exceeds its size limit, removes some of the data that goes next. Returns
  /// whether there is more to remove.
  ///
  /// - Parameter newest: the first position of the events just written, which stay.
  func bySize(before newest: Int64, dropped: inout Int, _ db: Database) throws -> Bool {
    let used = try db.usedBytes()
    if used <= retention.bytes { return false }
    // Records must not crowd out the events, which get at least half of the space.
    if try RecordStore.limit(toBytes: retention.bytes / 2, db) {
      _ = try Dictionaries.sweep(db)
      return true
    }
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
            (SELECT position FROM event WHERE state = ? AND position < ? ORDER BY position LIMIT ?)
          """, arguments: [state.rawValue, newest, min(wanted, Pruning.stepRows)])
      guard let last else { continue }
      let removed = try remove(state, where: "position <= ?", [last], db)
      if state == .undelivered { dropped += removed }
      return removed > 0
    }
    return try Dictionaries.sweep(db) > 0
  }

  /// Removes the events of a state that satisfy a condition. Returns their number.
  private func remove(
    _ state: DeliveryState, where condition: String, _ arguments: StatementArguments,
    _ db: Database
  ) throws -> Int {
    var head = try LogHead(db)
    // Records must outlive the events.
    try RecordStore.fold(&head, db)
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
  /// Removes names that no event, open exposure or record references. Returns their number.
  static func sweep(_ db: Database) throws -> Int {
    let before = db.totalChangesCount
    for (table, hasRecords) in [
      ("item", true), ("policy", true), ("session", true), ("screen", false), ("context", false),
    ] {
      try db.execute(
        sql: """
          DELETE FROM \(table) WHERE id NOT IN
            (SELECT \(table) FROM event WHERE \(table) IS NOT NULL
            UNION SELECT \(table) FROM open_exposure WHERE \(table) IS NOT NULL
            \(hasRecords ? "UNION SELECT \(table) FROM memory" : ""))
          """)
    }
    try db.execute(
      sql: """
        DELETE FROM person WHERE id NOT IN (SELECT person FROM session UNION SELECT person FROM memory)
        """)
    let removed = db.totalChangesCount - before
    if removed > 0 {
      var head = try LogHead(db)
      head.generation += 1
      try head.write(db)
    }
    return removed
  }
}

extension Database {
  /// The least free space, in bytes, for which the file is rewritten.
  private static let leastFreeBytes = 1 << 20

  /// Returns the bytes in use in the file. Freed pages are reused before the file grows.
  func usedBytes() throws -> Int {
    let (pages, free, size) = try pages()
    return (pages - free) * size
  }

  private func pages() throws -> (all: Int, free: Int, size: Int) {
    func number(_ name: String) throws -> Int {
      try Int.fetchOne(cachedStatement(sql: "PRAGMA \(name)")) ?? 0
    }
    return (try number("page_count"), try number("freelist_count"), try number("page_size"))
  }

  /// Rewrites the file if a third of it is free or if it may hold remains of erased text, and then
  /// empties the write-ahead log.
  ///
  /// SQLite overwrites removed rows, but not the copies that remain where a full page was divided.
  /// Other processes may delay either step; the file records which ones are left.
  func wipe() throws {
    let (pages, free, size) = try pages()
    var steps = try Int.fetchOne(cachedStatement(sql: "SELECT wiping FROM log")) ?? 0
    if free > pages / 3 && free * size > Self.leastFreeBytes { steps = 2 }
    if steps == 2 { try execute(sql: "VACUUM; UPDATE log SET wiping = 1") }
    if steps > 0 {
      _ = try checkpoint(.truncate)
      try execute(sql: "UPDATE log SET wiping = 0")
    }
  }
}
#endif
