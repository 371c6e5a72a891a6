/// A buffer that is filled and emptied again and again, and keeps its memory.
///
/// Emptying `ContiguousArray` costs as much as a short search; this only forgets how full it was. What
/// it holds must be trivial, since nothing is released.
struct Pile<Element: Sendable>: Sendable {
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
      elements.append(element)
    }
    count &+= 1
  }

  mutating func removeAll() { count = 0 }
}
