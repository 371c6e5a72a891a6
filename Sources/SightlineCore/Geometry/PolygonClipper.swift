/// Clips one convex polygon to another, in buffers of its own.
struct PolygonClipper: Sendable {
  private var shape = Pile<LayoutPoint>()
  private var clip = Pile<LayoutPoint>()
  private var result = Pile<LayoutPoint>()
  private var spare = Pile<LayoutPoint>()

  // MARK: What is clipped, and to what

  mutating func setShape(to box: Box, _ transform: LayoutTransform) {
    shape.removeAll()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &shape)
  }

  mutating func setClip(to box: Box, _ transform: LayoutTransform) {
    clip.removeAll()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &clip)
  }

  mutating func setClip(to corners: UnsafeBufferPointer<LayoutPoint>) {
    clip.removeAll()
    for corner in corners { clip.append(corner) }
  }

  /// Takes the exact clip of a place for the shape.
  mutating func setShape(toClipOf context: Context, in clips: ClipStack) {
    PolygonClipper.load(&shape, context, clips)
  }

  /// Takes the exact clip of a place for the clip.
  mutating func setClip(toClipOf context: Context, in clips: ClipStack) {
    PolygonClipper.load(&clip, context, clips)
  }

  private static func load(
    _ corners: inout Pile<LayoutPoint>, _ context: Context, _ clips: ClipStack
  ) {
    corners.removeAll()
    if context.isAligned {
      PolygonMath.appendCorners(
        of: context.clip, transformedBy: context.toRoot, to: &corners)
    } else {
      clips.withCorners(context.polygon) { for corner in $0 { corners.append(corner) } }
    }
  }

  // MARK: What is left

  /// Finds the common part of the shape and the clip.
  mutating func clipShape() {
    shape.withElements { shape in
      clip.withElements { PolygonMath.intersect(shape, $0, into: &result, spare: &spare) }
    }
  }

  /// Leaves all of the shape.
  mutating func keepShape() { swap(&shape, &result) }

  /// Whether nothing is left, not even a point.
  var isEmpty: Bool { result.isEmpty }

  /// The area of what is left.
  var area: Double { result.withElements(PolygonMath.area) }

  /// The bounding box of what is left.
  var bounds: Box { result.withElements(PolygonMath.bounds) }

  var shapeArea: Double { shape.withElements(PolygonMath.area) }

  var shapeBounds: Box { shape.withElements(PolygonMath.bounds) }

  /// Whether all of the shape lies in the clip.
  var isShapeInside: Bool {
    clip.withElements { clip in shape.withElements { PolygonMath.contains(clip, $0) } }
  }

  /// What is left, for as long as the closure runs.
  func withResult(_ body: (UnsafeBufferPointer<LayoutPoint>) -> Void) {
    result.withElements(body)
  }

  /// Adds what is left to others.
  func append(to corners: inout Pile<LayoutPoint>) {
    for i in result.indices { corners.append(result[i]) }
  }
}
