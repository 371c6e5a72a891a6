/// Sorts without allocating: the standard library's sort may need a buffer.
///
/// Sequences that are already sorted in either direction, as events usually are, take one scan.
/// Others take heap sort. It is not stable: keys are distinct wherever the order of equal ones
/// would matter.
///
/// - Complexity: O(*n* log *n*); O(*n*) if sorted in either direction.
func sort<Element>(
  _ elements: inout ContiguousArray<Element>, by precedes: (Element, Element) -> Bool
) {
  let count = elements.count
  if count < 2 { return }
  var rises = true
  var falls = true
  for i in 1..<count where rises || falls {
    if precedes(elements[i], elements[i - 1]) { rises = false } else { falls = false }
  }
  if rises { return }
  if falls { return elements.reverse() }
  func siftDown(from start: Int, to end: Int) {
    var root = start
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end && precedes(elements[child], elements[child + 1]) { child += 1 }
      if !precedes(elements[root], elements[child]) { return }
      elements.swapAt(root, child)
      root = child
    }
  }
  for start in (0..<count / 2).reversed() { siftDown(from: start, to: count) }
  for end in (1..<count).reversed() {
    elements.swapAt(0, end)
    siftDown(from: 0, to: end)
  }
}
