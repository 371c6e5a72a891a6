#if Log
internal import GRDB
internal import GRDBSQLite

// Scans of millions of rows with SQLite's C functions. GRDB's rows take several times as long.
extension Database {
  /// Calls a closure with the events satisfying a condition, in the order of writing.
  @inline(__always)
  func scan(
    _ columns: String, where condition: String, _ arguments: [DatabaseValue],
    _ body: (ScannedRow) throws -> Void
  ) throws {
    let statement = try makeStatement(
      sql: "SELECT \(columns) FROM event WHERE \(condition) ORDER BY position")
    statement.setUncheckedArguments(StatementArguments(arguments))
    let row = ScannedRow(raw: statement.sqliteStatement)
    defer { sqlite3_reset(row.raw) }
    while true {
      switch sqlite3_step(row.raw) {
      case SQLITE_ROW: try body(row)
      case SQLITE_DONE: return
      default: throw lastError
      }
    }
  }

  /// The error of the last C function.
  var lastError: DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)),
      message: String(cString: sqlite3_errmsg(sqliteConnection)))
  }
}

/// The current row of a scan. Valid until the scan advances.
struct ScannedRow {
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
    sqlite3_column_text(raw, column).map { String(cString: $0) }
  }

  private func damage(_ column: Int32) -> DatabaseError {
    .damage(
      "\(String(cString: sqlite3_column_name(raw, column))) has the wrong type or is out of range")
  }
}
#endif
