#if Log
internal import GRDB
internal import GRDBSQLite

/// A prepared statement bound and stepped with SQLite's C functions, for statements that run once
/// per event.
///
/// GRDB creates an array of values for each execution, with which appending takes 1.7 times as
/// long. Valid only during the transaction in which it was created.
final class RawStatement {
  /// `SQLITE_TRANSIENT`: SQLite copies bound text.
  private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let database: Database
  private let statement: Statement
  private let raw: OpaquePointer
  /// The blob, bound once and rewritten for each execution.
  private var blob: UnsafeMutablePointer<(UInt64, UInt64)>?
  private var column: Int32 = 0

  init(_ sql: String, _ db: Database) throws {
    database = db
    statement = try db.cachedStatement(sql: sql)
    raw = statement.sqliteStatement
  }

  deinit {
    // GRDB owns the statement and keeps it.
    sqlite3_clear_bindings(raw)
    blob?.deallocate()
  }

  func bind(_ value: Int64) {
    column += 1
    sqlite3_bind_int64(raw, column, value)
  }

  private func bindNull() {
    column += 1
    sqlite3_bind_null(raw, column)
  }

  func bind(_ value: Int64?) { value.map { bind($0) } ?? bindNull() }

  func bind(_ value: Double) {
    column += 1
    sqlite3_bind_double(raw, column, value)
  }

  func bind(_ value: String?) {
    guard var value else { return bindNull() }
    column += 1
    value.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(raw, column, $0.baseAddress, Int32($0.count), RawStatement.copies)
      }
    }
  }

  func bind(_ key: ItemKey) {
    switch key {
    case .number(let number): bind(number)
    case .text(let text): bind(text.stored)
    }
  }

  func bind(_ id: EventID) {
    column += 1
    let bytes = (id.high.bigEndian, id.low.bigEndian)
    if let blob {
      blob.pointee = bytes
    } else {
      let blob = UnsafeMutablePointer<(UInt64, UInt64)>.allocate(capacity: 1)
      blob.initialize(to: bytes)
      sqlite3_bind_blob(raw, column, blob, 16, nil)
      self.blob = blob
    }
  }

  /// Executes with the bound values.
  func execute() throws { try finish(sqlite3_step(raw)) }

  /// Executes with the bound values. Returns the number in the only row, or `nil` without rows.
  func number() throws -> Int64? {
    let code = sqlite3_step(raw)
    let number = code == SQLITE_ROW ? sqlite3_column_int64(raw, 0) : nil
    try finish(code)
    return number
  }

  private func finish(_ code: Int32) throws {
    column = 0
    defer { sqlite3_reset(raw) }
    if code == SQLITE_DONE || code == SQLITE_ROW { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
      message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
  }
}
#endif
