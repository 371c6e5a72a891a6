#if Log
import Foundation
import GRDB
import SightlineLog

/// A log file with every kind of content, damaged at random: bits, bytes, pages and column values.
/// Also linked into the command's tests.
struct DamagedLog {
  /// The bytes of the undamaged file.
  private let whole: Data
  private let pageSize: Int

  /// Creates the undamaged file.
  init(at file: URL) async throws {
    // Starts at 2026-01-31 12:00 UTC.
    let clock = Ticks(next: 1_769_860_800_000)
    var configuration = LogConfiguration()
    configuration.clock = LogClock(milliseconds: { clock.tick() }, secondsFromGMT: { _ in 3_600 })
    let log = try ImpressionLog(at: file, configuration: configuration)
    for index in 0..<400 {
      log.session = "session \(index / 50)"
      log.screen = index % 3 == 0 ? nil : "Screen \(index % 7)"
      let isExposure = index % 5 == 0
      log.record(
        LogEntry(
          kind: isExposure ? .exposure : .impression,
          item: index % 2 == 0 ? .number(Int64(index % 40)) : .text("item \(index % 31)"),
          policy: [.feed, .mrcVideo, .mrcDisplay][index % 3],
          sinceFirstSeen: .milliseconds(index), total: .milliseconds(index),
          longest: .milliseconds(index), greatestFraction: 0.75, count: isExposure ? index % 2 : 1,
          exposures: 1,
          attributes: index % 4 == 0 ? ["account": .text("a\(index % 5)"), "n": 0.5] : nil))
    }
    let batch = try await log.nextBatch(limit: 120)
    try await log.markDelivered(batch.prefix(80).map(\.position))
    try await log.reject(batch.suffix(20).map(\.position), because: "it has no account")
    try await log.loadHistory(of: ["item 1"], under: .feed)
    log.record(
      LogEntry(
        kind: .impression, item: 1, policy: .feed, sinceFirstSeen: .zero, total: .zero,
        longest: .zero, greatestFraction: 1, count: 1, exposures: 1))
    try await log.close()
    whole = try Data(contentsOf: file)
    let queue = try DatabaseQueue(path: file.path)
    pageSize = try await queue.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } ?? 4_096
    try queue.close()
  }

  /// A self-advancing clock.
  // Unchecked because the lock, and nothing else, guards the value.
  private final class Ticks: @unchecked Sendable {
    private let lock = NSLock()
    private var next: Int64

    init(next: Int64) { self.next = next }

    func tick() -> Int64 {
      lock.withLock {
        next += 37_000
        return next
      }
    }
  }

  /// Writes a damaged file. Returns a description of the damage.
  func write(to file: URL, _ random: inout some RandomNumberGenerator) throws -> String {
    let count = Int.random(in: 1...3, using: &random)
    var words: [String] = []
    if Bool.random(using: &random) {
      try whole.write(to: file)
      for _ in 0..<count { words.append(try changeColumn(of: file, &random)) }
    } else {
      var bytes = whole
      for _ in 0..<count { words.append(damage(&bytes, &random)) }
      try bytes.write(to: file)
    }
    return words.joined(separator: "; ")
  }

  // MARK: Bytes

  private func damage(_ bytes: inout Data, _ random: inout some RandomNumberGenerator) -> String {
    if bytes.count < 100 { return "nothing" }
    func any(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func page(_ number: Int) -> Range<Int> {
      number * pageSize..<min(bytes.count, (number + 1) * pageSize)
    }
    let pages = (bytes.count + pageSize - 1) / pageSize
    switch any(8) {
    case 0:
      let count = 1 + any(16)
      for _ in 0..<count { bytes[any(bytes.count)] ^= 1 << UInt8(any(8)) }
      return "\(count) bits"
    case 1:
      let start = any(bytes.count)
      let end = min(bytes.count, start + 1 + any(200))
      for index in start..<end { bytes[index] = UInt8(any(256)) }
      return "bytes \(start)..<\(end)"
    case 2:
      let place = any(100)
      bytes[place] = UInt8(any(256))
      return "byte \(place) of the head"
    case 3, 4:
      let (a, b) = (any(pages), any(pages))
      let (first, second) = (bytes.subdata(in: page(a)), bytes.subdata(in: page(b)))
      if first.count != second.count { return "nothing" }
      bytes.replaceSubrange(page(a), with: second)
      if any(3) == 0 { return "page \(a) overwritten by \(b)" }
      bytes.replaceSubrange(page(b), with: first)
      return "pages \(a) and \(b) exchanged"
    case 5:
      let (number, byte) = (any(pages), UInt8(any(2) * 255))
      bytes.replaceSubrange(page(number), with: Data(repeating: byte, count: page(number).count))
      return "page \(number) filled with \(byte)"
    case 6:
      bytes = bytes.prefix(any(2) == 0 ? any(bytes.count) : any(pages) * pageSize)
      return "cut to \(bytes.count) bytes"
    default:
      // The first bytes of a page contain its type and the location of its cells.
      let number = any(pages)
      let place = number * pageSize + (number == 0 ? 100 : 0) + any(12)
      if place < bytes.count { bytes[place] = UInt8(any(256)) }
      return "byte \(place), of the head of page \(number)"
    }
  }

  // MARK: Columns

  private static let tables = [
    "log", "item", "session", "screen", "policy", "event", "event", "rejection", "memory",
  ]
  private static let values = [
    "NULL", "'a text'", "''", "x'ff00'", "9e999", "-9e999", "9223372036854775807",
    "-9223372036854775808", "-1", "0", "2", "3.5", "'{'", "char(27, 8238, 10)", "1e18",
    "4611686018427387904",
  ]

  /// Writes values to columns that a log never writes there.
  private func changeColumn(
    of file: URL, _ random: inout some RandomNumberGenerator
  ) throws -> String {
    func any(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func edit<Result>(_ body: (Database) throws -> Result) throws -> Result {
      let queue = try DatabaseQueue(path: file.path)
      defer { try? queue.close() }
      return try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
        return try body(db)
      }
    }
    func setSchema(_ sql: [(table: String, sql: String)]) throws {
      try edit { db in
        try db.execute(sql: "PRAGMA writable_schema = ON")
        for (table, sql) in sql {
          try db.execute(
            sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [sql, table])
        }
      }
    }
    // Temporarily remove the constraints from the schema, which the file stores as text.
    let schema = try edit { db in
      try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"
      ).map { (table: $0["name"] as String, sql: $0["sql"] as String) }
    }
    try setSchema(
      schema.map { table, sql in
        let loose = sql.replacing("NOT NULL", with: "").replacing(") STRICT", with: ")")
          .replacing("STRICT, ", with: "")
          .replacing(/\ (INTEGER|TEXT|REAL|BLOB|ANY)(?! PRIMARY)/, with: "")
        return (table, loose)
      })
    let change = try edit { db in
      let table = Self.tables[any(Self.tables.count)]
      let columns = try db.columns(in: table).map(\.name)
      let key = table == "memory" ? "item, policy" : "rowid"
      let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
      let rows = "SELECT \(key) FROM \(table) LIMIT \(any(3) + 1) OFFSET \(any(max(1, count)))"
      let choice = any(3) == 0 ? "1" : "(\(key)) IN (\(rows))"
      let sql =
        any(12) == 0
        ? "DELETE FROM \(table) WHERE \(choice)"
        : "UPDATE OR IGNORE \(table) SET \(columns[any(columns.count)]) = "
          + "\(Self.values[any(Self.values.count)]) WHERE \(choice)"
      // A row ID cannot be text.
      try? db.execute(sql: sql)
      return sql
    }
    try setSchema(schema)
    return change
  }
}
#endif
