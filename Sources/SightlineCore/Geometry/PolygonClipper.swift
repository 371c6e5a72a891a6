/// Clips one convex polygon to another, in reusable buffers.
struct PolygonClipper: Sendable {
  var shape = ScratchBuffer<LayoutPoint>()
  var clip = ScratchBuffer<LayoutPoint>()
  private(set) var result = ScratchBuffer<LayoutPoint>()
  private var spare = ScratchBuffer<LayoutPoint>()

  mutating func clipShape() {
    shape.withElements { shape in
      clip.withElements { PolygonMath.intersect(shape, $0, into: &result, spare: &spare) }
    }
  }

  /// Takes the whole shape as the result.
  mutating func keepShape() { swap(&shape, &result) }

  /// Whether the whole shape lies in the clip.
  var isShapeInside: Bool {
    clip.withElements { clip in shape.withElements { PolygonMath.contains(clip, $0) } }
  }
}

extension ScratchBuffer<LayoutPoint> {
  /// Replaces the corners with the image of a box.
  mutating func set(to box: Box, _ transform: LayoutTransform) {
    removeAll()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &self)
  }

  mutating func set(to corners: UnsafeBufferPointer<LayoutPoint>) {
    removeAll()
    for corner in corners { append(corner) }
  }

  mutating func append(contentsOf other: ScratchBuffer) {
    for i in other.indices { append(other[i]) }
  }

  var area: Double { withElements(PolygonMath.area) }
  var bounds: Box { withElements(PolygonMath.bounds) }
}
