/// A reusable buffer that keeps its memory when emptied.
///
/// Emptying a `ContiguousArray` costs as much as a short search; emptying this only resets the
/// count. Elements must be trivial, since none are released.
struct ScratchBuffer<Element: Sendable>: Sendable {
  /// The capacity after the first growth: a screenful of slots (256), so later passes rarely grow
  /// it.
  private static var leastCapacity: Int { max(16, 1024 / MemoryLayout<Element>.stride) }

  private var elements: ContiguousArray<Element> = []
  private(set) var count = 0

  var indices: Range<Int> { 0..<count }
  var isEmpty: Bool { count == 0 }

  subscript(position: Int) -> Element {
    @inline(__always) get { elements[position] }
    @inline(__always) _modify { yield &elements[position] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < elements.count {
      elements[count] = element
    } else {
      if elements.isEmpty { elements.reserveCapacity(Self.leastCapacity) }
      elements.append(element)
    }
    count &+= 1
  }

  /// Removes and returns the last element, or `nil` if the buffer is empty.
  @inline(__always)
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    count &-= 1
    return elements[count]
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Removes all but the first `newCount` elements.
  @inline(__always)
  mutating func removeLast(downTo newCount: Int) { count = newCount }

  @inline(__always)
  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    elements.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[0..<count]))
    }
  }

  @inline(__always)
  func withElements<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    elements.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
