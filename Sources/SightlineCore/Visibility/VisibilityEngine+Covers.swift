// Covers: which are on screen, and which are painted over which target.
extension VisibilityEngine {
  /// Notes a cover that a search came across, as far as its ancestors let it be seen.
  mutating func visit(_ cover: CoverSlot, _ context: Context) {
    let record = scene.covers[cover]
    let appearance = record.cover.appearance
    guard !record.cover.isFriendly, !appearance.isHidden,
      context.opacity * appearance.effectiveOpacity >= SceneCover.opaqueLimit
    else { return }
    let start = scratch.coverPoints.count
    if context.isAligned && appearance.transform.isAxisAligned {
      let box = context.toRoot.boundingBox(of: record.bounds.intersection(context.clip))
      if !(box.width > 0 && box.height > 0) { return }
      PolygonMath.appendCorners(of: box, transformedBy: .identity, to: &scratch.coverPoints)
      scratch.covers.append(
        VisibleCover(
          cover: cover, bounds: box, isBox: true, points: start..<scratch.coverPoints.count))
      return
    }
    let frame = record.cover.frame
    scratch.shape.removeAll(keepingCapacity: true)
    PolygonMath.appendCorners(
      of: Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
      transformedBy: record.transform.followed(by: context.toRoot), to: &scratch.shape)
    scratch.clip.removeAll(keepingCapacity: true)
    if context.isAligned {
      PolygonMath.appendCorners(
        of: context.clip, transformedBy: context.toRoot, to: &scratch.clip)
    } else {
      for i in context.polygon { scratch.clip.append(scratch.clips[i]) }
    }
    scratch.intersectShapeWithClip()
    let area = scratch.visible.withUnsafeBufferPointer { PolygonMath.area($0) }
    if !(area > 0) { return }
    scratch.coverPoints.append(contentsOf: scratch.visible)
    scratch.covers.append(
      VisibleCover(
        cover: cover, bounds: scratch.visible.withUnsafeBufferPointer { PolygonMath.bounds($0) },
        isBox: false, points: start..<scratch.coverPoints.count))
  }

  /// Puts those covers into `scratch.over` that lie over a box on screen and are painted after a
  /// target. One that hides all of the box is enough: then it is the only one.
  ///
  /// - Complexity: O(covers that touch the box · depth), and O(log of the covers).
  mutating func findCovers(paintedAfter target: TargetSlot, over box: Box) {
    scratch.over.removeAll(keepingCapacity: true)
    if scratch.coverIndex.isEmpty {
      scratch.work &+= scratch.covers.count
      // The last one to be painted is likely to be the last one gathered.
      for i in scratch.covers.indices.reversed() where find(i, target, box) { return }
    } else {
      _ = findCovers(atNode: 1, target, box)
    }
  }

  /// Returns whether one was found that hides all of the box.
  private mutating func findCovers(atNode node: Int, _ target: TargetSlot, _ box: Box) -> Bool {
    scratch.work &+= 1
    if !scratch.coverIndex.box(ofNode: node).touches(box) { return false }
    guard let places = scratch.coverIndex.places(ofNode: node) else {
      return findCovers(atNode: 2 * node, target, box)
        || findCovers(atNode: 2 * node + 1, target, box)
    }
    for place in places where find(scratch.coverIndex.cover(atPlace: place), target, box) {
      return true
    }
    return false
  }

  private mutating func find(_ position: Int, _ target: TargetSlot, _ box: Box) -> Bool {
    scratch.work &+= 1
    let cover = scratch.covers[position]
    guard cover.bounds.touches(box), isPainted(cover.cover, after: target) else {
      return false
    }
    let isHiding = cover.isBox && cover.bounds.contains(box)
    if isHiding { scratch.over.removeAll(keepingCapacity: true) }
    scratch.over.append(position)
    return isHiding
  }

  /// Whether a cover is painted after a target.
  ///
  /// - Complexity: O(depth).
  @inline(__always)
  func isPainted(_ cover: CoverSlot, after target: TargetSlot) -> Bool {
    let record = scene.targets[target]
    return isPainted(
      PaintPlace(scene.covers[cover]),
      after: PaintPlace(
        container: record.container, zIndex: scene.looks[record.look].appearance.zIndex,
        order: record.order))
  }

  /// Whether a cover is painted after another.
  ///
  /// - Complexity: O(depth).
  func isPainted(_ cover: CoverSlot, after other: CoverSlot) -> Bool {
    isPainted(PaintPlace(scene.covers[cover]), after: PaintPlace(scene.covers[other]))
  }

  /// Of two places their ancestors just below the first common container decide, by z-order and then
  /// by registration.
  @inline(__always)
  private func isPainted(_ first: PaintPlace, after second: PaintPlace) -> Bool {
    var (upper, lower) = (first, second)
    while upper.container != lower.container {
      let (u, l) = (
        scene.containers[upper.container].depth, scene.containers[lower.container].depth
      )
      if u >= l { upper = PaintPlace(scene.containers[upper.container]) }
      if l >= u { lower = PaintPlace(scene.containers[lower.container]) }
    }
    return upper.zIndex != lower.zIndex
      ? upper.zIndex > lower.zIndex : upper.order > lower.order
  }
}

/// Something's place in the order of painting among its siblings.
private struct PaintPlace {
  var container: ContainerSlot
  var zIndex: Int32
  var order: UInt32

  init(container: ContainerSlot, zIndex: Int32, order: UInt32) {
    self.container = container
    self.zIndex = zIndex
    self.order = order
  }

  init(_ record: CoverRecord) {
    self.init(
      container: record.container, zIndex: record.cover.appearance.zIndex, order: record.order)
  }

  init(_ record: ContainerRecord) {
    self.init(
      container: record.parent, zIndex: record.container.appearance.zIndex, order: record.order)
  }
}
