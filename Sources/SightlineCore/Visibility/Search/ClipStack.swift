/// The exact clips of places that are not aligned: convex polygons in the root container's space,
/// end to end.
struct ClipStack: Sendable {
  /// One of the polygons.
  struct Polygon: Sendable {
    fileprivate var start: UInt32
    fileprivate var end: UInt32

    /// That of a place that is aligned.
    static let none = Polygon(start: 0, end: 0)

    var isEmpty: Bool { start == end }
  }

  private var corners = Pile<LayoutPoint>()
  private var clipper = PolygonClipper()

  /// How many corners it holds.
  var count: Int { corners.count }

  mutating func removeAll() { corners.removeAll() }

  /// Keeps the first corners.
  mutating func removeLast(downTo count: Int) { corners.removeLast(downTo: count) }

  /// The corners of a polygon, for as long as the closure runs.
  @inline(__always)
  func withCorners<Result>(
    _ polygon: Polygon, _ body: (UnsafeBufferPointer<LayoutPoint>) -> Result
  ) -> Result {
    corners.withElements(Int(polygon.start)..<Int(polygon.end), body)
  }

  /// Adds the image of a box.
  mutating func push(_ box: Box, _ toRoot: LayoutTransform) -> Polygon {
    let start = corners.count
    PolygonMath.appendCorners(of: box, transformedBy: toRoot, to: &corners)
    return polygon(from: start)
  }

  /// Adds what a clip leaves of the exact clip of an outer place.
  ///
  /// - Parameters:
  ///   - clip: in the space of the inner place; `nil` leaves all.
  ///   - toRoot: from that space.
  mutating func push(
    _ clip: Box?, _ toRoot: LayoutTransform, in outer: Context
  ) -> Polygon {
    let start = corners.count
    clipper.setShape(toClipOf: outer, in: self)
    if let clip {
      clipper.setClip(to: clip, toRoot)
      clipper.clipShape()
    } else {
      clipper.keepShape()
    }
    clipper.append(to: &corners)
    return polygon(from: start)
  }

  private func polygon(from start: Int) -> Polygon {
    Polygon(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: corners.count))
  }

  /// A box in the space of a place that is not aligned, outside of which nothing is visible.
  func cullingBox(of polygon: Polygon, _ toRoot: LayoutTransform) -> Box {
    guard let inverse = toRoot.inverse else { return .everything }
    let box = inverse.boundingBox(of: withCorners(polygon, PolygonMath.bounds))
    // Mapping there and back may lose the last digits.
    let slack = 1e-9 * (1 + max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)))
    let grown = box.grown(by: LayoutInsets(slack))
    return grown.isMeasurable ? grown : .everything
  }
}
