extension ContiguousArray {
  /// By which part of itself a table grows when it is full. Doubling would leave up to half of it
  /// empty; with a twelfth, the 63 bytes of a target with one watch become 68 at most,
  /// and an element is still copied only about 13 times on the way.
  private static var growth: Int { 12 }

  /// Appends to a large table without doubling its memory.
  ///
  /// - Complexity: O(1) amortised.
  package mutating func appendTightly(_ element: Element) {
    if count == capacity { reserveCapacity(count + count / Self.growth + 16) }
    append(element)
  }
}
