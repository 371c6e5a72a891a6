extension ContiguousArray {
  /// The divisor of the growth: a full table grows by a twelfth. Doubling would leave up to half of
  /// it empty; with a twelfth, the 63 bytes of a target with one watch become 68 at most, and an
  /// element is still copied only about 13 times. A small table doubles.
  @inlinable
  static var growth: Int { 12 }

  /// Appends to a large table without doubling its memory.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  package mutating func appendTightly(_ element: Element) {
    reserveTightly(count + 1)
    append(element)
  }

  /// Reserves capacity for this many elements, with some to spare when it grows, so that calls
  /// before each append do not reallocate every time.
  @inlinable
  package mutating func reserveTightly(_ count: Int) {
    if count > capacity {
      let growth = Swift.max(capacity / Self.growth, Swift.min(capacity, 256))
      reserveCapacity(Swift.max(count, capacity + growth + 16))
    }
  }
}
