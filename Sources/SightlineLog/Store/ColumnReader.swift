#if Log
internal import GRDB

/// Reads the columns of a row in order.
///
/// A damaged file may hold anything in a column, because the schema is enforced only on writing.
/// Every value is therefore checked: an unexpected type, or a number that a log never writes, is
/// damage. GRDB's own subscripts would trap.
struct ColumnReader {
  private let row: Row
  private var index = 0

  init(_ row: Row) { self.row = row }

  /// Reads the next column, which must not be null.
  mutating func next<Value: DatabaseValueConvertible>() throws -> Value {
    guard let value: Value = try nextIfAny() else { throw damage("is empty") }
    return value
  }

  /// Reads the next column, or returns `nil` if it is null.
  mutating func nextIfAny<Value: DatabaseValueConvertible>() throws -> Value? {
    guard index < row.count else { throw DatabaseError.damage("a column is missing") }
    index += 1
    let stored: DatabaseValue = row[index - 1]
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else {
      throw damage("has the wrong type")
    }
    return value
  }

  /// Reads the next column as a number in a range.
  mutating func next<Number: DatabaseValueConvertible & Comparable>(
    in range: ClosedRange<Number>
  ) throws -> Number {
    guard let number = try nextIfAny(in: range) else { throw damage("is empty") }
    return number
  }

  /// Reads the next column as a number in a range, or returns `nil` if it is null.
  mutating func nextIfAny<Number: DatabaseValueConvertible & Comparable>(
    in range: ClosedRange<Number>
  ) throws -> Number? {
    guard let number: Number = try nextIfAny() else { return nil }
    guard range.contains(number) else { throw damage("is out of range") }
    return number
  }

  /// Reads the next column as the raw value of an enumeration.
  mutating func next<Value: RawRepresentable>(
    _: Value.Type
  ) throws -> Value where Value.RawValue: DatabaseValueConvertible {
    guard let value = Value(rawValue: try next()) else { throw damage("is out of range") }
    return value
  }

  /// Reads the next column as a duration in nanoseconds.
  mutating func nextDuration() throws -> Duration {
    .nanoseconds(try next(in: LogRange.durations))
  }

  /// Reads the next two columns as the ends of a range within limits.
  mutating func nextRange<Number: DatabaseValueConvertible & Comparable>(
    in limits: ClosedRange<Number>
  ) throws -> ClosedRange<Number> {
    let first = try next(in: limits)
    return first...(try next(in: first...limits.upperBound))
  }

  /// Returns an error about the last column read.
  func damage(_ words: String) -> DatabaseError {
    .damage("\(Array(row.columnNames)[index - 1]) \(words)")
  }
}

extension DatabaseError {
  /// Returns an error for content that a log never writes.
  static func damage(_ words: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: words)
  }
}

/// The ranges of numbers that a log writes.
@_spi(Tools) public enum LogRange {
  /// Positions and counts, far from overflow in sums.
  static let counts: ClosedRange<Int64> = 0...1 << 53
  /// Milliseconds since 1970 for the years 1 to 9999, the range of four-digit dates.
  public static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// Days since 1970 for the same years, plus a day at each end for local time.
  public static let days: ClosedRange<Int> = -719_163...2_932_897
  /// Nanoseconds of an event: 104 days at most, far from overflow in sums, and exact in JavaScript.
  static let durations: ClosedRange<Int64> = 0...1 << 53
  /// Seconds ahead of UTC: a day at most.
  public static let offsets: ClosedRange<Int> = -86_400...86_400
}

extension Duration {
  /// The nanoseconds to store.
  var storedNanoseconds: Int64 { saturatedNanoseconds.clamped(to: LogRange.durations) }
}

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
#endif
