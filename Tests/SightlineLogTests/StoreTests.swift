#if Log
import Foundation
import GRDB
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// The parts below a log: its caches, statements and readers of rows.
@Suite struct StoreTests {
  /// The replacement of U+0000 in the file. Literals cannot contain it.
  private static let storedNull = Unicode.Scalar(0xFDD0 as UInt16) ?? " "

  @Test(arguments: 1...5)
  func `a cache has the values set or read last, and never too many`(capacity: Int) {
    var random = SeededGenerator(seed: UInt64(capacity))
    var cache = GenerationalCache<Int, Int>(capacity: capacity)
    var (values, uses): ([Int: Int], [Int]) = ([:], [])
    for step in 0..<2_000 {
      let key = random.index(12)
      if random.oneIn(2) {
        cache.set(step, for: key)
        values[key] = step
        uses.append(key)
      } else {
        let value = cache.value(for: key)
        #expect(value == nil || value == values[key])
        // A key among the last ones used, counting each once.
        var recent: Set<Int> = []
        for use in uses.reversed() where recent.count < capacity { recent.insert(use) }
        #expect(value != nil || !recent.contains(key))
        if value != nil { uses.append(key) }
      }
      #expect(cache.count <= 2 * capacity)
      if random.oneIn(200) {
        cache.removeAll()
        #expect(cache.count == 0 && (0..<12).allSatisfy { cache.value(for: $0) == nil })
        uses = []
      }
    }
  }

  @Test func `a statement's values are stored in order, each time it is executed`() throws {
    try DatabaseQueue().write { db in
      try db.execute(
        sql: "CREATE TABLE t (a INTEGER UNIQUE, b INTEGER, c REAL, d TEXT, e ANY, f BLOB) STRICT")
      let ids = [EventID(high: 1, low: 2), EventID(high: .max, low: 0x0102_0304_0506_0708)]
      do {
        let insert = try RawStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", db)
        for (row, id) in ids.enumerated() {
          let isEmpty = row == 1
          insert.bind(Int64(row))
          insert.bind(isEmpty ? nil : Int64.min)
          insert.bind(isEmpty ? -1e300 : 0.1)
          insert.bind(isEmpty ? nil : "")
          insert.bind(isEmpty ? ItemKey.number(.max) : .text("e\u{301}\0"))
          insert.bind(id)
          try insert.execute()
        }
        // After an error, the next execution begins with the first column again.
        for (number, isKnown) in [(0, true), (7, false)] {
          insert.bind(Int64(number))
          insert.bind(8 as Int64)
          insert.bind(0.5)
          insert.bind("text" as String?)
          insert.bind(ItemKey.text("key"))
          insert.bind(ids[0])
          if isKnown {
            #expect(throws: DatabaseError.self) { try insert.execute() }
          } else {
            try insert.execute()
          }
        }
      }
      let rows = try Row.fetchAll(db, sql: "SELECT a, b, c, d, e, hex(f) FROM t ORDER BY a")
      let values = rows.map { Array($0.databaseValues) }
      let first = "00000000000000010000000000000002"
      let second = "FFFFFFFFFFFFFFFF0102030405060708"
      func row(_ values: (any DatabaseValueConvertible)?...) -> [DatabaseValue] {
        values.map { $0?.databaseValue ?? .null }
      }
      #expect(
        values == [
          row(0, Int64.min, 0.1, "", "\u{E9}\(Self.storedNull)", first),
          row(1, nil, -1e300, nil, Int64.max, second), row(7, 8, 0.5, "text", "key", first),
        ])
      let select = try RawStatement("SELECT b FROM t WHERE a = ?", db)
      for (number, expected) in [(0, Int64.min), (3, nil), (7, 8), (0, .min)] as [(Int64, Int64?)] {
        select.bind(number)
        #expect(try select.number() == expected)
      }
    }
  }

  /// Reads the columns of a row with a closure. Returns its error, if any.
  private func read(_ columns: String, _ body: (inout ColumnReader) throws -> Void) -> String? {
    do {
      try DatabaseQueue().read { db in
        let row = try #require(try Row.fetchOne(db, sql: "SELECT \(columns)"))
        var reader = ColumnReader(row)
        try body(&reader)
      }
      return nil
    } catch {
      let error = error as? DatabaseError
      #expect(error?.resultCode == .SQLITE_CORRUPT)
      return error?.message
    }
  }

  @Test func `columns are read in order, and an unexpected value is damage with its name`() {
    let noError = read("1 AS a, 'x' AS b, NULL AS c, 2.5 AS d, NULL AS e, 3 AS f, 2 AS g") {
      (row: inout ColumnReader) throws in
      #expect(try row.next() == 1)
      #expect(try row.next() == "x")
      #expect(try row.nextIfAny() as Int? == nil)
      #expect(try row.next(in: 2.5...2.5) == 2.5)
      #expect(try row.nextIfAny(in: 0...1) as Int? == nil)
      #expect(try row.nextIfAny(in: 3...4) == 3)
      #expect(try row.next(DeliveryState.self) == .rejected)
    }
    #expect(noError == nil)
    #expect(
      read("1 AS a, NULL AS b") { _ = (try $0.next() as Int, try $0.next() as Int) } == "b is empty"
    )
    #expect(
      read("1 AS a") { _ = (try $0.next() as Int, try $0.next() as Int) } == "a column is missing")
    #expect(
      read("1 AS a, 'x' AS b") { _ = (try $0.next() as Int, try $0.next() as Int) }
        == "b has the wrong type")
    #expect(read("NULL AS a") { _ = try $0.next(in: 0...1) as Int } == "a is empty")
    for (number, isDamage) in [(-1, true), (0, false), (3, false), (4, true)] {
      let damage = isDamage ? "a is out of range" : nil
      #expect(read("\(number) AS a") { _ = try $0.next(in: 0...3) as Int } == damage)
      #expect(read("\(number) AS a") { _ = try $0.nextIfAny(in: 0...3) as Int? } == damage)
      #expect(read("\(number) AS a") { _ = try $0.next(DeliveryState.self) } == damage)
    }
  }

  @Test func `an item's key is a number or text, and text ends at no null character`() throws {
    for key in [ItemKey.number(.min), .number(5), .text(""), .text("5"), .text("a\0b")] {
      #expect(try ItemKey(key.databaseValue) == key)
    }
    for value in [DatabaseValue.null, 0.5.databaseValue, Data([1]).databaseValue] {
      #expect(throws: DatabaseError.self) { try ItemKey(value) }
    }
    // Composed, with U+FDD0 in the place of U+0000.
    #expect(Array("e\u{301}\0".stored.unicodeScalars) == ["\u{E9}", Self.storedNull])
    #expect(Array("\u{7F}".stored.unicodeScalars) == ["\u{7F}"])
    #expect(Array("a\0".stored.unicodeScalars) == ["a", Self.storedNull])
  }

  @Test func `an ID reads back from its bytes and its text, which have its order`() {
    let words: [UInt64] = [0, 1, 0xFF, 1 << 32, 1 << 63, .max]
    let ids = words.flatMap { high in words.map { EventID(high: high, low: $0) } }
    for id in ids {
      #expect(id.bytes.count == 16 && EventID(bytes: id.bytes) == id)
      #expect(EventID(id.description) == id && EventID(id.description.uppercased()) == id)
      #expect(id.description.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      for other in ids {
        #expect((id < other) == id.bytes.lexicographicallyPrecedes(other.bytes))
        #expect((id < other) == (id.description < other.description))
      }
    }
    for count in [0, 15, 17] {
      #expect(EventID(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
  }

  @Test func `every error of SQLite has a kind, a path and advice`() {
    let url = URL(fileURLWithPath: "/logs/a.sqlite")
    func kind(_ code: ResultCode, _ message: String = "words") -> LogError.Kind {
      let error = LogError(DatabaseError(resultCode: code, message: message), at: url)
      #expect(error.path == "/logs/a.sqlite" && error.detail.contains(message))
      #expect(error.description.hasPrefix("/logs/a.sqlite: ") && error.description.contains("; "))
      return error.kind
    }
    for code in [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH] {
      #expect(kind(code) == .corrupt)
    }
    #expect(kind(.SQLITE_ERROR, "malformed JSON") == .corrupt)
    #expect(kind(.SQLITE_ERROR, "unsupported file format") == .corrupt)
    #expect(kind(.SQLITE_ERROR) == .database(code: 1))
    #expect(kind(.SQLITE_BUSY) == .locked && kind(.SQLITE_LOCKED) == .locked)
    #expect(kind(.SQLITE_FULL) == .diskFull)
    #expect(kind(.SQLITE_READONLY) == .readOnly && kind(.SQLITE_PERM) == .readOnly)
    #expect(kind(.SQLITE_AUTH) == .readOnly && kind(.SQLITE_CANTOPEN) == .cannotOpen)
    struct Other: Error {}
    #expect(LogError(Other(), at: url).kind == .cannotOpen)
    let closed = LogError(kind: .closed, path: "/b", detail: "")
    #expect(LogError(closed, at: url) == closed)
    #expect(closed.description == "/b: the log is closed; open it again")
    let damaged = LogError(kind: .readOnly, path: "/b", detail: "why")
    #expect(damaged.description.hasPrefix("/b: the log cannot be written (why); "))
  }
}
#endif
