import SightlineCore

// Forms of compound values: tuples of numbers, lists, objects.

/// A value written as a fixed-length list of at most 8 numbers.
protocol NumberTuple: Equatable, Sendable {
  static var count: Int { get }
  init(numbers: SIMD8<Double>)
  var numbers: SIMD8<Double> { get }
}

extension LayoutRect: NumberTuple {
  static var count: Int { 4 }
  init(numbers n: SIMD8<Double>) { self.init(x: n[0], y: n[1], width: n[2], height: n[3]) }
  var numbers: SIMD8<Double> { SIMD8(minX, minY, width, height, 0, 0, 0, 0) }
}

extension LayoutPoint: NumberTuple {
  static var count: Int { 2 }
  init(numbers n: SIMD8<Double>) { self.init(x: n[0], y: n[1]) }
  var numbers: SIMD8<Double> { SIMD8(x, y, 0, 0, 0, 0, 0, 0) }
}

extension LayoutSize: NumberTuple {
  static var count: Int { 2 }
  init(numbers n: SIMD8<Double>) { self.init(width: n[0], height: n[1]) }
  var numbers: SIMD8<Double> { SIMD8(width, height, 0, 0, 0, 0, 0, 0) }
}

/// Written as top, right, bottom, left.
extension LayoutInsets: NumberTuple {
  static var count: Int { 4 }
  init(numbers n: SIMD8<Double>) { self.init(top: n[0], left: n[3], bottom: n[2], right: n[1]) }
  var numbers: SIMD8<Double> { SIMD8(top, right, bottom, left, 0, 0, 0, 0) }
}

extension LayoutTransform: NumberTuple {
  static var count: Int { 6 }
  init(numbers n: SIMD8<Double>) {
    self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }
  var numbers: SIMD8<Double> { SIMD8(a, b, c, d, tx, ty, 0, 0) }
}

extension ValueForm where Value: NumberTuple {
  /// - Parameter hasHoles: whether `null` stands for an unmeasurable number (NaN).
  static func tuple(hasHoles: Bool = false) -> Self {
    Self { json, key throws(Problem) in
      var result = SIMD8<Double>()
      var index = 0
      try json.beginArray(key)
      while try json.nextElement() {
        guard index < Value.count else {
          throw .badValue(key: key.text, reason: "more than \(Value.count) numbers")
        }
        result[index] = hasHoles && json.takeNull() ? .nan : try json.double(key)
        index += 1
      }
      guard index == Value.count else {
        throw .badValue(key: key.text, reason: "\(index) numbers instead of \(Value.count)")
      }
      return Value(numbers: result)
    } write: { value, encoder in
      let numbers = value.numbers
      encoder.array {
        for index in 0..<Value.count {
          $0.element()
          $0.number(numbers[index])
        }
      }
    }
  }
}

extension ValueForm {
  /// - Parameter name: the elements' name in errors; `nil` to use the key.
  static func list<Element>(
    _ element: ValueForm<Element>, _ range: ClosedRange<Int> = 0...TraceLimits.elements,
    name: String? = nil
  ) -> Self where Value == [Element] {
    Self { json, key throws(Problem) in
      var list: [Element] = []
      try json.beginArray(key)
      while try json.nextElement() {
        if list.count == range.upperBound {
          throw .tooMany(name ?? "elements in \"\(key.text)\"", limit: range.upperBound)
        }
        list.append(try element.read(&json, key))
      }
      if list.count < range.lowerBound {
        throw .badValue(
          key: key.text,
          reason:
            "\(list.count) \(name ?? "elements"), not \(range.lowerBound) to \(range.upperBound)")
      }
      return list
    } write: { values, encoder in
      encoder.array {
        for value in values {
          $0.element()
          element.write(value, &$0)
        }
      }
    }
  }
}

extension ValueForm where Value == [Double] {
  /// The form of a rule's thresholds: at least one, each in 0...1.
  static var thresholds: Self {
    .list(.fraction, 1...VisibilityRule.maximumThresholds, name: "thresholds")
  }
}

extension ValueForm where Value: TraceRecord {
  /// The form of a nested object with a field list.
  ///
  /// - Parameter kind: the object's name in errors; `nil` to use its format's.
  static func object(_ kind: StaticString? = nil) -> Self {
    Self { json, key throws(Problem) in
      try json.beginObject(key)
      return try Value(&json, kind: kind)
    } write: { value, encoder in
      encoder.object { value.write(to: &$0) }
    }
  }
}
