// Measuring one target that a search came across.
extension VisibilityEngine {
  /// Measures a target and compares it with its rules. Returns whether it meets the clip.
  ///
  /// - Parameter watch: the only watch that it is compared for; `none` for all in the viewport.
  mutating func visit(
    target index: Int, _ context: Context, _ viewport: Int, watch: UInt32 = none
  ) -> Bool {
    let record = scene.targets[index]
    if record.look == 0 || !scene.looks[Int(record.look)].hasTransform {
      guard record.frame.touches(context.clip) else { return false }
    } else {
      guard scene.looks[Int(record.look)].bounds.touches(context.clip) else { return false }
    }
    guard record.firstWatch != none, record.frame.isMeasurable else { return true }
    evaluatedTargets += 1
    let isWeb = viewports[viewport].viewport.convention == .web
    var opacity = context.opacity
    var hasTransform = false
    if record.look != 0 {
      let look = scene.looks[Int(record.look)]
      if look.appearance.isHidden && !isWeb { return true }
      opacity *= look.appearance.effectiveOpacity
      hasTransform = look.hasTransform
    }
    let measurement: Measurement
    if context.isAligned && !hasTransform {
      if scratch.covers.isEmpty || isWeb {
        measurement = measureBox(record.frame, context, isWeb: isWeb)
      } else {
        measurement = measureUnderCovers(index, record.frame, context)
      }
    } else if isWeb {
      measurement = measureOnTheWeb(index, viewports[viewport].viewport)
    } else {
      measurement = measurePolygon(index, context)
    }
    decide(
      index, in: viewport, watch, measurement, opacity: opacity, speed: context.speed,
      calmAt: context.calmAt)
    return true
  }

  /// The usual case: an upright box in an upright clip.
  private func measureBox(
    _ frame: Box, _ context: Context, isWeb: Bool = false
  ) -> Measurement {
    let visible = frame.intersection(context.clip)
    let (width, height) = (frame.width, frame.height)
    var result = Measurement()
    result.isIntersecting = true
    result.itemWidth = width
    result.itemHeight = height
    result.viewportWidth = context.viewport.width / abs(context.toRoot.a)
    result.viewportHeight = context.viewport.height / abs(context.toRoot.d)
    result.visibleArea = visible.width * visible.height
    result.fraction =
      width > 0 && height > 0 ? visible.width / width * (visible.height / height) : 1
    if isWeb {
      result.fraction = webFraction(
        of: context.toRoot.boundingBox(of: visible), in: context.toRoot.boundingBox(of: frame))
    }
    result.isFull = context.clip.contains(frame.inset(by: VisibilityRule.edgeTolerance))
    result.edges = Measurement.Edges.seen(of: frame, in: visible)
    return result
  }

  /// The same under covers: where one that is painted later lies on top, its area goes.
  private mutating func measureUnderCovers(
    _ index: Int, _ frame: Box, _ context: Context
  ) -> Measurement {
    let onScreen = context.toRoot.boundingBox(of: frame.intersection(context.clip))
    findCovers(paintedAfterTarget: index, over: onScreen)
    if scratch.over.isEmpty { return measureBox(frame, context) }
    for i in scratch.over where !scratch.covers[i].isBox { return measurePolygon(index, context) }
    var result = measureBox(frame, context)
    let inner = context.toRoot.boundingBox(of: frame.inset(by: VisibilityRule.edgeTolerance))
    scratch.rects.start(with: onScreen)
    for i in scratch.over {
      let cover = scratch.covers[i]
      scratch.rects.subtract(cover.bounds)
      if cover.bounds.overlaps(inner) { result.isFull = false }
      // What has no area is covered by what it lies in.
      if !(onScreen.width > 0 && onScreen.height > 0),
        cover.bounds.grown(by: LayoutInsets(PolygonMath.pointSlack)).contains(onScreen)
      {
        result.isFull = false
        result.fraction = 0
      }
    }
    if onScreen.width > 0 && onScreen.height > 0 {
      let remaining = scratch.rects.area() / onScreen.area
      result.fraction *= remaining
      result.visibleArea *= remaining
    }
    return result
  }

  /// The general case: a convex polygon in a convex clip, in the root's space.
  private mutating func measurePolygon(_ index: Int, _ context: Context) -> Measurement {
    let record = scene.targets[index]
    let own: LayoutTransform =
      record.look != 0 && scene.looks[Int(record.look)].hasTransform
      ? scene.looks[Int(record.look)].transform
      : .translation(x: record.frame.minX, y: record.frame.minY)
    let toRoot = own.followed(by: context.toRoot)
    let box = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    var result = Measurement()
    result.itemWidth = box.width * length(toRoot.a, toRoot.b)
    result.itemHeight = box.height * length(toRoot.c, toRoot.d)
    result.viewportWidth = context.viewport.width
    result.viewportHeight = context.viewport.height

    scratch.clip.removeAll(keepingCapacity: true)
    if context.isAligned {
      PolygonMath.appendCorners(
        of: context.clip, transformedBy: context.toRoot, to: &scratch.clip)
    } else {
      for i in context.polygon { scratch.clip.append(scratch.clips[i]) }
    }
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(of: box, transformedBy: toRoot, to: &scratch.shape)
    let whole =
      box.hasArea && toRoot.determinant != 0
      ? scratch.shape.withUnsafeBufferPointer { PolygonMath.area($0) } : 0
    scratch.intersectShapeWithClip()
    if scratch.visible.isEmpty { return result }
    result.isIntersecting = true
    result.edges = edgesSeen(of: box, toRoot)
    let bounds = scratch.visible.withUnsafeBufferPointer { PolygonMath.bounds($0) }
    let clipped = scratch.visible.withUnsafeBufferPointer { PolygonMath.area($0) }
    var isZeroAreaCovered = false
    findCovers(paintedAfterTarget: index, over: bounds)
    scratch.visible.withUnsafeBufferPointer { scratch.division.start(with: $0) }
    for i in scratch.over {
      let cover = scratch.covers[i]
      scratch.coverPoints.withUnsafeBufferPointer {
        let corners = UnsafeBufferPointer(rebasing: $0[cover.points])
        scratch.division.subtract(corners, bounds: cover.bounds, isBox: cover.isBox)
        if !(whole > 0),
          PolygonMath.contains(corners, scratch.visible, slack: PolygonMath.pointSlack)
        {
          isZeroAreaCovered = true
        }
      }
    }
    if whole > 0 {
      let area = scratch.over.isEmpty ? clipped : scratch.division.area()
      result.visibleArea = area
      result.fraction = min(1, area / whole)
    } else {
      result.fraction = isZeroAreaCovered ? 0 : 1
    }
    result.isFull = result.isSeen && isInnerPartFree(of: box, toRoot)
    return result
  }

  /// Whether the target shrunk by the tolerance on every side is inside the clip (in
  /// `scratch.clip`) and under no cover of `scratch.over`.
  private mutating func isInnerPartFree(of box: Box, _ toRoot: LayoutTransform) -> Bool {
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(
      of: box.inset(by: VisibilityRule.edgeTolerance), transformedBy: toRoot, to: &scratch.shape)
    let isInside = scratch.clip.withUnsafeBufferPointer {
      PolygonMath.contains($0, scratch.shape)
    }
    if !isInside { return false }
    let bounds = scratch.shape.withUnsafeBufferPointer { PolygonMath.bounds($0) }
    for i in scratch.over where scratch.covers[i].bounds.touches(bounds) {
      scratch.clip.removeAll(keepingCapacity: true)
      for i in scratch.covers[i].points { scratch.clip.append(scratch.coverPoints[i]) }
      scratch.intersectShapeWithClip()
      if scratch.visible.withUnsafeBufferPointer({ PolygonMath.area($0) }) > 0 { return false }
    }
    return true
  }

  /// The edges that what is in `scratch.visible` comes up to.
  private func edgesSeen(of box: Box, _ toRoot: LayoutTransform) -> UInt8 {
    guard let inverse = toRoot.inverse else { return Measurement.Edges.all }
    var part = Box.nothing
    for corner in scratch.visible {
      let p = inverse.apply(to: corner)
      part = part.union(Box(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y))
    }
    return Measurement.Edges.seen(of: box, in: part)
  }
}

extension PassScratch {
  /// Puts the common part of `shape` and `clip` into `visible`.
  mutating func intersectShapeWithClip() {
    var result = ContiguousArray<LayoutPoint>()
    var spare = ContiguousArray<LayoutPoint>()
    swap(&result, &visible)
    swap(&spare, &self.spare)
    shape.withUnsafeBufferPointer { subject in
      clip.withUnsafeBufferPointer {
        PolygonMath.intersect(subject, $0, into: &result, spare: &spare)
      }
    }
    swap(&result, &visible)
    swap(&spare, &self.spare)
  }
}
