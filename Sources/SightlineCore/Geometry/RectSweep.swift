/// Computes the remainder of a rect under many boxes, by a sweep from top to bottom.
///
/// The boxes' left and right edges cut the width into intervals. A segment tree over these
/// (Bentley's solution of Klee's measure problem, 1977) tracks the free width: a box raises the
/// count of at most 2 log *n* nodes at its top and lowers it at its bottom. Between two
/// neighbouring edges the free width does not change, so the area is a sum of *2n* products,
/// however the boxes cross.
///
/// Invariants:
/// 1. `counts[node]` is the number of boxes that cover the whole interval of the node but not of
///    its parent.
/// 2. `free[node]` is the width inside the node's interval that no box at or below it covers: 0 if
///    the node has a count, and exactly the interval's width if there are no boxes. *Nothing* and
///    *all* are thus exact.
struct RectSweep: Sendable {
  private struct Edge: Sendable {
    var y: Double
    var first: Int
    var end: Int
    var begins: Bool
  }

  private var positions: ContiguousArray<Double> = []
  private var edges: ContiguousArray<Edge> = []
  private var counts: ContiguousArray<Int32> = []
  private var free: ContiguousArray<Double> = []
  /// The bounding box of the last remainder. Excludes anything narrower than
  /// `PolygonMath.pointSlack`, which may be due to rounding.
  private(set) var bounds = Box.nothing
  private(set) var work = StepCount()

  /// Returns the area of `box`, in square points, that is not covered.
  ///
  /// - Parameter covers: boxes inside `box`, each with an area.
  /// - Complexity: O(*n* log *n*).
  mutating func area(of box: Box, minus covers: ScratchBuffer<Box>) -> Double {
    layOut(box, covers)
    bounds = .nothing
    var area = 0.0
    var y = box.minY
    for edge in edges {
      if edge.y > y {
        area += takeSlab(from: y, to: edge.y)
        y = edge.y
      }
      count(edge, node: 1, 0..<positions.count - 1)
    }
    return area + takeSlab(from: y, to: box.maxY)
  }

  /// The free area between two edges.
  private mutating func takeSlab(from top: Double, to bottom: Double) -> Double {
    let all = 0..<positions.count - 1
    if bottom - top > PolygonMath.pointSlack,
      let left = freeEdge(node: 1, all, isLeft: true),
      let right = freeEdge(node: 1, all, isLeft: false)
    {
      bounds = bounds.union(Box(minX: left, minY: top, maxX: right, maxY: bottom))
    }
    return (bottom - top) * free[1]
  }

  /// The left (or right) end of the free part of a node's interval; `nil` if nothing is free.
  private func freeEdge(node: Int, _ intervals: Range<Int>, isLeft: Bool) -> Double? {
    if !(free[node] > PolygonMath.pointSlack) { return nil }
    if intervals.count == 1 || free[node] == width(intervals) {
      return positions[isLeft ? intervals.lowerBound : intervals.upperBound]
    }
    let middle = intervals.lowerBound + intervals.count / 2
    let left = intervals.lowerBound..<middle
    let right = middle..<intervals.upperBound
    return isLeft
      ? freeEdge(node: 2 * node, left, isLeft: true)
        ?? freeEdge(node: 2 * node + 1, right, isLeft: true)
      : freeEdge(node: 2 * node + 1, right, isLeft: false)
        ?? freeEdge(node: 2 * node, left, isLeft: false)
  }

  private mutating func layOut(_ box: Box, _ covers: ScratchBuffer<Box>) {
    positions.removeAll(keepingCapacity: true)
    positions.append(box.minX)
    positions.append(box.maxX)
    for i in covers.indices {
      let cover = covers[i]
      positions.append(cover.minX)
      positions.append(cover.maxX)
    }
    sort(&positions, by: <)
    var last = 0
    for i in positions.indices where positions[i] != positions[last] {
      last += 1
      positions[last] = positions[i]
    }
    positions.removeLast(positions.count - last - 1)

    edges.removeAll(keepingCapacity: true)
    for i in covers.indices {
      let cover = covers[i]
      let (first, end) = (interval(at: cover.minX), interval(at: cover.maxX))
      edges.append(Edge(y: cover.minY, first: first, end: end, begins: true))
      edges.append(Edge(y: cover.maxY, first: first, end: end, begins: false))
    }
    sort(&edges) { $0.y < $1.y }

    var width = 1
    while width < positions.count - 1 { width *= 2 }
    counts.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    for _ in 0..<2 * width {
      counts.append(0)
      free.append(0)
    }
    fill(node: 1, 0..<positions.count - 1)
    work &+= positions.count + edges.count
  }

  /// The interval that begins at a position.
  private func interval(at x: Double) -> Int {
    var (low, high) = (0, positions.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func width(_ intervals: Range<Int>) -> Double {
    positions[intervals.upperBound] - positions[intervals.lowerBound]
  }

  private mutating func fill(node: Int, _ intervals: Range<Int>) {
    free[node] = width(intervals)
    if intervals.count < 2 { return }
    let middle = intervals.lowerBound + intervals.count / 2
    fill(node: 2 * node, intervals.lowerBound..<middle)
    fill(node: 2 * node + 1, middle..<intervals.upperBound)
  }

  private mutating func count(_ edge: Edge, node: Int, _ intervals: Range<Int>) {
    if edge.end <= intervals.lowerBound || edge.first >= intervals.upperBound { return }
    work &+= 1
    let middle = intervals.lowerBound + intervals.count / 2
    if edge.first <= intervals.lowerBound && edge.end >= intervals.upperBound {
      counts[node] += edge.begins ? 1 : -1
    } else {
      count(edge, node: 2 * node, intervals.lowerBound..<middle)
      count(edge, node: 2 * node + 1, middle..<intervals.upperBound)
    }
    if counts[node] > 0 {
      free[node] = 0
    } else if intervals.count == 1 {
      free[node] = width(intervals)
    } else {
      let (left, right) = (free[2 * node], free[2 * node + 1])
      let isWhole =
        left == width(intervals.lowerBound..<middle)
        && right == width(middle..<intervals.upperBound)
      free[node] = isWhole ? width(intervals) : left + right
    }
  }
}
