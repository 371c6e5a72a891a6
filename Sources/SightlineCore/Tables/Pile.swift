/// A buffer that is filled and emptied again and again, and keeps its memory.
///
/// Emptying `ContiguousArray` costs as much as a short search; this only forgets how full it was.
/// What it holds must be trivial, since nothing is released.
struct Pile<Element: Sendable>: Sendable {
  /// The first growth makes room for what a screen shows (256 slots), so that passes after it find
  /// the room.
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

  /// Appends what a closure writes.
  ///
  /// - Parameters:
  ///   - most: for how many elements the closure gets room.
  ///   - filler: what the room is filled with where it is new.
  ///   - write: returns how many it has written.
  @inline(__always)
  mutating func append(
    upTo most: Int, filler: Element, _ write: (UnsafeMutableBufferPointer<Element>) -> Int
  ) {
    while elements.count < count &+ most {
      if elements.isEmpty { elements.reserveCapacity(Self.leastCapacity) }
      elements.append(filler)
    }
    let start = count
    let written = elements.withUnsafeMutableBufferPointer {
      write(UnsafeMutableBufferPointer(rebasing: $0[start..<start &+ most]))
    }
    count = start &+ written
  }

  /// Takes the last element out; `nil` if there is none.
  @inline(__always)
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    count &-= 1
    return elements[count]
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Keeps the first elements.
  @inline(__always)
  mutating func removeLast(downTo newCount: Int) { count = newCount }

  /// The elements, for as long as the closure runs.
  @inline(__always)
  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    elements.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[0..<count]))
    }
  }

  /// Some of the elements, for as long as the closure runs.
  @inline(__always)
  func withElements<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    elements.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
