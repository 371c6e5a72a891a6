import SightlineCore

/// The JSON form of a value, including its range, which is part of the format.
protocol ValueForm<Value>: Sendable {
  associatedtype Value: Equatable & Sendable

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Value
  func write(_ value: Value, to encoder: inout LineEncoder)
}

struct OptionalForm<Form: ValueForm>: ValueForm {
  let form: Form

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Form.Value? {
    try form.read(&json, key)
  }

  func write(_ value: Form.Value?, to encoder: inout LineEncoder) {
    if let value { form.write(value, to: &encoder) } else { encoder.raw("null") }
  }
}

extension ValueForm {
  /// The form of a value, or `null` without one.
  static func orNull<Form: ValueForm>(_ form: Form) -> Self where Self == OptionalForm<Form> {
    Self(form: form)
  }
}

struct IntegerForm<Value: FixedWidthInteger & Sendable>: ValueForm {
  let range: ClosedRange<Value>

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Value {
    try json.integer(key, in: range)
  }

  func write(_ value: Value, to encoder: inout LineEncoder) { encoder.raw("\(value)") }
}

/// The form of a 64-bit identifier. Values beyond 2^53 are written as strings, since readers that
/// parse numbers as doubles would round them.
struct IdentityForm: ValueForm {
  private let numbers = IntegerForm<UInt64>(range: 0 ... .max)
  private static let greatestExactDouble: UInt64 = 1 << 53

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> UInt64 {
    json.skipSpace()
    guard json.byte == UInt8(ascii: "\"") else { return try numbers.read(&json, key) }
    let text = try json.string(key)
    guard let value = UInt64(text), "\(value)" == text else {
      throw .outOfRange(key: key.text, expected: "an integer in 0...\(UInt64.max)")
    }
    return value
  }

  func write(_ value: UInt64, to encoder: inout LineEncoder) {
    if value > Self.greatestExactDouble {
      encoder.string("\(value)")
    } else {
      numbers.write(value, to: &encoder)
    }
  }
}

/// The form of a parent's node number, with -1 for no parent.
struct ParentForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Int? {
    let id = try json.integer(key, in: -1...IntegerForm.id.range.upperBound)
    return id == -1 ? nil : id
  }

  func write(_ value: Int?, to encoder: inout LineEncoder) { encoder.raw("\(value ?? -1)") }
}

struct NumberForm: ValueForm {
  var range: ClosedRange<Double>?

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Double {
    let value = try json.double(key)
    if let range, !range.contains(value) {
      let expected =
        range == NumberForm.positive.range
        ? "a number above 0" : "a number in \(range.lowerBound)...\(range.upperBound)"
      throw .outOfRange(key: key.text, expected: expected)
    }
    return value
  }

  func write(_ value: Double, to encoder: inout LineEncoder) { encoder.number(value) }
}

struct BoolForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Bool {
    if json.takeWord("true") { return true }
    if json.takeWord("false") { return false }
    throw json.wrongType(key, "true or false")
  }

  func write(_ value: Bool, to encoder: inout LineEncoder) { encoder.raw(value ? "true" : "false") }
}

/// The form of an event flag, which is either true or absent.
struct OccurrenceForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Bool {
    if try BoolForm().read(&json, key) { return true }
    throw .badValue(key: key.text, reason: "must be true or absent")
  }

  func write(_ value: Bool, to encoder: inout LineEncoder) { BoolForm().write(value, to: &encoder) }
}

/// The form of a string of at most ``TraceLimits/text`` bytes.
struct TextForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> String {
    var probe = json
    guard try probe.code(key).bytes.count <= TraceLimits.text else {
      throw .tooMany("bytes in \"\(key.text)\"", limit: TraceLimits.text)
    }
    return try json.string(key)
  }

  func write(_ value: String, to encoder: inout LineEncoder) { encoder.string(value) }
}

/// The form of a display name. Readers and writers cut it to ``TraceWatch/maximumNameLength``.
struct NameForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> String {
    TraceWatch.shortened(try TextForm().read(&json, key))
  }

  func write(_ value: String, to encoder: inout LineEncoder) {
    encoder.string(TraceWatch.shortened(value))
  }
}

/// The form of arbitrary JSON, kept as text.
struct JSONForm: ValueForm {
  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> String {
    let range = try json.skipValue()
    guard range.count <= TraceLimits.action else {
      throw .tooMany("bytes in \"\(key.text)\"", limit: TraceLimits.action)
    }
    return String(decoding: json.bytes[range], as: UTF8.self)
  }

  func write(_ value: String, to encoder: inout LineEncoder) { encoder.raw(value) }
}

/// The form of an enumeration case, by its code.
struct ChoiceForm<Value: Equatable & Sendable>: ValueForm {
  let choices: [(code: StaticString, value: Value)]

  func read(_ json: inout JSONScanner, _ key: JSONKey) throws(Problem) -> Value {
    let text = try json.code(key)
    for choice in choices where text == choice.code { return choice.value }
    let known = choices.map { "\($0.code)" }.joined(separator: ", ")
    throw .badValue(key: key.text, reason: "\"\(text.text.prefix(80))\" is not one of \(known)")
  }

  func write(_ value: Value, to encoder: inout LineEncoder) {
    guard let choice = choices.first(where: { $0.value == value }) else {
      preconditionFailure("a trace has no code for \(value)")
    }
    encoder.string("\(choice.code)")
  }
}

extension ValueForm where Self == IntegerForm<Int> {
  /// Numbers of nodes, observers, viewports and watches: limited to 31 bits, to index arrays
  /// anywhere.
  static var id: Self { Self(range: 0...Int(Int32.max)) }
  /// Steps and counts: limited to the exact integers of JavaScript.
  static var count: Self { Self(range: 0...9_007_199_254_740_992) }
  static func integer(_ range: ClosedRange<Int>) -> Self { Self(range: range) }
}

extension ValueForm where Self == IntegerForm<Int64> {
  static var nanoseconds: Self { Self(range: .min ... .max) }
  /// A duration, or a count in its place.
  static var duration: Self { Self(range: 0 ... .max) }
}

extension ValueForm where Self == IdentityForm { static var identity: Self { Self() } }

extension ValueForm where Self == NumberForm {
  static var number: Self { Self() }
  static var fraction: Self { Self(range: 0...1) }
  static var positive: Self { Self(range: .leastNonzeroMagnitude ... .greatestFiniteMagnitude) }
  static func number(_ range: ClosedRange<Double>) -> Self { Self(range: range) }
}

extension ValueForm where Self == ParentForm { static var parent: Self { Self() } }
extension ValueForm where Self == BoolForm { static var bool: Self { Self() } }
extension ValueForm where Self == OccurrenceForm { static var occurrence: Self { Self() } }
extension ValueForm where Self == TextForm { static var text: Self { Self() } }
extension ValueForm where Self == NameForm { static var name: Self { Self() } }
extension ValueForm where Self == JSONForm { static var json: Self { Self() } }
