#if Log
internal import Foundation
internal import GRDB

/// The table `memory`: the impression count and last impression of each item under each policy, for
/// each person. It outlives the events, which are removed by age and size.
///
/// It isn't updated with every event. Impressions from `folded_before` on are missing until one
/// statement folds them in, which happens before reading the table and before removing events.
enum RecordStore {
  /// The maximum number of events waiting to be folded. Folding this many takes about a tenth of a
  /// second.
  static let foldInterval: Int64 = 65_536

  static func fold(_ head: inout LogHead, _ db: Database) throws {
    // With a single max(), SQLite takes the other columns from the row with the maximum, here the
    // last impression.
    try db.cachedStatement(
      sql: """
        INSERT INTO memory (item, policy, count, last, day, count_on_day, session, person)
        SELECT item, policy, seen, time, day, seen, session, person FROM (
          SELECT item, policy, count(*) AS seen, time, day, session, person, max(position) AS newest
          FROM event JOIN session ON session.id = event.session
          WHERE position >= ? AND kind = 0 GROUP BY item, policy, person, day
        ) WHERE true ORDER BY newest
        ON CONFLICT (item, policy, person) DO UPDATE SET
          count = count + excluded.count,
          last = excluded.last,
          session = excluded.session,
          count_on_day = CASE
            WHEN excluded.day > day THEN excluded.count_on_day
            WHEN excluded.day = day THEN count_on_day + excluded.count_on_day
            ELSE count_on_day END,
          day = max(day, excluded.day)
        """
    ).execute(arguments: [head.foldedBefore])
    head.foldedBefore = head.nextPosition
  }

  static func fold(_ db: Database) throws {
    var head = try LogHead(db)
    if head.foldedBefore == head.nextPosition { return }
    try fold(&head, db)
    try head.write(db)
  }

  /// Forgets a person's impressions of one item or of all items, before the next position.
  static func forget(_ forgotten: ForgottenRecords, _ head: inout LogHead, _ db: Database) throws {
    try fold(&head, db)
    var sql = """
      DELETE FROM memory WHERE person =
        iif(?1 IS NULL, 0, (SELECT id FROM person WHERE name = ?1))
      """
    var arguments = [forgotten.person?.stored.databaseValue ?? .null]
    if let item = forgotten.item {
      sql += " AND item = (SELECT id FROM item WHERE key = ?2)"
      arguments.append(item.databaseValue)
    }
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  /// Forgets the pairs seen longest ago beyond a limit. Returns whether any were forgotten.
  static func limit(to limit: Int, _ db: Database) throws -> Bool {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM memory") ?? 0
    if count <= limit { return false }
    try db.execute(
      sql: """
        DELETE FROM memory WHERE (item, policy, person) IN
          (SELECT item, policy, person FROM memory ORDER BY last, item LIMIT ?)
        """, arguments: [count - limit])
    return true
  }

  /// Forgets the pairs seen longest ago beyond a number of bytes, including their items' names.
  /// Returns whether any were forgotten.
  ///
  /// A row takes about 50 bytes, and a name is stored in a row and in an index; pages are three
  /// quarters full.
  static func limit(toBytes limit: Int, _ db: Database) throws -> Bool {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM memory") ?? 0
    let bytes =
      try Int.fetchOne(
        db,
        sql: """
          SELECT (sum(2 * length(CAST(key AS BLOB)) + 24) + 50 * \(count)) * 4 / 3 FROM item
          WHERE id IN (SELECT item FROM memory)
          """) ?? 0
    if bytes <= limit { return false }
    // A little more than needed, so that this doesn't run after every batch.
    return try RecordStore.limit(to: Int(Double(count) * Double(limit) / Double(bytes) * 0.95), db)
  }

  private static let columns = """
    policy.parameters, item.key, memory.count, memory.last, memory.day, memory.count_on_day,
    session.name, person.name
    FROM memory JOIN item ON item.id = memory.item JOIN policy ON policy.id = memory.policy
    LEFT JOIN person ON person.id = memory.person
    LEFT JOIN session ON session.id = memory.session
    """

  /// Returns the record of an item under a policy, merged over the policy's names.
  static func fetch(
    _ key: ItemKey, of person: String?, parameters: String, policy: ImpressionPolicy, _ db: Database
  ) throws -> LoggedRecord? {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(columns) WHERE item.key = ? AND policy.parameters = ? AND person.name IS ?
          """), arguments: [key.databaseValue, parameters, person?.stored])
    return try rows.map { row in
      var columns = ColumnReader(row)
      let _: String = try columns.next()
      return try LoggedRecord(&columns, policy)
    }.reduce(nil) { $0?.merged(with: $1) ?? $1 }
  }

  /// Returns the latest records under some policies, newest last.
  static func latest(
    _ limit: Int, of person: String?, under policies: [String: ImpressionPolicy], _ db: Database
  ) throws -> [LoggedRecord] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns) WHERE policy.parameters IN (SELECT value FROM json_each(?))
        AND person.name IS ? ORDER BY memory.last DESC
        """, arguments: [json(policies.keys.sorted()), person?.stored])
    var records: [LoggedRecord] = []
    var places: [LoggedRecord.Key: Int] = [:]
    while records.count < limit, let row = try rows.next() {
      var columns = ColumnReader(row)
      guard let policy = policies[try columns.next()] else { continue }
      let record = try LoggedRecord(&columns, policy)
      if let place = places[record.key] {
        records[place] = records[place].merged(with: record)
      } else {
        places[record.key] = records.count
        records.append(record)
      }
    }
    return records.reversed()
  }
}

extension LoggedRecord {
  fileprivate init(_ columns: inout ColumnReader, _ policy: ImpressionPolicy) throws {
    self.init(
      item: try ItemKey(columns.next()), policy: policy,
      count: Int(try columns.next(in: LogRange.counts)),
      last: Date(milliseconds: try columns.next(in: LogRange.milliseconds)),
      day: try columns.next(in: LogRange.days),
      countOnDay: Int(try columns.next(in: LogRange.counts)),
      session: String(stored: try columns.next()),
      person: try (columns.nextIfAny() as String?).map(String.init(stored:)))
  }
}

extension Date {
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The milliseconds since 1970, rounded to the nearest and clamped to the years a log supports.
  var milliseconds: Int64 {
    let range = LogRange.milliseconds
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    // NaN maps to the lower bound.
    if !(milliseconds > Double(range.lowerBound)) { return range.lowerBound }
    return milliseconds < Double(range.upperBound) ? Int64(milliseconds) : range.upperBound
  }
}
#endif
