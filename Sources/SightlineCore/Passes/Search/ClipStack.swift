/// The exact clips of contexts that are not aligned: convex polygons in the root container's space,
/// stored end to end.
struct ClipStack: Sendable {
  /// The range of a polygon in the stack.
  struct Polygon: Sendable {
    fileprivate var start: UInt32
    fileprivate var end: UInt32

    /// The empty polygon, for aligned contexts.
    static let none = Polygon(start: 0, end: 0)

    var isEmpty: Bool { start == end }
  }

  private var corners = ScratchBuffer<LayoutPoint>()
  private var clipper = PolygonClipper()

  var count: Int { corners.count }

  mutating func removeAll() { corners.removeAll() }

  /// Removes all but the first `count` corners.
  mutating func removeLast(downTo count: Int) { corners.removeLast(downTo: count) }

  @inline(__always)
  func withCorners<Result>(
    _ polygon: Polygon, _ body: (UnsafeBufferPointer<LayoutPoint>) -> Result
  ) -> Result {
    corners.withElements(Int(polygon.start)..<Int(polygon.end), body)
  }

  mutating func push(_ box: Box, _ toRoot: LayoutTransform) -> Polygon {
    let start = corners.count
    PolygonMath.appendCorners(of: box, transformedBy: toRoot, to: &corners)
    return polygon(from: start)
  }

  /// Pushes the intersection of a clip with an outer context's exact clip.
  ///
  /// - Parameters:
  ///   - clip: the clip in the inner space; `nil` for no further clip.
  ///   - toRoot: the transform from the inner space to the root's.
  mutating func push(
    _ clip: Box?, _ toRoot: LayoutTransform, in outer: Context
  ) -> Polygon {
    let start = corners.count
    if let clip {
      // The inner clip is the shape: if the outer one is unbounded, its corners are exact.
      clipper.shape.set(to: clip, toRoot)
      clipper.clip.set(toClipOf: outer, in: self)
      clipper.clipShape()
    } else {
      clipper.shape.set(toClipOf: outer, in: self)
      clipper.keepShape()
    }
    corners.append(contentsOf: clipper.result)
    return polygon(from: start)
  }

  private func polygon(from start: Int) -> Polygon {
    Polygon(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: corners.count))
  }

  /// A box in the space of a context that is not aligned, outside which nothing is visible.
  func cullingBox(of polygon: Polygon, _ toRoot: LayoutTransform) -> Box {
    guard let inverse = toRoot.inverse else { return .everything }
    let box = inverse.boundingBox(of: withCorners(polygon, PolygonMath.bounds))
    // The round trip may lose the last digits.
    let slack = 1e-9 * (1 + max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)))
    let grown = box.grown(by: LayoutInsets(slack))
    return grown.isMeasurable ? grown : .everything
  }
}

extension ScratchBuffer<LayoutPoint> {
  /// Replaces the corners with the exact clip of a context.
  mutating func set(toClipOf context: Context, in clips: ClipStack) {
    if context.isAligned { return set(to: context.clip, context.toRoot) }
    clips.withCorners(context.polygon) { set(to: $0) }
  }
}
