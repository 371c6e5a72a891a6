import SightlineCore

/// A value written as a list of a fixed number of numbers.
protocol NumberTuple: Equatable, Sendable {
  static var count: Int { get }
  init(numbers n: [Double])
  var numbers: [Double] { get }
}

extension LayoutRect: NumberTuple {
  static var count: Int { 4 }
  init(numbers n: [Double]) { self.init(x: n[0], y: n[1], width: n[2], height: n[3]) }
  var numbers: [Double] { [minX, minY, width, height] }
}

extension LayoutPoint: NumberTuple {
  static var count: Int { 2 }
  init(numbers n: [Double]) { self.init(x: n[0], y: n[1]) }
  var numbers: [Double] { [x, y] }
}

extension LayoutSize: NumberTuple {
  static var count: Int { 2 }
  init(numbers n: [Double]) { self.init(width: n[0], height: n[1]) }
  var numbers: [Double] { [width, height] }
}

/// Written as top, right, bottom, left.
extension LayoutInsets: NumberTuple {
  static var count: Int { 4 }
  init(numbers n: [Double]) { self.init(top: n[0], left: n[3], bottom: n[2], right: n[1]) }
  var numbers: [Double] { [top, right, bottom, left] }
}

extension LayoutTransform: NumberTuple {
  static var count: Int { 6 }
  init(numbers n: [Double]) { self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]) }
  var numbers: [Double] { [a, b, c, d, tx, ty] }
}

extension ValueForm where Value: NumberTuple {
  /// - Parameter hasHoles: whether `null` stands for an unmeasurable number (NaN).
  static func tuple(hasHoles: Bool = false) -> Self {
    Self { json throws(Problem) in
      var numbers: [Double] = []
      numbers.reserveCapacity(Value.count)
      try json.beginArray()
      while try json.nextElement() {
        guard numbers.count < Value.count else {
          throw .badValue(key: json.key, reason: "more than \(Value.count) numbers")
        }
        numbers.append(hasHoles && json.take("null") ? .nan : try json.double())
      }
      guard numbers.count == Value.count else {
        throw .badValue(
          key: json.key, reason: "\(numbers.count) numbers instead of \(Value.count)")
      }
      return Value(numbers: numbers)
    } write: { value, encoder in
      encoder.array(value.numbers) { $1.number($0) }
    }
  }
}
