#if Log
internal import GRDB

/// The questions of a report. `docs/reference/analytics.md` shows the same text for the policy
/// `feed` (``ReportSQLTests``).
enum ReportSQL {
  /// The impressions, reach and frequency of each item.
  static func reach(
    of whom: String = "session", by key: String = "item", policy: String = "?"
  ) -> String {
    """
    SELECT \(key), count(*) AS impressions, count(DISTINCT \(whom)) AS reach,
      CAST(count(*) AS REAL) / nullif(count(DISTINCT \(whom)), 0) AS frequency
    FROM events
    WHERE policy = \(policy) AND kind = 'impression'
    GROUP BY \(key)
    ORDER BY impressions DESC, \(key)
    """
  }

  /// The exposures, share, time in view and percentiles of each item.
  static func time(by key: String = "item", policy: String = "?") -> String {
    """
    SELECT \(key), n AS exposures, sum(count > 0) AS exposures_with_impression,
      sum(count > 0) / CAST(n AS REAL) AS share, sum(total) AS time_in_view_ns,
      max(total) FILTER (WHERE place = (n * 50 + 99) / 100) AS median_ns,
      max(total) FILTER (WHERE place = (n * 90 + 99) / 100) AS p90_ns
    FROM (
      SELECT \(key), total, count,
        row_number() OVER (PARTITION BY \(key) ORDER BY total) AS place,
        count(*) OVER (PARTITION BY \(key)) AS n
      FROM events
      WHERE policy = \(policy) AND kind = 'exposure'
    )
    GROUP BY \(key)
    ORDER BY time_in_view_ns DESC, \(key)
    """
  }

  /// The impressions and time in view of each item in each period.
  static func heat(by period: String = "time / 86400000", policy: String = "?") -> String {
    """
    SELECT item, \(period) AS period, sum(kind = 'impression') AS impressions,
      sum(iif(kind = 'exposure', total, 0)) AS time_in_view_ns
    FROM events
    WHERE policy = \(policy)
    GROUP BY item, period
    ORDER BY item, period
    """
  }

  /// The policies, with their number of events and the ends of those' times, days and durations.
  static let policies = """
    SELECT policy, count(*) AS events, min(time), max(time), min(day), max(day), min(total),
      max(total)
    FROM events
    GROUP BY policy
    ORDER BY events DESC, policy
    """

  /// The items in order of first appearance.
  static let items = """
    SELECT item
    FROM events
    WHERE policy = ?
    GROUP BY item
    ORDER BY min(position)
    """

  /// A person by an attribute. An empty text is none.
  static func person(by attribute: String) -> String {
    let name = attribute.stored.replacing("'", with: "''")
    return "nullif(attributes ->> '$.\"\(name)\"', '')"
  }
}

/// The events that match a filter. Queries read them as `events`, like all events of a file.
struct EventSelection {
  private let selection: String
  private let arguments: [DatabaseValue]
  private let database: Database

  init(_ filter: LogFilter, _ db: Database) throws {
    let (condition, arguments) = try filter.condition()
    selection = "WITH events AS (\(Schema.events) WHERE \(condition))\n"
    (self.arguments, database) = (arguments, db)
  }

  /// Calls a closure with each row of a query, whose only parameter is a policy's name.
  func forEach(
    _ query: String, _ policy: String? = nil, _ body: (inout ColumnReader) throws -> Void
  ) throws {
    let policy = policy.map { [$0.stored.databaseValue] } ?? []
    let rows = try Row.fetchCursor(
      database, sql: selection + query, arguments: StatementArguments(arguments + policy))
    while let row = try rows.next() {
      var columns = ColumnReader(row)
      try body(&columns)
    }
  }
}
#endif
