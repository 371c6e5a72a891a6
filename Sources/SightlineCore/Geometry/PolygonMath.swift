/// Convex clipping on plain buffers, which the engine calls without allocating.
///
/// Sutherland and Hodgman's algorithm (1974), once for each half-plane. "Inside" means on the right
/// of an edge or on it: corners run clockwise on screen, y down.
enum PolygonMath {
  /// Appends the image of a box's corners, clockwise whatever the transform mirrors.
  static func appendCorners(
    of box: Box, transformedBy transform: Transform, to corners: inout ContiguousArray<Point>
  ) {
    if box.isInverted { return }
    let p = transform.apply(to: Point(x: box.minX, y: box.minY))
    let q = transform.apply(to: Point(x: box.maxX, y: box.minY))
    let r = transform.apply(to: Point(x: box.maxX, y: box.maxY))
    let s = transform.apply(to: Point(x: box.minX, y: box.maxY))
    corners.append(p)
    corners.append(transform.determinant < 0 ? s : q)
    corners.append(r)
    corners.append(transform.determinant < 0 ? q : s)
  }

  /// The area by the shoelace formula, taken about the first corner so that far-off polygons lose
  /// no digits. Never negative.
  static func area(_ corners: UnsafeBufferPointer<Point>) -> Double {
    guard corners.count > 2 else { return 0 }
    let origin = corners[0]
    var twice = 0.0
    for i in 1..<(corners.count - 1) {
      let u = corners[i] - origin
      let v = corners[i + 1] - origin
      twice += u.x * v.y - u.y * v.x
    }
    return max(0, twice / 2)
  }

  static func bounds(_ corners: UnsafeBufferPointer<Point>) -> Box {
    var box = Box.nothing
    for p in corners { box = box.union(Box(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
    return box
  }

  /// Appends the part of `subject` on the inner side of the edge from `a` to `b` (`side` 1) or on
  /// its outer side (`side` -1).
  static func clip(
    _ subject: UnsafeBufferPointer<Point>, edgeFrom a: Point, to b: Point, side: Double,
    into result: inout ContiguousArray<Point>
  ) {
    let edge = b - a
    guard let last = subject.last else { return }
    func distance(_ p: Point) -> Double {
      side * (edge.x * (p.y - a.y) - edge.y * (p.x - a.x))
    }
    var previous = last
    var before = distance(last)
    for corner in subject {
      let here = distance(corner)
      if (before < 0 && here > 0) || (before > 0 && here < 0) {
        let t = before / (before - here)
        result.append(
          Point(
            x: previous.x + t * (corner.x - previous.x),
            y: previous.y + t * (corner.y - previous.y)))
      }
      if here >= 0 { result.append(corner) }
      previous = corner
      before = here
    }
  }

  /// Puts the common part of two convex polygons into `result`, which is emptied first.
  static func intersect(
    _ subject: UnsafeBufferPointer<Point>, _ other: UnsafeBufferPointer<Point>,
    into result: inout ContiguousArray<Point>, spare: inout ContiguousArray<Point>
  ) {
    result.removeAll(keepingCapacity: true)
    guard let last = other.last else { return }
    result.append(contentsOf: subject)
    var from = last
    for to in other {
      // A repeated corner (a degenerate clip) bounds nothing.
      if from != to {
        spare.removeAll(keepingCapacity: true)
        result.withUnsafeBufferPointer { clip($0, edgeFrom: from, to: to, side: 1, into: &spare) }
        swap(&result, &spare)
        if result.isEmpty { return }
      }
      from = to
    }
  }
}
