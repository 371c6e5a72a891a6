import Foundation

/// A strict pull parser for one line of JSON, reading bytes in place.
///
/// It builds no tree: callers know the kind of line and ask for values in turn. With `Codable`,
/// reading would be by far the most expensive part of a replay (`docs/inside/traces.md`).
/// Invariants:
/// 1. `position` never passes the end, for any input.
/// 2. Accepted input is valid JSON (RFC 8259) except for escapes in skipped strings, and every
///    returned number is finite.
/// 3. A key with an escape never equals a known key.
struct JSONScanner {
  /// The maximum nesting depth of arrays and objects. The format needs 4.
  static let maximumDepth = 64

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  /// The last key, which errors name.
  var key = ""
  /// Whether the innermost array or object has just begun, so no comma precedes the next value.
  private var isFirst = false
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  // MARK: Tokens

  private typealias Token = Slice<UnsafeBufferPointer<UInt8>>

  /// The byte at the position, or 0 at the end; valid JSON contains no 0.
  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private var isDigit: Bool { byte >= 0x30 && byte <= 0x39 }

  private func unexpected(_ expected: String) -> Problem {
    .notJSON(column: position + 1, expected: expected)
  }

  private mutating func skipSpace() {
    while byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }

  /// Skips space. Returns whether the next byte is the expected one.
  mutating func isNext(_ expected: UInt8) -> Bool {
    skipSpace()
    return byte == expected
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard isNext(expected) else { return false }
    position += 1
    return true
  }

  /// Consumes a literal (`true`, `false`, `null`) if present.
  mutating func take(_ word: StaticString) -> Bool {
    skipSpace()
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      (position..<end).allSatisfy({ bytes[$0] == word.utf8Start[$0 - position] })
    else { return false }
    position = end
    return true
  }

  /// Scans a string. Returns its text between the quotes, with escapes intact.
  private mutating func stringToken() throws(Problem) -> Token {
    position += 1
    let start = position
    while byte != 0x22 {
      if byte == 0x5C { position += 1 }
      if byte < 0x20 {
        let isAtEnd = position >= bytes.count
        throw unexpected(isAtEnd ? "a closing quote" : "no control character in a string")
      }
      position += 1
    }
    position += 1
    return bytes[start..<position - 1]
  }

  /// Scans a number: no leading zeros or plus, digits on both sides of the point.
  private mutating func numberToken() throws(Problem) -> Token {
    let start = position
    if byte == 0x2D { position += 1 }
    if byte == 0x30 { position += 1 } else { try skipDigits() }
    if byte == 0x2E {
      position += 1
      try skipDigits()
    }
    if byte == 0x65 || byte == 0x45 {
      position += 1
      if byte == 0x2B || byte == 0x2D { position += 1 }
      try skipDigits()
    }
    if isDigit { throw unexpected("no leading zero") }
    return bytes[start..<position]
  }

  private mutating func skipDigits() throws(Problem) {
    guard isDigit else { throw unexpected("a digit") }
    while isDigit { position += 1 }
  }

  // MARK: Objects and arrays

  mutating func beginObject() throws(Problem) { try begin(0x7B, "an object") }

  mutating func beginArray() throws(Problem) { try begin(0x5B, "an array") }

  private mutating func begin(_ bracket: UInt8, _ expected: String) throws(Problem) {
    guard take(bracket) else { throw wrongType(expected) }
    depth += 1
    isFirst = true
    if depth > JSONScanner.maximumDepth { throw .nestedTooDeeply(column: position) }
  }

  /// Reads the next key and its colon. Returns `nil` after the closing brace.
  mutating func nextKey() throws(Problem) -> String? {
    guard try advance(upTo: 0x7D, #""," or "}""#) else { return nil }
    guard isNext(0x22) else { throw unexpected("a key in quotes") }
    key = String(decoding: try stringToken(), as: UTF8.self)
    guard take(0x3A) else { throw unexpected("\":\"") }
    return key
  }

  /// Advances to the next element. Returns `false` after the closing bracket.
  mutating func nextElement() throws(Problem) -> Bool { try advance(upTo: 0x5D, #""," or "]""#) }

  private mutating func advance(upTo bracket: UInt8, _ expected: String) throws(Problem) -> Bool {
    let isAtEnd = take(bracket)
    if isAtEnd { depth -= 1 } else if !isFirst, !take(0x2C) { throw unexpected(expected) }
    isFirst = false
    return !isAtEnd
  }

  /// Checks that only space remains.
  mutating func end() throws(Problem) {
    skipSpace()
    if position < bytes.count { throw unexpected("the end of the line") }
  }

  // MARK: Values

  mutating func skipValue() throws(Problem) {
    skipSpace()
    switch byte {
    case 0x7B:
      try beginObject()
      while try nextKey() != nil { try skipValue() }
    case 0x5B:
      try beginArray()
      while try nextElement() { try skipValue() }
    case 0x22: _ = try stringToken()
    case 0x2D, 0x30...0x39: _ = try numberToken()
    default:
      guard take("true") || take("false") || take("null") else {
        // A literal cut off by the end of the line is incomplete, not wrong.
        let rest = bytes[position...]
        if ["true", "false", "null"].contains(where: { $0.utf8.starts(with: rest) }) {
          position = bytes.count
        }
        throw unexpected("a value")
      }
    }
  }

  /// Returns the problem for a value of the wrong type, or for text that isn't JSON.
  func wrongType(_ expected: String) -> Problem {
    var probe = self
    do { try probe.skipValue() } catch { return error }
    return .wrongType(key: key, expected: expected)
  }

  mutating func string() throws(Problem) -> String {
    guard isNext(0x22) else { throw wrongType("a string") }
    let start = position
    let token = try stringToken()
    guard token.contains(0x5C) else { return String(decoding: token, as: UTF8.self) }
    guard
      let text = try? JSONDecoder().decode(String.self, from: Data(bytes[start..<position]))
    else {
      throw .notJSON(column: start + 1, expected: "a string with escapes that JSON knows")
    }
    return text
  }

  mutating func double() throws(Problem) -> Double {
    guard isNext(0x2D) || isDigit else { throw wrongType("a number") }
    let token = try numberToken()
    if let value = JSONScanner.shortNumber(token) { return value }
    guard let value = Double(String(decoding: token, as: UTF8.self)), value.isFinite else {
      throw .outOfRange(key: key, expected: "a finite number")
    }
    return value
  }

  /// Returns the value of up to 15 digits without an exponent, the most frequent numbers. They and
  /// their power of ten are exact, so the quotient is correctly rounded.
  private static func shortNumber(_ token: Token) -> Double? {
    if token.count > 15 { return nil }
    var (digits, power, isFraction) = (0.0, 1.0, false)
    for byte in token where byte != 0x2D {
      switch byte {
      case 0x2E: isFraction = true
      case 0x30...0x39:
        digits = digits * 10 + Double(byte - 0x30)
        if isFraction { power *= 10 }
      default: return nil
      }
    }
    return token.first == 0x2D ? -digits / power : digits / power
  }

  /// Reads an integer within a range. Accepts whole numbers such as `5.0`.
  mutating func integer<Value: FixedWidthInteger>(
    in range: ClosedRange<Value>
  ) throws(Problem) -> Value {
    guard isNext(0x2D) || isDigit else { throw wrongType("an integer") }
    let text = String(decoding: try numberToken(), as: UTF8.self)
    var value = Value(text)
    if value == nil {
      let double = Double(text) ?? .nan
      if double != double.rounded() { throw .wrongType(key: key, expected: "an integer") }
      // Beyond 2^53, a number with a point or exponent doesn't identify a single integer.
      if abs(double) <= 9_007_199_254_740_992 { value = Value(exactly: double) }
    }
    guard let value, range.contains(value) else {
      throw .outOfRange(
        key: key, expected: "an integer in \(range.lowerBound)...\(range.upperBound)")
    }
    return value
  }
}
