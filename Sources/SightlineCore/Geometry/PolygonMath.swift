/// Convex clipping on plain buffers, without allocation.
///
/// Applies Sutherland and Hodgman's algorithm (1974) once for each half-plane. Corners run
/// clockwise on screen, y down, so "inside" means to the right of an edge or on it.
enum PolygonMath {
  /// The tolerance, in points, for placing a shape without area relative to an edge: it has no area
  /// to absorb rounding.
  static let pointSlack = 1e-6

  /// Appends the image of a box's corners, clockwise even if the transform mirrors.
  static func appendCorners(
    of box: Box, transformedBy transform: LayoutTransform,
    to corners: inout ScratchBuffer<LayoutPoint>
  ) {
    if box.isInverted { return }
    let p = transform.apply(to: LayoutPoint(x: box.minX, y: box.minY))
    let q = transform.apply(to: LayoutPoint(x: box.maxX, y: box.minY))
    let r = transform.apply(to: LayoutPoint(x: box.maxX, y: box.maxY))
    let s = transform.apply(to: LayoutPoint(x: box.minX, y: box.maxY))
    corners.append(p)
    corners.append(transform.determinant < 0 ? s : q)
    corners.append(r)
    corners.append(transform.determinant < 0 ? q : s)
  }

  /// The area by the shoelace formula, about the first corner so that distant polygons lose no
  /// digits. Never negative.
  static func area(_ corners: UnsafeBufferPointer<LayoutPoint>) -> Double {
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

  static func bounds(_ corners: UnsafeBufferPointer<LayoutPoint>) -> Box {
    var box = Box.nothing
    for p in corners { box = box.union(Box(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
    return box
  }

  /// Whether all points lie inside a convex polygon or on its edge.
  static func contains(
    _ corners: UnsafeBufferPointer<LayoutPoint>, _ points: UnsafeBufferPointer<LayoutPoint>
  ) -> Bool {
    guard var from = corners.last else { return false }
    for to in corners {
      let edge = to - from
      for p in points where edge.x * (p.y - from.y) - edge.y * (p.x - from.x) < 0 {
        return false
      }
      from = to
    }
    return true
  }

  /// Appends the part of `subject` on the inner side of the edge from `a` to `b`.
  ///
  /// - Parameter slack: the widening of the side, in points times the length of the edge.
  @inline(never)
  static func clip(
    _ subject: UnsafeBufferPointer<LayoutPoint>, edgeFrom a: LayoutPoint, to b: LayoutPoint,
    slack: Double = 0, into result: inout ScratchBuffer<LayoutPoint>
  ) {
    let edge = b - a
    guard let last = subject.last else { return }
    func distance(_ p: LayoutPoint) -> Double {
      edge.x * (p.y - a.y) - edge.y * (p.x - a.x) + slack
    }
    var previous = last
    var before = distance(last)
    for corner in subject {
      let here = distance(corner)
      if (before < 0 && here > 0) || (before > 0 && here < 0) {
        let t = before / (before - here)
        result.append(
          LayoutPoint(
            x: previous.x + t * (corner.x - previous.x),
            y: previous.y + t * (corner.y - previous.y)))
      }
      if here >= 0 { result.append(corner) }
      previous = corner
      before = here
    }
  }

  /// Replaces `result` with the intersection of two convex polygons.
  static func intersect(
    _ subject: UnsafeBufferPointer<LayoutPoint>, _ other: UnsafeBufferPointer<LayoutPoint>,
    into result: inout ScratchBuffer<LayoutPoint>, spare: inout ScratchBuffer<LayoutPoint>
  ) {
    result.removeAll()
    guard let last = other.last else { return }
    for corner in subject { result.append(corner) }
    if !(area(other) > 0) {
      // Clip the line or point, so that its position stays exact.
      if area(subject) > 0 { return intersect(other, subject, into: &result, spare: &spare) }
      clipToSegment(other, &result, spare: &spare)
      return
    }
    var from = last
    for to in other {
      if from != to { clip(&result, edgeFrom: from, to: to, spare: &spare) }
      from = to
    }
  }

  private static func clip(
    _ polygon: inout ScratchBuffer<LayoutPoint>, edgeFrom a: LayoutPoint, to b: LayoutPoint,
    slack: Double = 0,
    spare: inout ScratchBuffer<LayoutPoint>
  ) {
    spare.removeAll()
    polygon.withElements {
      clip($0, edgeFrom: a, to: b, slack: slack, into: &spare)
    }
    swap(&polygon, &spare)
  }

  /// Clips a shape without area to a polygon that has collapsed to a line or a point, both along it
  /// and at its ends, which its edges no longer bound.
  private static func clipToSegment(
    _ segment: UnsafeBufferPointer<LayoutPoint>, _ polygon: inout ScratchBuffer<LayoutPoint>,
    spare: inout ScratchBuffer<LayoutPoint>
  ) {
    var (a, b) = (segment[0], segment[0])
    for p in segment {
      if (p.x, p.y) < (a.x, a.y) { a = p }
      if (p.x, p.y) > (b.x, b.y) { b = p }
    }
    let along = a == b ? LayoutPoint(x: 1, y: 0) : b - a
    let across = LayoutPoint(x: -along.y, y: along.x)
    // Two lines meet up to rounding.
    let slack = pointSlack * (along.x * along.x + along.y * along.y).squareRoot()
    clip(&polygon, edgeFrom: a, to: a + along, slack: slack, spare: &spare)
    clip(&polygon, edgeFrom: b, to: b + across, slack: slack, spare: &spare)
    clip(&polygon, edgeFrom: b, to: b - along, slack: slack, spare: &spare)
    clip(&polygon, edgeFrom: a, to: a - across, slack: slack, spare: &spare)
  }
}
