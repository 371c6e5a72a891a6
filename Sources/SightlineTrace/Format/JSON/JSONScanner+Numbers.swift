extension JSONScanner {
  /// A parsed number: its leading digits, power of ten and range in the input.
  struct Number {
    var digits: UInt64
    var exponent: Int
    var isNegative: Bool
    /// Whether the number has neither a fraction nor an exponent.
    var isWhole: Bool
    /// Whether `digits` and `exponent` represent the number exactly, with no digit dropped.
    var isExact: Bool
    var range: Range<Int>
  }

  /// Exponents are clamped here: any number beyond is 0 or too large.
  private static let exponentLimit = 100_000

  /// The greatest 64-bit number with room for another digit.
  private static let roomForDigit = (UInt64.max - 9) / 10

  /// Scans a number in strict JSON grammar: no leading zeros or plus, digits on both sides of the
  /// point.
  mutating func numberToken() throws(Problem) -> Number {
    let start = position
    let isNegative = byte == 0x2D
    if isNegative { position += 1 }
    // Separate variables: reading back a whole struct would wait for the store of each field, which
    // took a fifth of the time of reading a trace.
    var (digits, exponent): (UInt64, Int) = (0, 0)
    var (isWhole, isExact) = (true, true)
    switch byte {
    case 0x30: position += 1
    case 0x31...0x39: takeDigits(&digits, &isExact)
    default: throw unexpected("a digit")
    }
    if byte == 0x2E {
      position += 1
      isWhole = false
      guard isDigit else { throw unexpected("a digit") }
      exponent = -takeDigits(&digits, &isExact)
    }
    if byte == 0x65 || byte == 0x45 {
      position += 1
      isWhole = false
      exponent += try exponentToken()
    }
    if isDigit { throw unexpected("no leading zero") }
    return Number(
      digits: digits, exponent: exponent, isNegative: isNegative, isWhole: isWhole,
      isExact: isExact, range: start..<position)
  }

  private var isDigit: Bool { byte >= 0x30 && byte <= 0x39 }

  /// Scans digits. Returns their number.
  @discardableResult @inline(__always)
  private mutating func takeDigits(_ digits: inout UInt64, _ isExact: inout Bool) -> Int {
    let start = position
    var index = start
    while index < bytes.count, digits <= JSONScanner.roomForDigit {
      let digit = bytes[index] &- 0x30
      if digit > 9 { break }
      digits = digits &* 10 &+ UInt64(digit)
      index += 1
    }
    position = index
    while isDigit {
      isExact = false
      position += 1
    }
    return position - start
  }

  private mutating func exponentToken() throws(Problem) -> Int {
    let isNegative = byte == 0x2D
    if isNegative || byte == 0x2B { position += 1 }
    guard isDigit else { throw unexpected("a digit") }
    var exponent = 0
    while isDigit {
      exponent = min(exponent * 10 + Int(byte - 0x30), JSONScanner.exponentLimit)
      position += 1
    }
    return isNegative ? -exponent : exponent
  }

  mutating func double(_ key: JSONKey) throws(Problem) -> Double {
    skipSpace()
    guard byte == 0x2D || isDigit else { throw wrongType(key, "a number") }
    let number = try numberToken()
    guard let value = value(of: number), value.isFinite else {
      throw .outOfRange(key: key.text, expected: "a finite number")
    }
    return value
  }

  /// 10^0 ... 10^22: the powers of ten that `Double` represents exactly.
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  private func value(of number: Number) -> Double? {
    // One correctly rounded operation on two exact numbers is correctly rounded (W. D. Clinger,
    // "How to read floating point numbers accurately", 1990). Other cases go to the standard
    // library.
    if number.isExact, number.digits <= 1 << 53, number.exponent >= -22, number.exponent <= 22 {
      let digits = Double(number.digits)
      let value =
        number.exponent == 0
        ? digits
        : number.exponent < 0
          ? digits / JSONScanner.powers[-number.exponent]
          : digits * JSONScanner.powers[number.exponent]
      return number.isNegative ? -value : value
    }
    return Double(String(decoding: bytes[number.range], as: UTF8.self))
  }

  /// Reads an integer within a range. Accepts whole numbers such as `5.0`.
  mutating func integer<Value: FixedWidthInteger>(
    _ key: JSONKey, in range: ClosedRange<Value>
  ) throws(Problem) -> Value {
    skipSpace()
    guard byte == 0x2D || isDigit else { throw wrongType(key, "an integer") }
    let number = try numberToken()
    var result: Value?
    if !number.isWhole {
      guard let value = value(of: number), value.isFinite, value == value.rounded() else {
        throw .wrongType(key: key.text, expected: "an integer")
      }
      // Beyond 2^53, a number with a point or exponent doesn't identify a single integer.
      result = abs(value) <= 9_007_199_254_740_992 ? Value(exactly: value) : nil
    } else if number.isExact && !number.isNegative {
      result = Value(exactly: number.digits)
    } else {
      result = Value(String(decoding: bytes[number.range], as: UTF8.self))
    }
    guard let result, range.contains(result) else {
      throw .outOfRange(
        key: key.text, expected: "an integer in \(range.lowerBound)...\(range.upperBound)")
    }
    return result
  }
}
