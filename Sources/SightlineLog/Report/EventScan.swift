#if Log
internal import GRDB
internal import GRDBSQLite

/// Walks over millions of rows with SQLite's own functions: GRDB's rows would take several times as
/// long.
struct EventScan {
  private let database: Database
  private let statement: Statement

  /// A scan of the events under a condition, in the order of writing.
  init(
    _ columns: String, where condition: String, _ arguments: [DatabaseValue], _ db: Database
  ) throws {
    database = db
    statement = try db.makeStatement(
      sql: "SELECT \(columns) FROM event WHERE \(condition) ORDER BY position")
    statement.setUncheckedArguments(StatementArguments(arguments))
  }

  /// A row, for as long as the scan stands on it.
  struct Row {
    fileprivate let raw: OpaquePointer

    subscript(column: Int32) -> Int64 {
      @inline(__always) get { sqlite3_column_int64(raw, column) }
    }

    func text(_ column: Int32) -> String? {
      guard let text = sqlite3_column_text(raw, column) else { return nil }
      return String(cString: text)
    }
  }

  @inline(__always)
  func forEachRow(_ body: (Row) throws -> Void) throws {
    let row = Row(raw: statement.sqliteStatement)
    defer { sqlite3_reset(row.raw) }
    while true {
      let code = sqlite3_step(row.raw)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
          message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
      }
      try body(row)
    }
  }
}
#endif
