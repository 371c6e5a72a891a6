#if Log
internal import GRDB
internal import GRDBSQLite

/// Scans millions of rows with SQLite's C functions. GRDB's rows would take several times as long.
struct EventScan {
  private let database: Database
  private let statement: Statement

  /// Creates a scan of the events satisfying a condition, in the order of writing.
  init(
    _ columns: String, where condition: String, _ arguments: [DatabaseValue], _ db: Database
  ) throws {
    database = db
    statement = try db.makeStatement(
      sql: "SELECT \(columns) FROM event WHERE \(condition) ORDER BY position")
    statement.setUncheckedArguments(StatementArguments(arguments))
  }

  /// The current row of a scan. Valid until the scan advances.
  struct Row {
    fileprivate let raw: OpaquePointer

    /// Reads an integer column. Any other type is damage.
    subscript(column: Int32) -> Int64 {
      @inline(__always) get throws {
        guard sqlite3_column_type(raw, column) == SQLITE_INTEGER else { throw damage(column) }
        return sqlite3_column_int64(raw, column)
      }
    }

    /// Reads an integer column, checking its range.
    @inline(__always)
    func number(_ column: Int32, in range: ClosedRange<Int64>) throws -> Int64 {
      let number = try self[column]
      guard range.contains(number) else { throw damage(column) }
      return number
    }

    func text(_ column: Int32) -> String? {
      guard let text = sqlite3_column_text(raw, column) else { return nil }
      return String(cString: text)
    }

    private func damage(_ column: Int32) -> DatabaseError {
      .damage("\(String(cString: sqlite3_column_name(raw, column))) is of another type or range")
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
