// The general case: a convex polygon in a convex clip, in the root's space.
extension Measurer {
  mutating func measurePolygon(
    _ target: MeasuredTarget, _ context: Context, _ clips: ClipStack,
    under covers: VisibleCovers?, _ containers: ContainerTable
  ) -> Measurement {
    let toRoot = target.toRoot(context.toRoot)
    let box = target.extent
    var result = Measurement()
    result.viewportArea = viewport.area

    clipper.clip.set(toClipOf: context, in: clips)
    clipper.shape.set(to: box, toRoot)
    clipper.clipShape()
    if clipper.result.isEmpty { return result }
    result.isIntersecting = true
    let whole = box.hasArea && toRoot.determinant != 0 ? clipper.shape.area : 0
    if !(whole > 0) { return result }
    if let covers {
      covers.find(
        paintedAfter: target.paintPlace, over: clipper.result.bounds, containers, into: &over)
    } else {
      over.removeAll()
    }
    let cut = toRoot.distances(of: viewport.cut)
    let back = needs.edges ? toRoot.inverse : nil
    let area =
      over.isEmpty && back == nil
      ? clipper.result.area : areaLeft(by: covers, boundsIn: back)
    result.visibleArea = area
    result.fraction = min(1, area / whole)
    if needs.edges {
      result.edges =
        back == nil
        ? Measurement.Edges.all : Measurement.Edges.seen(of: box, in: polygons.bounds, cut: cut)
    }
    guard result.isSeen else { return result }
    clipper.shape.set(to: box.inset(by: cut), toRoot)
    // A shape larger than the remaining area cannot be free.
    result.isFull =
      clipper.shape.area * (1 - VisibilityRule.tolerance) <= area
      && isShapeFree(context, clips, covers)
    if needs.largestPart {
      result.isLargest =
        result.isFull || isLargestPartFree(of: box, toRoot, context, clips, covers)
      result.largestArea = largestArea(of: box, toRoot, whole: whole)
    }
    if needs.filling {
      clipper.shape.set(to: viewport.innerClip, viewport.toRoot)
      clipper.clip.set(to: box, toRoot)
      result.isFilling = clipper.isShapeInside && isShapeFree(context, clips, covers)
    }
    return result
  }

  /// The bounding box of a clipped target, in the root's space; inverted if nothing is left.
  mutating func visibleBounds(
    of target: MeasuredTarget, _ context: Context, _ clips: ClipStack
  ) -> Box {
    if context.isAligned && target.transform == nil {
      let visible = target.frame.intersection(context.clip)
      return visible.isInverted ? .nothing : context.toRoot.boundingBox(of: visible)
    }
    clipper.clip.set(toClipOf: context, in: clips)
    clipper.shape.set(to: target.extent, target.toRoot(context.toRoot))
    clipper.clipShape()
    return clipper.result.bounds
  }

  /// The area of the clipped shape outside the covers in `over`.
  private mutating func areaLeft(
    by covers: VisibleCovers?, boundsIn back: LayoutTransform?
  ) -> Double {
    clipper.result.withElements { polygons.start(with: $0, boundsIn: back) }
    if let covers {
      for i in over.indices {
        covers.withCorners(over[i]) { polygons.subtract($0) }
      }
    }
    return polygons.area()
  }

  /// See `Measurement.largestArea`.
  private mutating func largestArea(
    of box: Box, _ toRoot: LayoutTransform, whole: Double
  ) -> Double {
    if viewport.isAligned {
      let bounds = toRoot.linear.boundingBox(of: box)
      if bounds.width <= viewport.bounds.width && bounds.height <= viewport.bounds.height {
        return whole
      }
    }
    clipper.shape.set(to: box.centred, toRoot.linear)
    clipper.clip.set(to: viewport.clip.centred, viewport.toRoot.linear)
    clipper.clipShape()
    return clipper.result.area
  }

  /// Whether the target shows as much as the viewport can: see `Box.largestPart(inner:in:)`. If one
  /// is rotated relative to the other, only whether the target fills the viewport.
  private mutating func isLargestPartFree(
    of box: Box, _ toRoot: LayoutTransform, _ context: Context, _ clips: ClipStack,
    _ covers: VisibleCovers?
  ) -> Bool {
    if viewport.isAligned && toRoot.isAxisAligned {
      let inner = toRoot.boundingBox(of: box.inset(by: toRoot.distances(of: viewport.cut)))
      let part = toRoot.boundingBox(of: box)
        .largestPart(inner: inner, in: (viewport.bounds, viewport.innerBounds))
      clipper.shape.set(to: part, .identity)
    } else {
      clipper.shape.set(to: viewport.innerClip, viewport.toRoot)
    }
    clipper.clip.set(to: box, toRoot)
    return clipper.isShapeInside && isShapeFree(context, clips, covers)
  }

  /// Whether the clipper's shape is inside the context's clip and under none of the covers in
  /// `over`.
  private mutating func isShapeFree(
    _ context: Context, _ clips: ClipStack, _ covers: VisibleCovers?
  ) -> Bool {
    clipper.clip.set(toClipOf: context, in: clips)
    if !clipper.isShapeInside { return false }
    guard let covers else { return true }
    let bounds = clipper.shape.bounds
    for i in over.indices where covers[over[i]].bounds.touches(bounds) {
      covers.withCorners(over[i]) { clipper.clip.set(to: $0) }
      clipper.clipShape()
      if clipper.result.area > 0 { return false }
    }
    return true
  }
}
