/// A buffer that is filled and emptied again and again, and keeps its memory.
///
/// Emptying `ContiguousArray` costs as much as a short search; this only forgets how full it was. What
/// it holds must be trivial, since nothing is released.
struct Pile<Element: Sendable>: Sendable {
  /// The first growth makes room for what a screen shows, so that passes after it find the room.
  private static var leastCapacity: Int { 256 }

  private var elements: ContiguousArray<Element> = []
  private(set) var count = 0

  var indices: Range<Int> { 0..<count }

  subscript(position: Int) -> Element {
    @inline(__always) get { elements[position] }
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

  mutating func removeAll() { count = 0 }
}
