extension JSONScanner {
  /// Scans a string. Returns the range between its quotes, with escapes intact.
  mutating func stringToken() throws(Problem) -> Range<Int> {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        position += 1
        return start..<position - 1
      case 0x5C: try skipEscape()
      case 0x00..<0x20: throw unexpected("no control character in a string")
      default: position += 1
      }
    }
    throw unexpected("a closing quote")
  }

  private mutating func skipEscape() throws(Problem) {
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
    case 0x75:
      position += 1
      _ = try hexadecimal()
    default: throw unexpected("an escape that JSON knows")
    }
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Reads a string value as bytes, with escapes intact.
  mutating func code(_ key: JSONKey) throws(Problem) -> JSONKey {
    skipSpace()
    guard byte == 0x22 else { throw wrongType(key, "a string") }
    return JSONKey(bytes: UnsafeBufferPointer(rebasing: bytes[try stringToken()]))
  }

  mutating func string(_ key: JSONKey) throws(Problem) -> String {
    let code = try code(key)
    guard code.bytes.contains(0x5C) else { return code.text }
    let end = position - 1
    var inner = JSONScanner(bytes)
    inner.position = end - code.bytes.count
    return try inner.unescaped(upTo: end)
  }

  private mutating func unescaped(upTo end: Int) throws(Problem) -> String {
    var result: [UInt8] = []
    while position < end {
      guard byte == 0x5C else {
        result.append(byte)
        position += 1
        continue
      }
      position += 2
      switch bytes[position - 1] {
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75: result += try String(Character(scalar())).utf8
      case let other: result.append(other)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Scans the rest of a `\u` escape, including the second half of a surrogate pair.
  private mutating func scalar() throws(Problem) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xD800..<0xDC00).contains(first), byte == 0x5C {
      position += 1
      if byte == 0x75 {
        position += 1
        let second = try hexadecimal()
        if (0xDC00..<0xE000).contains(second),
          let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
          return scalar
        }
      }
    }
    throw unexpected("a pair of surrogates")
  }

  /// Returns the offset of the first invalid UTF-8 byte, or `nil` if all bytes are valid.
  static func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    // Almost all lines are ASCII, which can be checked eight bytes at a time.
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count,
      raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
    }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[index...].makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): index += scalar.count
      case .emptyInput: return nil
      case .error: return index
      }
    }
  }

  /// Returns whether the bytes from `start` are exactly the beginning of a character.
  static func endsWithinCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let length =
      switch bytes[start] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    let rest = bytes[start...]
    return rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }
}
