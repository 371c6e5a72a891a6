/// Clips one convex polygon to another, in reusable buffers.
struct PolygonClipper: Sendable {
  private var shape = ScratchBuffer<LayoutPoint>()
  private var clip = ScratchBuffer<LayoutPoint>()
  private var result = ScratchBuffer<LayoutPoint>()
  private var spare = ScratchBuffer<LayoutPoint>()

  // MARK: Shape and clip

  mutating func setShape(to box: Box, _ transform: LayoutTransform) {
    shape.removeAll()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &shape)
  }

  mutating func setShape(to corners: UnsafeBufferPointer<LayoutPoint>) {
    shape.removeAll()
    for corner in corners { shape.append(corner) }
  }

  mutating func setClip(to box: Box, _ transform: LayoutTransform) {
    clip.removeAll()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &clip)
  }

  mutating func setClip(to corners: UnsafeBufferPointer<LayoutPoint>) {
    clip.removeAll()
    for corner in corners { clip.append(corner) }
  }

  // MARK: Result

  mutating func clipShape() {
    shape.withElements { shape in
      clip.withElements { PolygonMath.intersect(shape, $0, into: &result, spare: &spare) }
    }
  }

  /// Takes the whole shape as the result.
  mutating func keepShape() { swap(&shape, &result) }

  /// Whether the result has no corners.
  var isEmpty: Bool { result.isEmpty }

  /// The area of the result.
  var area: Double { result.withElements(PolygonMath.area) }

  /// The bounding box of the result.
  var bounds: Box { result.withElements(PolygonMath.bounds) }

  var shapeArea: Double { shape.withElements(PolygonMath.area) }

  var shapeBounds: Box { shape.withElements(PolygonMath.bounds) }

  /// Whether the whole shape lies in the clip.
  var isShapeInside: Bool {
    clip.withElements { clip in shape.withElements { PolygonMath.contains(clip, $0) } }
  }

  /// Calls a closure with the corners of the result.
  func withResult(_ body: (UnsafeBufferPointer<LayoutPoint>) -> Void) {
    result.withElements(body)
  }

  /// Appends the corners of the result.
  func append(to corners: inout ScratchBuffer<LayoutPoint>) {
    for i in result.indices { corners.append(result[i]) }
  }
}
