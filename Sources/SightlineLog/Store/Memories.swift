#if Log
internal import Foundation
internal import GRDB

/// The table `memory`: how often, and when last, each item was seen under each policy. It outlives
/// the events, which go by age and size.
///
/// It is not written with every event. The impressions from `folded_before` on are not in it yet;
/// one statement folds them all in, before anybody asks and before any are removed.
enum Memories {
  /// How many events may wait to be folded: one fold of so many takes about a tenth of a second.
  static let foldInterval: Int64 = 65_536

  static func fold(_ head: inout LogHead, _ db: Database) throws {
    if head.foldedBefore == head.nextPosition { return }
    // With one max() the other columns are those of the row that has it: the last impression.
    try db.cachedStatement(
      sql: """
        INSERT INTO memory (item, policy, count, last, day, count_on_day, session)
        SELECT item, policy, seen, time, day, seen, session FROM (
          SELECT item, policy, count(*) AS seen, time, day, session, max(position) AS newest
          FROM event WHERE position >= ? AND kind = 0 GROUP BY item, policy, day
        ) WHERE true ORDER BY newest
        ON CONFLICT (item, policy) DO UPDATE SET
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

  /// Forgets the pairs seen longest ago, past a limit. Returns whether there were any.
  static func limit(to limit: Int, _ db: Database) throws -> Bool {
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM memory") ?? 0
    if count <= limit { return false }
    try db.execute(
      sql: """
        DELETE FROM memory WHERE (item, policy) IN
          (SELECT item, policy FROM memory ORDER BY last LIMIT ?)
        """, arguments: [count - limit])
    return true
  }

  private static let columns = """
    item.key AS key, policy.parameters AS parameters, memory.count AS count, memory.last AS last,
    memory.day AS day, memory.count_on_day AS count_on_day, session.name AS session
    FROM memory JOIN item ON item.id = memory.item JOIN policy ON policy.id = memory.policy
    JOIN session ON session.id = memory.session
    """

  /// What is known of an item under a policy, whatever names the policy had.
  static func fetch(
    _ key: ItemKey, parameters: String, policy: ImpressionPolicy, _ db: Database
  ) throws -> LoggedMemory? {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT \(columns) WHERE item.key = ? AND policy.parameters = ?"),
      arguments: [key.databaseValue, parameters])
    return try rows.map { try LoggedMemory($0, policy) }.reduce(nil) { $0?.merged(with: $1) ?? $1 }
  }

  /// What was seen last under some policies, the newest last.
  static func latest(
    _ limit: Int, under policies: [String: ImpressionPolicy], _ db: Database
  ) throws -> [LoggedMemory] {
    let names = String(decoding: try JSONEncoder().encode(policies.keys.sorted()), as: UTF8.self)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns) WHERE policy.parameters IN (SELECT value FROM json_each(?))
        ORDER BY memory.last DESC
        """, arguments: [names])
    var memories: [LoggedMemory] = []
    var places: [LoggedMemory.Key: Int] = [:]
    while memories.count < limit, let row = try rows.next() {
      guard let policy = policies[row["parameters"]] else { continue }
      let memory = try LoggedMemory(row, policy)
      if let place = places[memory.key] {
        memories[place] = memories[place].merged(with: memory)
      } else {
        places[memory.key] = memories.count
        memories.append(memory)
      }
    }
    return memories.reversed()
  }
}

extension LoggedMemory {
  fileprivate init(_ row: Row, _ policy: ImpressionPolicy) throws {
    self.init(
      item: try ItemKey(row["key"] as DatabaseValue), policy: policy, count: row["count"],
      last: Date(milliseconds: row["last"]), day: row["day"], countOnDay: row["count_on_day"],
      session: row["session"])
  }
}

extension Date {
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Milliseconds since 1970, rounded to the nearest.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
#endif
