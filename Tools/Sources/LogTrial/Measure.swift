import ArgumentParser
import Foundation
import GRDB
import SightlineLog

/// Appends the same events alternately through the log and through plain GRDB, and prints one line
/// of JSON.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Compare appending with plain batched inserts in GRDB.")

  @Option(help: "The number of events each of the two appends per round.")
  var events = 200_000
  @Option(help: "The number of different items; 0 for a new one in every event.")
  var items = 20_000
  @Option(help: "The number of rounds; medians are printed.")
  var rounds = 5

  func run() async throws {
    let entries = feedEntries(events, items: items)
    var (log, plain) = ([Double](), [Double]())
    var bytes = 0
    try await withTrialFolder { folder in
      for round in 0..<rounds {
        let url = folder.appendingPathComponent("log-\(round).sqlite")
        log.append(try await Measure.throughLog(entries, url))
        bytes = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        plain.append(
          try Measure.throughGRDB(url, folder.appendingPathComponent("plain-\(round).sqlite")))
      }
    }
    let ratio = Measure.median(zip(log, plain).map { $0 / $1 })
    let rate = Int(Double(events) / Measure.median(log))
    let plainRate = Int(Double(events) / Measure.median(plain))
    print(
      "{\"scenario\":\"log\",\"events\":\(events),\"items\":\(items)"
        + ",\"events_per_second\":\(rate),\"plain_grdb_per_second\":\(plainRate)"
        + ",\"ratio\":\((ratio * 1000).rounded() / 1000)"
        + ",\"bytes_per_event\":\((Double(bytes) / Double(events) * 10).rounded() / 10)}")
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The number of events handed over before waiting for the log.
  private static let portion = 20_000

  private static func throughLog(_ entries: [LogEntry], _ url: URL) async throws -> Double {
    var configuration = LogConfiguration()
    configuration.retention.bytes = .max
    let log = try ImpressionLog(at: url, configuration: configuration)
    let time = try await ContinuousClock().measure {
      for first in stride(from: 0, to: entries.count, by: portion) {
        for entry in entries[first...].prefix(portion) { log.record(entry) }
        try await log.flush()
      }
    }
    precondition(log.progress.written == entries.count, "every event is to be written")
    try await log.close()
    return time / .seconds(1)
  }

  /// Inserts the log's rows into the same table, in transactions as large as the log's, following
  /// GRDB's performance guide: one prepared statement, unchecked arguments.
  private static func throughGRDB(_ log: URL, _ url: URL) throws -> Double {
    let (schema, rows) = try DatabaseQueue(path: log.path).read { db in
      (
        try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'event'") ?? "",
        try Row.fetchAll(db, sql: "SELECT * FROM event").map { Array($0.databaseValues) }
      )
    }
    let pool = try DatabasePool(path: url.path)
    try pool.write { try $0.execute(sql: schema) }
    let marks = databaseQuestionMarks(count: rows[0].count)
    let time = try ContinuousClock().measure {
      for first in stride(from: 0, to: rows.count, by: 4_096) {
        try pool.write { db in
          let statement = try db.makeStatement(sql: "INSERT INTO event VALUES (\(marks))")
          for row in rows[first...].prefix(4_096) {
            statement.setUncheckedArguments(StatementArguments(row))
            try statement.execute()
          }
        }
      }
    }
    try pool.close()
    return time / .seconds(1)
  }
}
