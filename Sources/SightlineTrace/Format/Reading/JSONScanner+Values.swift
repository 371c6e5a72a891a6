import SightlineCore

// The values that lines are made of. `read` fills a variable that must still be empty, since a key
// may be there only once.

/// The ranges of the format's numbers.
enum TraceRange {
  /// Nodes, observers, viewports and watches: what 31 bits hold, so that they index arrays anywhere.
  static let id = 0...Int(Int32.max)
  /// Steps and counts: what a number of JavaScript holds exactly.
  static let count = 0...9_007_199_254_740_992
  /// The most thresholds that a rule can have.
  static let thresholds = 65_535
  /// Paint order.
  static let z = Int(Int32.min)...Int(Int32.max)
}

extension JSONScanner {
  private func once<Value>(_ value: Value?, _ key: JSONKey) throws(Problem) {
    if value != nil { throw .duplicateKey(key.text) }
  }

  mutating func read(
    _ value: inout Int?, _ key: JSONKey, in range: ClosedRange<Int> = TraceRange.id
  ) throws(Problem) {
    try once(value, key)
    value = try integer(key, in: range)
  }

  mutating func read(
    _ value: inout Int64?, _ key: JSONKey, in range: ClosedRange<Int64>
  ) throws(Problem) {
    try once(value, key)
    value = try integer(key, in: range)
  }

  mutating func read(
    _ value: inout Double?, _ key: JSONKey, in range: ClosedRange<Double>? = nil
  ) throws(Problem) {
    try once(value, key)
    value = try double(key, in: range)
  }

  mutating func read(_ value: inout Bool?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    value = try bool(key)
  }

  mutating func read(_ value: inout String?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    value = try text(key)
  }

  /// Takes a string of limited length.
  private mutating func text(_ key: JSONKey) throws(Problem) -> String {
    var probe = self
    guard try probe.code(key).bytes.count <= TraceLimits.text else {
      throw .tooMany("bytes in \"\(key.text)\"", limit: TraceLimits.text)
    }
    return try string(key)
  }

  /// Checks that a list has room for another element.
  func checkRoom(after count: Int, _ key: JSONKey) throws(Problem) {
    if count == TraceLimits.elements {
      throw .tooMany("elements in \"\(key.text)\"", limit: TraceLimits.elements)
    }
  }

  mutating func read(_ value: inout LayoutRect?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    value = try rect(key)
  }

  mutating func read(_ value: inout LayoutInsets?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    let n = try numbers(4, key)
    value = LayoutInsets(top: n[0], left: n[3], bottom: n[2], right: n[1])
  }

  /// Reads margins in the web's words.
  mutating func read(_ value: inout ViewportMargins?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    let text = try text(key)
    guard let margins = MarginsText.parse(text) else {
      throw .badValue(
        key: key.text, reason: "\"\(text.prefix(80))\" is not one to four of 10px or -5%")
    }
    value = margins
  }

  /// Reads thresholds: at least one, each in 0...1.
  mutating func read(_ value: inout [Double]?, _ key: JSONKey) throws(Problem) {
    try once(value, key)
    var thresholds: [Double] = []
    try beginArray(key)
    while try nextElement() {
      if thresholds.count == TraceRange.thresholds {
        throw .tooMany("thresholds", limit: TraceRange.thresholds)
      }
      thresholds.append(try double(key, in: 0...1))
    }
    if thresholds.isEmpty {
      throw .badValue(key: key.text, reason: "0 thresholds, not 1 to \(TraceRange.thresholds)")
    }
    value = thresholds
  }

  mutating func bool(_ key: JSONKey) throws(Problem) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw wrongType(key, "true or false")
  }

  mutating func double(
    _ key: JSONKey, in range: ClosedRange<Double>?
  ) throws(Problem) -> Double {
    let value = try double(key)
    if let range, !range.contains(value) {
      throw .outOfRange(
        key: key.text, expected: "a number in \(range.lowerBound)...\(range.upperBound)")
    }
    return value
  }

  /// Takes an array of exactly `count` numbers, at most 8.
  ///
  /// - Parameter holes: whether `null` stands for a number that could not be measured (NaN).
  mutating func numbers(
    _ count: Int, _ key: JSONKey, holes: Bool = false
  ) throws(Problem) -> SIMD8<Double> {
    var result = SIMD8<Double>()
    var index = 0
    try beginArray(key)
    while try nextElement() {
      guard index < count else {
        throw .badValue(key: key.text, reason: "more than \(count) numbers")
      }
      if holes && takeNull() {
        result[index] = .nan
      } else {
        result[index] = try double(key)
      }
      index += 1
    }
    guard index == count else {
      throw .badValue(key: key.text, reason: "\(index) numbers instead of \(count)")
    }
    return result
  }

  mutating func rect(_ key: JSONKey, holes: Bool = false) throws(Problem) -> LayoutRect {
    let n = try numbers(4, key, holes: holes)
    return LayoutRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// Takes the code of one of an enumeration's cases.
  mutating func choice<Value>(
    _ key: JSONKey, of choices: [Value], code: (Value) -> StaticString
  ) throws(Problem) -> Value {
    let text = try self.code(key)
    for choice in choices where text == code(choice) { return choice }
    let known = choices.map { "\(code($0))" }.joined(separator: ", ")
    throw .badValue(key: key.text, reason: "\"\(text.text.prefix(80))\" is none of \(known)")
  }

  func require<Value>(
    _ value: Value?, _ key: StaticString, _ kind: StaticString
  ) throws(Problem) -> Value {
    guard let value else { throw .missingKey("\(key)", kind: "\(kind)") }
    return value
  }
}
