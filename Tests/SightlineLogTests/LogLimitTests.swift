#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// The limits of a log, each at its exact boundary.
@Suite struct LogLimitTests {
  /// Returns the numbers of the items remembered, in order.
  private func remembered(_ db: Database) throws -> [Int] {
    try String.fetchAll(
      db, sql: "SELECT key FROM item WHERE id IN (SELECT item FROM memory) ORDER BY key"
    ).compactMap { Int($0.suffix(3)) }
  }

  @Test func `records over a limit are forgotten, those seen longest ago first`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in 0..<100 {
      log.record(.seen(.text("item-" + String(1_000 + item).suffix(3))))
      folder.clock.advance(by: .seconds(1))
    }
    _ = try await log.loadHistory(of: [], under: .feed)
    try await log.close()
    try folder.sql { (db: Database) throws in
      #expect(try !RecordStore.limit(to: 100, db) && remembered(db) == Array(0..<100))
      #expect(try RecordStore.limit(to: 99, db) && remembered(db) == Array(1..<100))
      #expect(try RecordStore.limit(to: 60, db) && remembered(db) == Array(40..<100))
      // Each name twice, 24 bytes and a row of 50; a quarter of each page is empty.
      let bytes = 60 * (2 * 8 + 24 + 50) * 4 / 3
      #expect(try !RecordStore.limit(toBytes: bytes, db) && remembered(db) == Array(40..<100))
      // Five percent more than necessary.
      #expect(try RecordStore.limit(toBytes: bytes - 1, db) && remembered(db) == Array(44..<100))
      #expect(try RecordStore.limit(toBytes: 0, db) && remembered(db).isEmpty)
      #expect(try !RecordStore.limit(toBytes: 0, db))
    }
  }

  @Test func `records seen at once are forgotten in the order of their items`() async throws {
    let folder = try LogFolder()
    let log = try folder.open()
    for item in [3, 1, 2, 0] { log.record(.seen(.text("item-00\(item)"))) }
    _ = try await log.loadHistory(of: [], under: .feed)
    try await log.close()
    try folder.sql { (db: Database) throws in
      #expect(try RecordStore.limit(to: 3, db) && remembered(db) == [0, 1, 2])
      #expect(try RecordStore.limit(to: 1, db) && remembered(db) == [0])
    }
  }

  @Test(arguments: [-3_600, -3_599, 3_599, 3_600])
  func `old events go when the clock has moved by an hour`(seconds: Int) async throws {
    let folder = try LogFolder()
    let log = try folder.open { $0.retention.delivered = .seconds(-9_000) }
    try await log.flush()
    log.record(.seen(1))
    try await log.markDelivered([LogPosition(1)])
    folder.clock.advance(by: .seconds(seconds))
    try await log.flush()
    #expect(try await log.events().isEmpty == (abs(seconds) == 3_600))
  }

  @Test func `a batch has as many bytes as allowed, and at least one event`() async throws {
    let log = try LogFolder().open()
    for _ in 0..<3 { log.record(.seen(1)) }
    let attributes = ["a": LogValue.text("0123456789")]
    for _ in 0..<3 { log.record(.seen(2, attributes: attributes)) }
    let size = LoggedEvent.usualBytes
    #expect(size == 1_024)
    let large = size + #"{"a":"0123456789"}"#.utf8.count
    for (bytes, count) in [
      (0, 1), (1, 1), (size, 1), (2 * size - 1, 1), (2 * size, 2), (3 * size, 3),
      (3 * size + large - 1, 3), (3 * size + large, 4), (3 * size + 3 * large - 1, 5),
      (3 * size + 3 * large, 6),
    ] {
      #expect(try await log.nextBatch(limit: 9, bytes: bytes).count == count, "\(bytes) bytes")
    }
    let positions = { (events: [LoggedEvent]) in events.map(\.position.rawValue) }
    #expect(
      positions(try await log.nextBatch(limit: 9, after: LogPosition(2))) == [3, 4, 5, 6])
    #expect(
      positions(try await log.nextBatch(limit: 9, bytes: .max, through: LogPosition(2))) == [1, 2])
    for limit in [0, -1] { #expect(try await log.nextBatch(limit: limit).isEmpty) }
    #expect(positions(try await log.latestEvents(2)) == [5, 6])
    for limit in [0, 6] { #expect(try await log.latestEvents(limit).count == limit) }
  }

  @Test func `the file is rewritten once a third of it and a megabyte are free`() throws {
    let folder = try LogFolder()
    try folder.sql { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE log (wiping INTEGER)")
      try db.execute(sql: "INSERT INTO log VALUES (0); CREATE TABLE data (bytes BLOB)")
      func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
      var seen: Set<Bool> = []
      func check(kept: Int, removed: Int) throws {
        try db.execute(sql: "DELETE FROM data; VACUUM")
        for index in 0..<(kept + removed) {
          try db.execute(
            sql: "INSERT INTO data VALUES (zeroblob(?))", arguments: [index < kept ? 8_000 : 8_001])
        }
        try db.execute(sql: "DELETE FROM data WHERE length(bytes) = 8001")
        let (pages, free) = (try number("page_count"), try number("freelist_count"))
        let used = try db.usedBytes()
        #expect(try used == (pages - free) * number("page_size"))
        let isExpected = free > pages / 3 && free * 4_096 > 1_048_576
        try db.wipe()
        #expect(try (number("freelist_count") == 0) == isExpected, "\(free) of \(pages) pages")
        #expect(try db.usedBytes() <= used)
        seen.insert(isExpected)
      }
      for removed in 120...132 { try check(kept: 1, removed: removed) }
      #expect(seen.count == 2, "around a megabyte")
      seen = []
      for kept in 262...278 { try check(kept: kept, removed: 135) }
      #expect(seen.count == 2, "around a third")
      // An erasure needs both steps, an interrupted one only the second.
      for step in [2, 1] {
        try db.execute(sql: "UPDATE log SET wiping = ?", arguments: [step])
        try db.execute(sql: "INSERT INTO data VALUES (zeroblob(9000)); DELETE FROM data")
        try db.wipe()
        #expect(try (number("freelist_count") == 0) == (step == 2))
        #expect(try Int.fetchOne(db, sql: "SELECT wiping FROM log") == 0)
      }
    }
  }
}
#endif
