/// A strict pull parser for one line of JSON, reading bytes in place.
///
/// It builds no tree: callers know the kind of line and ask for values in turn. With `Codable`,
/// reading would be by far the most expensive part of a replay (`docs/traces.md`).
///
/// Invariants:
/// 1. `position` never passes the end, for any input.
/// 2. Accepted input is valid JSON (RFC 8259), and every returned number is finite.
/// 3. A key with an escape never equals a known key.
///
/// The bytes must be valid UTF-8 (``firstInvalidUTF8(in:)``) before strings are read from them.
struct JSONScanner {
  /// The maximum nesting depth of arrays and objects. The format needs 4.
  static let maximumDepth = 64

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  /// Whether the innermost array or object has just begun, so no comma precedes the next value.
  var isFirst = false
  var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The byte at the position, or 0 at the end; valid JSON contains no 0.
  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  var isAtEnd: Bool { position >= bytes.count }

  func unexpected(_ expected: String) -> Problem {
    .notJSON(column: position + 1, expected: expected)
  }

  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Skips space, then consumes the next byte if it matches.
  mutating func take(_ expected: UInt8) -> Bool {
    if byte != expected {
      skipSpace()
      guard byte == expected else { return false }
    }
    position += 1
    return true
  }

  // Containers.

  private mutating func descend() throws(Problem) {
    depth += 1
    isFirst = true
    if depth > JSONScanner.maximumDepth { throw .nestedTooDeeply(column: position) }
  }

  private mutating func ascend() {
    depth -= 1
    isFirst = false
  }

  mutating func beginObject(_ key: JSONKey) throws(Problem) {
    guard take(0x7B) else { throw wrongType(key, "an object") }
    try descend()
  }

  mutating func beginArray(_ key: JSONKey) throws(Problem) {
    guard take(0x5B) else { throw wrongType(key, "an array") }
    try descend()
  }

  /// Reads the next key and its colon. Returns `nil` after the closing brace.
  mutating func nextKey() throws(Problem) -> JSONKey? {
    if take(0x7D) {
      ascend()
      return nil
    }
    if !isFirst {
      guard take(0x2C) else { throw unexpected("\",\" or \"}\"") }
    }
    isFirst = false
    skipSpace()
    guard byte == 0x22 else { throw unexpected("a key in quotes") }
    let range = try stringToken()
    guard take(0x3A) else { throw unexpected("\":\"") }
    return JSONKey(bytes: UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// Advances to the next element. Returns `false` after the closing bracket.
  mutating func nextElement() throws(Problem) -> Bool {
    if take(0x5D) {
      ascend()
      return false
    }
    if !isFirst {
      guard take(0x2C) else { throw unexpected("\",\" or \"]\"") }
    }
    isFirst = false
    return true
  }

  /// Checks that only space remains.
  mutating func end() throws(Problem) {
    skipSpace()
    if !isAtEnd { throw unexpected("the end of the line") }
  }

  // Values of any type.

  /// Consumes a literal (`true`, `false`, `null`) if present.
  mutating func takeWord(_ word: StaticString) -> Bool {
    skipSpace()
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  mutating func takeNull() -> Bool { takeWord("null") }

  mutating func skipValue() throws(Problem) {
    skipSpace()
    switch byte {
    case 0x7B:
      try beginObject(.none)
      while try nextKey() != nil { try skipValue() }
    case 0x5B:
      try beginArray(.none)
      while try nextElement() { try skipValue() }
    case 0x22: _ = try stringToken()
    case 0x2D, 0x30...0x39: _ = try numberToken()
    default:
      guard takeWord("true") || takeWord("false") || takeNull() else {
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
  func wrongType(_ key: JSONKey, _ expected: String) -> Problem {
    var probe = self
    do { try probe.skipValue() } catch { return error }
    return .wrongType(key: key.text, expected: expected)
  }
}

/// A key of a value, as bytes of the line.
struct JSONKey {
  let bytes: UnsafeBufferPointer<UInt8>

  static var none: JSONKey { JSONKey(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  static func == (key: JSONKey, name: StaticString) -> Bool {
    guard key.bytes.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<key.bytes.count where key.bytes[index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  static func ~= (name: StaticString, key: JSONKey) -> Bool { key == name }
}
