import SightlineCore

/// The JSON form of a value, including its range, which is part of the format.
struct ValueForm<Value: Equatable & Sendable>: Sendable {
  /// Errors name the scanner's last key.
  let read: @Sendable (inout JSONScanner) throws(Problem) -> Value
  let write: @Sendable (Value, inout LineEncoder) -> Void

  /// The form of a value, or `null` without one.
  var orNull: ValueForm<Value?> {
    ValueForm<Value?> { json throws(Problem) in
      try read(&json)
    } write: { value, encoder in
      if let value { write(value, &encoder) } else { encoder.raw("null") }
    }
  }

  /// The form of an enumeration case, by its code.
  static func choice(_ choices: [(code: StaticString, value: Value)]) -> Self {
    let choices = choices.map { (code: "\($0.code)", value: $0.value) }
    return Self { json throws(Problem) in
      let text = try json.string()
      for choice in choices where text == choice.code { return choice.value }
      let codes = choices.map(\.code).joined(separator: ", ")
      throw .badValue(key: json.key, reason: "\"\(text.prefix(80))\" is not one of \(codes)")
    } write: { value, encoder in
      guard let choice = choices.first(where: { $0.value == value }) else {
        preconditionFailure("a trace has no code for \(value)")
      }
      encoder.string(choice.code)
    }
  }

  /// - Parameter name: the elements' name in errors; `nil` to use the key.
  static func list<Element>(
    _ element: ValueForm<Element>, _ range: ClosedRange<Int> = 0...TraceLimits.elements,
    name: String? = nil
  ) -> Self where Value == [Element] {
    Self { json throws(Problem) in
      var list: [Element] = []
      let key = json.key
      try json.beginArray()
      while try json.nextElement() {
        if list.count == range.upperBound {
          throw .tooMany(name ?? "elements in \"\(key)\"", limit: range.upperBound)
        }
        json.key = key
        list.append(try element.read(&json))
      }
      if list.count < range.lowerBound {
        throw .badValue(
          key: key,
          reason:
            "\(list.count) \(name ?? "elements"), not \(range.lowerBound) to \(range.upperBound)")
      }
      return list
    } write: { values, encoder in
      encoder.array(values, element.write)
    }
  }
}

extension ValueForm where Value: TraceRecord {
  /// The form of a nested object with a field list.
  static var object: Self {
    Self { json throws(Problem) in
      try json.beginObject()
      return try Value(&json)
    } write: { value, encoder in
      encoder.object { Value.format.write(value, to: &$0) }
    }
  }
}

extension ValueForm where Value: FixedWidthInteger {
  static func integer(_ range: ClosedRange<Value>) -> Self {
    Self { json throws(Problem) in
      try json.integer(in: range)
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
    Self { json throws(Problem) in
      guard json.isNext(UInt8(ascii: "\"")) else { return try json.integer(in: 0 ... .max) }
      let text = try json.string()
      guard let value = UInt64(text), "\(value)" == text else {
        throw .outOfRange(key: json.key, expected: "an integer in 0...\(UInt64.max)")
      }
      return value
    } write: { value, encoder in
      if value > TraceLimits.count { encoder.string("\(value)") } else { encoder.raw("\(value)") }
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
    Self { json throws(Problem) in
      let value = try json.double()
      if range.contains(value) { return value }
      throw .outOfRange(
        key: json.key,
        expected: expected ?? "a number in \(range.lowerBound)...\(range.upperBound)")
    } write: { value, encoder in
      encoder.number(value)
    }
  }
}

extension ValueForm where Value == [Double] {
  /// The form of a rule's thresholds: at least one, each in 0...1.
  static var thresholds: Self {
    .list(.fraction, 1...VisibilityRule.maximumThresholds, name: "thresholds")
  }
}

extension ValueForm where Value == Bool {
  static var bool: Self {
    Self { json throws(Problem) in
      if json.take("true") { return true }
      if json.take("false") { return false }
      throw json.wrongType("true or false")
    } write: { value, encoder in
      encoder.raw(value ? "true" : "false")
    }
  }

  /// The form of an event flag, which is either true or absent.
  static var occurrence: Self {
    Self(
      read: { json throws(Problem) in
        if try bool.read(&json) { return true }
        throw .badValue(key: json.key, reason: "must be true or absent")
      }, write: bool.write)
  }
}

extension ValueForm where Value == String {
  /// The form of a string of at most ``TraceLimits/text`` bytes.
  static var text: Self {
    Self { json throws(Problem) in
      let text = try json.string()
      if text.utf8.count <= TraceLimits.text { return text }
      throw .tooMany("bytes in \"\(json.key)\"", limit: TraceLimits.text)
    } write: { value, encoder in
      encoder.string(value)
    }
  }

  /// The form of a display name. Readers and writers cut it to ``TraceWatch/maximumNameLength``.
  static var name: Self {
    Self { json throws(Problem) in
      TraceWatch.shortened(try text.read(&json))
    } write: { value, encoder in
      encoder.string(TraceWatch.shortened(value))
    }
  }
}
