#if Log
import Foundation
import GRDB
import SightlineCore
import Testing

@_spi(Tools) @testable import SightlineLog

/// Values that a log never writes, in columns whose type allows them: reading the column detects
/// each.
@Suite struct ValueRangeTests {
  private static let times = LogRange.milliseconds
  private static let days = LogRange.days
  private static let most = LogRange.durations.upperBound

  /// A value of a column of `event`, and whether events and reports find it damaged.
  private static let events: [(column: String, value: String, inEvents: Bool, inReports: Bool)] = [
    ("kind", "0", false, false), ("kind", "2", true, false), ("kind", "-1", true, false),
    ("state", "3", false, false), ("state", "4", true, false), ("state", "-1", true, false),
    ("time", "\(times.lowerBound)", false, false), ("time", "\(times.lowerBound - 1)", true, true),
    ("time", "\(times.upperBound)", false, false), ("time", "\(times.upperBound + 1)", true, true),
    ("day", "\(days.lowerBound)", false, false), ("day", "\(days.lowerBound - 1)", true, true),
    ("day", "\(days.upperBound)", false, false), ("day", "\(days.upperBound + 1)", true, true),
    ("since_first", "0", false, false), ("since_first", "-1", true, false),
    ("since_first", "\(most)", false, false),
    ("total", "0", false, false), ("total", "-1", true, true), ("total", "\(most)", false, false),
    ("total", "\(most + 1)", true, true),
    ("longest", "0", false, false), ("longest", "-1", true, false),
    ("longest", "\(most)", false, false),
    ("fraction", "-1e308", false, false), ("fraction", "1e308", false, false),
    ("fraction", "9e999", true, false), ("fraction", "-9e999", true, false),
    ("rate", "0.0", false, false), ("rate", "1.0", false, false),
    ("rate", "1.001", true, false), ("rate", "-0.001", true, false),
    ("utc_offset", "86400", false, false), ("utc_offset", "-86400", false, false),
    ("utc_offset", "86401", true, false), ("utc_offset", "-86401", true, false),
    ("utc_offset", "NULL", false, false),
    ("id", "zeroblob(16)", false, false), ("id", "zeroblob(15)", true, false),
    ("item", "99", true, true), ("policy", "99", true, true), ("session", "99", true, true),
    ("screen", "99", true, false), ("screen", "NULL", false, false),
    ("attributes", "'{}'", false, false), ("attributes", "'{'", true, true),
    ("attributes", "'7'", true, false), ("attributes", "NULL", false, false),
  ]

  private static let records: [(column: String, value: String, isDamage: Bool)] = [
    ("count", "0", false), ("count", "-1", true), ("count", "\(1 << 53)", false),
    ("count", "\(1 << 53 + 1)", true), ("count_on_day", "0", false), ("count_on_day", "-1", true),
    ("last", "\(times.lowerBound)", false), ("last", "\(times.lowerBound - 1)", true),
    ("last", "\(times.upperBound)", false), ("last", "\(times.upperBound + 1)", true),
    ("day", "\(days.lowerBound)", false), ("day", "\(days.lowerBound - 1)", true),
    ("day", "\(days.upperBound)", false), ("day", "\(days.upperBound + 1)", true),
    ("session", "99", true),
  ]

  /// Returns whether reading fails because of damage.
  private func isDamaged(_ db: Database, _ read: (Database) throws -> Void) -> Bool {
    do { try read(db) } catch {
      #expect(LogError(error, at: URL(fileURLWithPath: "/log")).kind == .corrupt, "\(error)")
      return true
    }
    return false
  }

  @Test func `a value outside its range is damage, and one at its end is not`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    log.screen = "Home"
    log.record(
      .exposure(
        of: "a", under: .feed, lasting: .seconds(1), greatestFraction: 1,
        attributes: ["account": "anna"]))
    log.record(.seen("a"))
    _ = try await log.loadHistory(of: ["a"], under: .feed)
    try await log.close()
    try folder.sql { (db: Database) throws in
      for (column, value, inEvents, inReports) in Self.events {
        try db.inSavepoint {
          try db.execute(sql: "UPDATE event SET \(column) = \(value) WHERE position = 1")
          let found = isDamaged(db) { _ = try LoggedEvent.fetch($0, where: "1", [], limit: 9) }
          #expect(found == inEvents, "\(column) \(value) in events")
          let isReported = isDamaged(db) { db in
            for grouping in ReportQuery.Grouping.allCases {
              var query = ReportQuery()
              (query.grouping, query.hasCharts) = (grouping, true)
              // The attributes are not read for impressions, and the kind may be either.
              if column == "attributes" {
                query.people = "account"
                try db.execute(sql: "UPDATE event SET kind = 0")
              }
              _ = try ImpressionReport(query, db)
            }
          }
          #expect(isReported == inReports, "\(column) \(value) in reports")
          return .rollback
        }
      }
      for (column, value, isExpected) in Self.records {
        try db.inSavepoint {
          try db.execute(sql: "UPDATE memory SET \(column) = \(value)")
          let found = isDamaged(db) {
            let policy = ImpressionPolicy.feed
            _ = try RecordStore.fetch(
              "a", of: nil, parameters: policy.parameters, policy: policy, $0)
          }
          #expect(found == isExpected, "\(column) \(value) in records")
          return .rollback
        }
      }
    }
  }
}
#endif
