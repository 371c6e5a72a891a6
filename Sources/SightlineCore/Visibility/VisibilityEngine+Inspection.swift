/// What one thing after another leaves of a target: what reasons and answers on request are made of.
struct Inspection: Sendable {
  /// Inside the viewport alone.
  var inViewport = Measurement.nothing
  /// … and inside every clip between.
  var inClips = Measurement.nothing
  /// … and not covered.
  var uncovered = Measurement.nothing
  var opacity = 1.0
  var isHidden = false
  var isMeasurable = true
  /// Its whole area in square points of the root container's space.
  var area = 0.0
  /// Whether it does not lie in the viewport's container at all.
  var isOutside = false
  /// Around the whole of it and around what the clips leave, in the root container's own space; for
  /// answers on request only.
  var bounds = Box.nothing
  var visibleBounds = Box.nothing
}

// Measuring one target, wherever it lies, by what searches measure with.
extension VisibilityEngine {
  /// Finds out what is in the way of one target.
  ///
  /// It gives the numbers that a search gives which comes across the target: the contexts are made in
  /// the same way, down the chain of containers. It may be called in the middle of a search.
  ///
  /// - Parameter uncovered: what a pass has measured of it, if the reason of a leave is wanted; `nil`
  ///   for an answer on request, which needs `scratch.covers` and everything measured.
  /// - Complexity: O(depth), with covers as for a target in a pass; no allocation.
  mutating func inspect(
    _ target: TargetSlot, in viewport: VisibilityViewport, uncovered: Measurement? = nil
  ) -> Inspection {
    let isAnswer = uncovered == nil
    var result = Inspection()
    climb(from: target, to: Slot(raw: viewport.container.index), &result)
    guard result.isMeasurable, let clip = clip(of: viewport),
      let place = place(of: Slot(raw: viewport.container.index)),
      !result.isOutside || self.place(of: scene.targets[target].container) != nil
    else {
      result.isMeasurable = false
      return result
    }
    let (clipCount, shape) = (scratch.clips.count, scratch.viewport)
    let outer = begin(in: clip, toRoot: place.toRoot, opacity: place.opacity)
    defer {
      scratch.clips.removeLast(scratch.clips.count - clipCount)
      scratch.viewport = shape
    }
    if result.isOutside {
      let home = self.place(of: scene.targets[target].container)
      setExtent(of: target, home?.toRoot ?? .identity, &result)
      return result
    }
    guard let context = descend(to: target, from: outer, viewport, isClipped: false) else {
      result.isMeasurable = false
      return result
    }
    setExtent(of: target, context.toRoot, &result)
    result.inViewport = measureIfTouching(target, context, underCovers: false)
    result.inClips = result.inViewport
    var inner: Context? = context
    if result.inViewport.isIntersecting && isClipped(scratch.path) {
      inner = descend(to: target, from: outer, viewport, isClipped: true)
      result.inClips =
        inner.map { measureIfTouching(target, $0, underCovers: false) } ?? .nothing
    }
    result.uncovered = uncovered ?? result.inClips
    if isAnswer, let inner, result.inClips.isIntersecting {
      result.visibleBounds = visibleBounds(of: target, inner)
      if !scratch.covers.isEmpty {
        result.uncovered = measureIfTouching(target, inner, underCovers: true)
      }
    }
    return result
  }

  /// Puts the containers from a target's up to a viewport's into `scratch.path`, and finds out what all
  /// up to the root make of it.
  private mutating func climb(
    from target: TargetSlot, to viewport: ContainerSlot, _ result: inout Inspection
  ) {
    let look = scene.targets[target].look
    result.opacity = scene.looks[look].appearance.effectiveOpacity
    result.isHidden = scene.looks[look].appearance.isHidden
    result.isMeasurable =
      scene.targets[target].frame.isMeasurable
      && (look == .plain || !scene.looks[look].bounds.isInverted)
    result.isOutside = true
    scratch.path.removeAll(keepingCapacity: true)
    var container = scene.targets[target].container
    while container != .none {
      scratch.work &+= 1
      if container == viewport { result.isOutside = false }
      if result.isOutside { scratch.path.append(container) }
      result.isMeasurable = result.isMeasurable && scene.containers[container].isMeasurable
      result.opacity *= scene.containers[container].container.appearance.effectiveOpacity
      result.isHidden = result.isHidden || scene.containers[container].container.appearance.isHidden
      container = scene.containers[container].parent
    }
  }

  /// The context of the items that a target is one of, from that of its viewport's own space, along
  /// `scratch.path`; `nil` if nothing can be visible there.
  ///
  /// - Parameter isClipped: whether the containers between clip. If not, `nil` means that one of them is
  ///   not measurable.
  private mutating func descend(
    to target: TargetSlot, from outer: Context, _ viewport: VisibilityViewport, isClipped: Bool
  ) -> Context? {
    var context = outer
    var i = scratch.path.count
    while i > 0 {
      i -= 1
      scratch.work &+= 1
      let container = scratch.path[i]
      let parent = scene.containers[container].parent
      if !scene.containers[container].container.appearance.isPinned {
        context.translate(by: scene.containers[parent].container.contentOffset)
      }
      var clip: Box?
      if isClipped && scene.containers[container].clips {
        clip = scene.containers[container].clip
        if scene.containers[container].container.scrolls && viewport.scrollMargins != .zero {
          clip = clip.map { $0.grown(by: viewport.scrollMargins.resolved(for: $0)) }
        }
      }
      guard let next = narrowed(container, from: context, clip: clip) else { return nil }
      context = next
    }
    if !scene.looks[scene.targets[target].look].appearance.isPinned {
      let home = scene.targets[target].container
      context.translate(by: scene.containers[home].container.contentOffset)
    }
    return context
  }

  @inline(__always)
  private func isClipped(_ path: ContiguousArray<ContainerSlot>) -> Bool {
    for container in path where scene.containers[container].clips { return true }
    return false
  }

  private mutating func measureIfTouching(
    _ target: TargetSlot, _ context: Context, underCovers: Bool
  ) -> Measurement {
    if !scene.searchBox(of: target).touches(context.clip) { return .nothing }
    let look = scene.targets[target].look
    return measure(
      target, scene.targets[target].frame,
      hasTransform: look != .plain && scene.looks[look].hasTransform, context,
      underCovers: underCovers)
  }

  /// The area and the bounds of a target as a whole.
  private mutating func setExtent(
    of target: TargetSlot, _ toRoot: LayoutTransform, _ result: inout Inspection
  ) {
    let record = scene.targets[target]
    let toRoot = transform(of: target).followed(by: toRoot)
    if record.frame.hasArea { result.area = record.frame.area * abs(toRoot.determinant) }
    result.bounds = toRoot.boundingBox(
      of: Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height))
  }

  /// Around what a clip leaves of a target, in the root's space.
  private mutating func visibleBounds(of target: TargetSlot, _ context: Context) -> Box {
    let record = scene.targets[target]
    if context.isAligned && (record.look == .plain || !scene.looks[record.look].hasTransform) {
      let visible = record.frame.intersection(context.clip)
      return visible.isInverted ? .nothing : context.toRoot.boundingBox(of: visible)
    }
    loadShape(of: target, context)
    return scratch.visible.withUnsafeBufferPointer { PolygonMath.bounds($0) }
  }
}
