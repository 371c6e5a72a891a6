import SightlineCore

/// The JSON form of a value, including its range, which is part of the format.
struct ValueForm<Value: Equatable & Sendable>: Sendable {
  let read: @Sendable (inout JSONScanner, JSONKey) throws(Problem) -> Value
  let write: @Sendable (Value, inout LineEncoder) -> Void

  /// The form of a value, or `null` without one.
  var orNull: ValueForm<Value?> {
    ValueForm<Value?> { json, key throws(Problem) in
      try read(&json, key)
    } write: { value, encoder in
      if let value { write(value, &encoder) } else { encoder.raw("null") }
    }
  }

  /// The form of an enumeration case, by its code.
  static func choice(_ choices: [(code: StaticString, value: Value)]) -> Self {
    Self { json, key throws(Problem) in
      let text = try json.code(key)
      for choice in choices where text == choice.code { return choice.value }
      let codes = choices.map { "\($0.code)" }.joined(separator: ", ")
      throw .badValue(key: key.text, reason: "\"\(text.text.prefix(80))\" is not one of \(codes)")
    } write: { value, encoder in
      guard let choice = choices.first(where: { $0.value == value }) else {
        preconditionFailure("a trace has no code for \(value)")
      }
      encoder.string("\(choice.code)")
    }
  }
}

extension ValueForm where Value: FixedWidthInteger {
  static func integer(_ range: ClosedRange<Value>) -> Self {
    Self { json, key throws(Problem) in
      try json.integer(key, in: range)
    } write: { value, encoder in
      encoder.raw("\(value)")
    }
  }
}

extension ValueForm where Value == Int {
  static var id: Self { .integer(0...TraceLimits.id) }
  static var count: Self { .integer(0...TraceLimits.count) }
}

extension ValueForm where Value == Int64 {
  static var nanoseconds: Self { .integer(.min ... .max) }
  /// A duration, or a count in its place.
  static var duration: Self { .integer(0 ... .max) }
}

extension ValueForm where Value == UInt64 {
  /// The form of a 64-bit identifier. Values beyond 2^53 are written as strings, since readers that
  /// parse numbers as doubles would round them.
  static var identity: Self {
    Self { json, key throws(Problem) in
      json.skipSpace()
      guard json.byte == UInt8(ascii: "\"") else { return try json.integer(key, in: 0 ... .max) }
      let text = try json.string(key)
      guard let value = UInt64(text), "\(value)" == text else {
        throw .outOfRange(key: key.text, expected: "an integer in 0...\(UInt64.max)")
      }
      return value
    } write: { value, encoder in
      if value > TraceLimits.count { encoder.string("\(value)") } else { encoder.raw("\(value)") }
    }
  }
}

extension ValueForm where Value == Int? {
  /// The form of a parent's node number, with -1 for no parent.
  static var parent: Self {
    Self { json, key throws(Problem) in
      let id = try json.integer(key, in: -1...TraceLimits.id)
      return id == -1 ? nil : id
    } write: { value, encoder in
      encoder.raw("\(value ?? -1)")
    }
  }
}

extension ValueForm where Value == Double {
  static var number: Self { .number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude) }
  static var fraction: Self { .number(0...1) }
  static var positive: Self {
    .number(.leastNonzeroMagnitude ... .greatestFiniteMagnitude, expected: "a number above 0")
  }

  static func number(_ range: ClosedRange<Double>, expected: String? = nil) -> Self {
    Self { json, key throws(Problem) in
      let value = try json.double(key)
      if range.contains(value) { return value }
      throw .outOfRange(
        key: key.text,
        expected: expected ?? "a number in \(range.lowerBound)...\(range.upperBound)")
    } write: { value, encoder in
      encoder.number(value)
    }
  }
}

extension ValueForm where Value == Bool {
  static var bool: Self {
    Self { json, key throws(Problem) in
      if json.takeWord("true") { return true }
      if json.takeWord("false") { return false }
      throw json.wrongType(key, "true or false")
    } write: { value, encoder in
      encoder.raw(value ? "true" : "false")
    }
  }

  /// The form of an event flag, which is either true or absent.
  static var occurrence: Self {
    Self(
      read: { json, key throws(Problem) in
        if try bool.read(&json, key) { return true }
        throw .badValue(key: key.text, reason: "must be true or absent")
      }, write: bool.write)
  }
}

extension ValueForm where Value == String {
  /// The form of a string of at most ``TraceLimits/text`` bytes.
  static var text: Self {
    Self { json, key throws(Problem) in
      var probe = json
      guard try probe.code(key).bytes.count <= TraceLimits.text else {
        throw .tooMany("bytes in \"\(key.text)\"", limit: TraceLimits.text)
      }
      return try json.string(key)
    } write: { value, encoder in
      encoder.string(value)
    }
  }

  /// The form of a display name. Readers and writers cut it to ``TraceWatch/maximumNameLength``.
  static var name: Self {
    Self { json, key throws(Problem) in
      TraceWatch.shortened(try text.read(&json, key))
    } write: { value, encoder in
      encoder.string(TraceWatch.shortened(value))
    }
  }
}
