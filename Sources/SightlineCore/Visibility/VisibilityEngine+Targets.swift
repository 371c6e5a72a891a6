// Measuring one target that a search came across.
extension VisibilityEngine {
  /// Measures a target that meets the clip and compares it with its rules.
  ///
  /// - Parameter watch: the only watch that it is compared for; `none` for all in the viewport.
  mutating func visit(
    _ target: TargetSlot, _ context: Context, _ viewport: ViewportSlot, watch: WatchSlot = .none,
    at now: MonotonicTime
  ) {
    let record = scene.targets[target]
    guard record.firstWatch != .none, record.frame.isMeasurable else { return }
    let isOnlyWatch = watching.watches[record.firstWatch].link == .none
    // The only watch of a target is in the window.
    if isOnlyWatch && viewport != .window { return }
    evaluatedTargets += 1
    // Nobody can see what has no area.
    guard record.frame.hasArea else { return }
    if isOnlyWatch && record.look == .plain && isStillWhole(record, context) { return }
    var opacity = context.opacity
    var hasTransform = false
    if record.look != .plain {
      let look = scene.looks[record.look]
      if look.appearance.isHidden { return }
      opacity *= look.appearance.effectiveOpacity
      hasTransform = look.hasTransform
    }
    let measurement = measure(target, record.frame, hasTransform: hasTransform, context)
    decide(
      target, in: viewport, watch, measurement, opacity: opacity,
      isScrolling: context.isScrolling, at: now)
  }

  /// Measures a target that touches the clip.
  @inline(__always)
  mutating func measure(
    _ target: TargetSlot, _ frame: Box, hasTransform: Bool, _ context: Context,
    underCovers: Bool = true
  ) -> Measurement {
    // A box without an area has no fraction; of a polygon it is known where it lies.
    guard context.isAligned && !hasTransform && frame.hasArea else {
      return measurePolygon(target, context, underCovers: underCovers)
    }
    if underCovers && !scratch.covers.isEmpty { return measureUnderCovers(target, frame, context) }
    var result = VisibilityEngine.measureBox(frame, context)
    measureLargestPart(of: frame, context, &result)
    return result
  }

  /// Whether all of a target shows, as it did before, and its only watch asks for no more: the most
  /// frequent case of all, for which nothing is measured.
  @inline(__always)
  private mutating func isStillWhole(_ record: TargetRecord, _ context: Context) -> Bool {
    let watch = watching.watches[record.firstWatch]
    guard watch.active != none, watch.subject == none, context.isAligned,
      context.clip.contains(record.frame)
    else { return false }
    let rule = Int(watch.rule)
    guard watching.rules.records[rule].isReachedByWhole,
      context.opacity >= watching.rules.records[rule].leastOpacity,
      Int(watching.viewports[.window].active[Int(watch.active)].level)
        == watching.rules.records[rule].thresholdCount,
      scratch.covers.isEmpty
        || !scratch.coverBounds.touches(context.toRoot.boundingBox(of: record.frame))
    else { return false }
    watching.viewports[.window].active[Int(watch.active)].stamp = passNumber
    return true
  }

  /// The usual case: an upright box in an upright clip. It takes nothing of the engine's, so that
  /// nothing of it is copied for a target.
  private static func measureBox(_ frame: Box, _ context: Context) -> Measurement {
    let visible = frame.intersection(context.clip)
    let (width, height) = (frame.width, frame.height)
    let (scaleX, scaleY) = (abs(context.toRoot.a), abs(context.toRoot.d))
    var result = Measurement()
    result.isIntersecting = true
    result.viewportArea = context.viewport.width * context.viewport.height
    result.largestArea =
      min(width * scaleX, context.viewport.width) * min(height * scaleY, context.viewport.height)
    result.visibleArea = visible.width * scaleX * (visible.height * scaleY)
    result.fraction = visible.width / width * (visible.height / height)
    result.isFull = context.clip.contains(frame.inset(by: VisibilityRule.edgeTolerance))
    result.edges = Measurement.Edges.seen(of: frame, in: visible)
    return result
  }

  /// Adds whether as much of an upright box shows as the viewport can, where a rule needs it.
  private mutating func measureLargestPart(
    of frame: Box, _ context: Context, _ result: inout Measurement
  ) {
    if watching.rules.smallerCount == 0 { return }
    if result.isFull {
      result.isLargest = true
      return
    }
    let part = VisibilityEngine.largestPart(of: frame, context, scratch.viewport)
    result.isLargest =
      context.toRoot.boundingBox(of: frame).contains(part)
      && context.toRoot.boundingBox(of: context.clip).contains(part)
  }

  /// See `Box.largestPart`; in the root's space.
  private static func largestPart(
    of frame: Box, _ context: Context, _ viewport: ViewportShape
  ) -> Box {
    context.toRoot.boundingBox(of: frame).largestPart(
      inner: context.toRoot.boundingBox(of: frame.inset(by: VisibilityRule.edgeTolerance)),
      in: (viewport.bounds, viewport.innerBounds))
  }

  /// The same under covers: where one that is painted later lies on top, its area goes.
  private mutating func measureUnderCovers(
    _ target: TargetSlot, _ frame: Box, _ context: Context
  ) -> Measurement {
    let onScreen = context.toRoot.boundingBox(of: frame.intersection(context.clip))
    findCovers(paintedAfter: target, over: onScreen)
    for i in scratch.over where !scratch.covers[i].isBox {
      return measurePolygon(target, context)
    }
    var result = VisibilityEngine.measureBox(frame, context)
    measureLargestPart(of: frame, context, &result)
    if scratch.over.isEmpty { return result }
    let inner = context.toRoot.boundingBox(of: frame.inset(by: VisibilityRule.edgeTolerance))
    let largest =
      result.isLargest
      ? VisibilityEngine.largestPart(of: frame, context, scratch.viewport) : nil
    scratch.rects.start(with: onScreen)
    for i in scratch.over {
      let cover = scratch.covers[i]
      scratch.rects.subtract(cover.bounds)
      if cover.bounds.overlaps(inner) { result.isFull = false }
      if let largest, cover.bounds.overlaps(largest) { result.isLargest = false }
    }
    if onScreen.width > 0 && onScreen.height > 0 {
      let remaining = scratch.rects.area() / onScreen.area
      result.fraction *= remaining
      result.visibleArea *= remaining
    }
    if watching.rules.edgesCount > 0 {
      let left = scratch.rects.bounds
      let back = left.isInverted ? nil : context.toRoot.inverse
      result.edges =
        back.map { Measurement.Edges.seen(of: frame, in: $0.boundingBox(of: left)) } ?? 0
    }
    return result
  }

  /// The general case: a convex polygon in a convex clip, in the root's space.
  private mutating func measurePolygon(
    _ target: TargetSlot, _ context: Context, underCovers: Bool = true
  ) -> Measurement {
    let record = scene.targets[target]
    let toRoot = transform(of: target).followed(by: context.toRoot)
    let box = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    var result = Measurement()
    result.viewportArea = scratch.viewport.area

    loadShape(of: target, context)
    let whole =
      box.hasArea && toRoot.determinant != 0
      ? scratch.shape.withUnsafeBufferPointer { PolygonMath.area($0) } : 0
    if scratch.visible.isEmpty { return result }
    result.isIntersecting = true
    if !(whole > 0) { return result }
    let bounds = scratch.visible.withUnsafeBufferPointer { PolygonMath.bounds($0) }
    let clipped = scratch.visible.withUnsafeBufferPointer { PolygonMath.area($0) }
    if underCovers {
      findCovers(paintedAfter: target, over: bounds)
    } else {
      scratch.over.removeAll(keepingCapacity: true)
    }
    let back = watching.rules.edgesCount > 0 ? toRoot.inverse : nil
    scratch.visible.withUnsafeBufferPointer { scratch.division.start(with: $0, boundsIn: back) }
    for i in scratch.over {
      let cover = scratch.covers[i]
      scratch.coverPoints.withUnsafeBufferPointer {
        let corners = UnsafeBufferPointer(rebasing: $0[cover.points])
        scratch.division.subtract(corners, bounds: cover.bounds, isBox: cover.isBox)
      }
    }
    let area = scratch.over.isEmpty && back == nil ? clipped : scratch.division.area()
    result.visibleArea = area
    result.fraction = min(1, area / whole)
    if watching.rules.edgesCount > 0 {
      result.edges =
        back == nil
        ? Measurement.Edges.all : Measurement.Edges.seen(of: box, in: scratch.division.bounds)
    }
    guard result.isSeen else { return result }
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(
      of: box.inset(by: VisibilityRule.edgeTolerance), transformedBy: toRoot, to: &scratch.shape)
    result.isFull = isShapeFree(context)
    if watching.rules.smallerCount > 0 {
      result.isLargest = result.isFull || isLargestPartFree(of: box, toRoot, context)
      result.largestArea = largestArea(of: box, toRoot, whole: whole)
    }
    return result
  }

  /// From a target's own space to that of the items that it is one of.
  @inline(__always)
  func transform(of target: TargetSlot) -> LayoutTransform {
    let look = scene.targets[target].look
    if look != .plain && scene.looks[look].hasTransform { return scene.looks[look].transform }
    return .translation(x: scene.targets[target].frame.minX, y: scene.targets[target].frame.minY)
  }

  /// Puts a target into `scratch.shape`, in the root's space, the exact clip of its place into
  /// `scratch.clip` and what that leaves of it into `scratch.visible`.
  mutating func loadShape(of target: TargetSlot, _ context: Context) {
    loadClip(of: context)
    let frame = scene.targets[target].frame
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(
      of: Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
      transformedBy: transform(of: target).followed(by: context.toRoot), to: &scratch.shape)
    scratch.intersectShapeWithClip()
  }

  /// Puts the exact clip of a place into `scratch.clip`.
  private mutating func loadClip(of context: Context) {
    scratch.clip.removeAll(keepingCapacity: true)
    if context.isAligned {
      PolygonMath.appendCorners(
        of: context.clip, transformedBy: context.toRoot, to: &scratch.clip)
    } else {
      for i in context.polygon { scratch.clip.append(scratch.clips[i]) }
    }
  }

  /// See `Measurement.largestArea`.
  private mutating func largestArea(
    of box: Box, _ toRoot: LayoutTransform, whole: Double
  ) -> Double {
    let viewport = scratch.viewport
    if viewport.isAligned {
      let bounds = toRoot.linear.boundingBox(of: box)
      if bounds.width <= viewport.bounds.width && bounds.height <= viewport.bounds.height {
        return whole
      }
    }
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(of: box.centred, transformedBy: toRoot.linear, to: &scratch.shape)
    scratch.clip.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(
      of: viewport.clip.centred, transformedBy: viewport.toRoot.linear, to: &scratch.clip)
    scratch.intersectShapeWithClip()
    return scratch.visible.withUnsafeBufferPointer { PolygonMath.area($0) }
  }

  /// Whether as much of the target shows as the viewport can: see `Box.largestPart`. Where one is
  /// turned against the other, only whether the target fills all of the viewport.
  private mutating func isLargestPartFree(
    of box: Box, _ toRoot: LayoutTransform, _ context: Context
  ) -> Bool {
    let viewport = scratch.viewport
    scratch.shape.removeAll(keepingCapacity: true)
    if viewport.isAligned && toRoot.isAxisAligned {
      let inner = toRoot.boundingBox(of: box.inset(by: VisibilityRule.edgeTolerance))
      let part = toRoot.boundingBox(of: box)
        .largestPart(inner: inner, in: (viewport.bounds, viewport.innerBounds))
      PolygonMath.appendCorners(of: part, transformedBy: .identity, to: &scratch.shape)
    } else {
      PolygonMath.appendCorners(
        of: viewport.clip.inset(by: VisibilityRule.edgeTolerance), transformedBy: viewport.toRoot,
        to: &scratch.shape)
    }
    scratch.clip.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(of: box, transformedBy: toRoot, to: &scratch.clip)
    let isInTarget = scratch.clip.withUnsafeBufferPointer {
      PolygonMath.contains($0, scratch.shape)
    }
    return isInTarget && isShapeFree(context)
  }

  /// Whether what is in `scratch.shape` is inside the clip and under no cover.
  private mutating func isShapeFree(_ context: Context) -> Bool {
    loadClip(of: context)
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
