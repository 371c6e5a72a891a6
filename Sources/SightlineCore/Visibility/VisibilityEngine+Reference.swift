// The reference path: one target at a time, from the target up, in the window's coordinates, with
// every cover of the scene. It is slow and plain. Answers on request and reasons come from it, and
// debug builds and tests compare every pass with it.
extension VisibilityEngine {
  /// What is left of a target step by step.
  struct Reference {
    /// Inside the viewport alone.
    var inViewport = Measurement.nothing
    /// … and inside every clip between.
    var inClips = Measurement.nothing
    /// … and not covered.
    var uncovered = Measurement.nothing
    var opacity = 1.0
    var isHidden = false
    var isMeasurable = true
    var hasArea = true
    /// Its whole area in square points of the root container's space.
    var area = 0.0
    /// Whether it does not lie in the viewport's container at all.
    var isOutside = false
    /// Around what is visible, the whole, and the viewport, in the root container's own space.
    var visibleBounds = Box.nothing
    var bounds = Box.nothing
    var viewport = Box.nothing
    /// Containers and covers looked at: see `VisibilityEngine.work`.
    var steps = 0
  }

  /// Measures a target by brute force.
  ///
  /// - Parameter underCovers: whether covers are to be taken off, which is most of the work.
  /// - Complexity: O(depth + covers · depth²), with allocations; what crossing covers leave may fall
  ///   into pieces that number the square of them.
  func reference(
    _ target: Int, in viewport: VisibilityViewport, underCovers: Bool = true
  ) -> Reference {
    let record = scene.targets[Slot(target)]
    let appearance = scene.looks[record.look].appearance
    var result = Reference()
    (result.opacity, result.isHidden) = lookFromRoot(ofTarget: target)
    guard let viewportClip = clip(of: viewport),
      let root = place(of: Slot(raw: viewport.container.index))
    else {
      result.isMeasurable = false
      return result
    }
    result.viewport = root.toRoot.boundingBox(
      of: clip(of: viewport, withScrollMargins: false) ?? viewportClip)
    let (own, bounds) = scene.derivedBounds(record.frame, appearance.transform)
    guard let home = place(of: record.container), bounds.isMeasurable else {
      result.isMeasurable = false
      return result
    }
    let offset =
      appearance.isPinned
      ? .zero : scene.containers[record.container].container.contentOffset
    let toRoot = own.followed(by: .translation(x: -offset.x, y: -offset.y))
      .followed(by: home.toRoot)
    let box = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    let shape = ConvexPolygon(box, toRoot)
    // Whether the target has an area is its own matter: rounding must not give it one.
    result.hasArea = box.hasArea && toRoot.determinant != 0 && shape.area > 0
    result.area = shape.area
    guard let path = containers(from: record.container, to: Slot(raw: viewport.container.index))
    else {
      result.isOutside = true
      return result
    }
    guard path.allSatisfy({ place(of: $0) != nil }) else {
      result.isMeasurable = false
      return result
    }

    let window = ConvexPolygon(viewportClip, root.toRoot)
    var visible = shape.intersection(window)
    var inner = ConvexPolygon(box.inset(by: VisibilityRule.edgeTolerance), toRoot)
    var isFull = window.contains(inner)
    let largest = ConvexPolygon(box.centred, toRoot.linear)
      .intersection(ConvexPolygon(viewportClip.centred, root.toRoot.linear)).area
    var part = largestPart(of: box, toRoot, in: viewportClip, root.toRoot)
    var isFilled = shape.contains(part) && window.contains(part)
    let scale = { (polygon: ConvexPolygon, isFull: Bool, isFilled: Bool) in
      var result = self.measurement(
        of: polygon, shape: shape, box: box, toRoot: toRoot, isFull: isFull)
      result.viewportArea = window.area
      result.largestArea = largest
      result.isLargest = result.isSeen && (isFull || isFilled)
      return result
    }
    result.inViewport = scale(visible, isFull, isFilled)
    for (container, toRoot) in zip(path, transformsToRoot(of: path, below: root.toRoot))
    where scene.containers[container].clips {
      let polygon = ConvexPolygon(grownClip(of: container, viewport), toRoot)
      visible = visible.intersection(polygon)
      isFull = isFull && polygon.contains(inner)
      isFilled = isFilled && polygon.contains(part)
    }
    result.inClips = scale(visible, isFull, isFilled)
    result.uncovered = result.inClips
    result.steps = path.count
    if underCovers {
      result.steps += scene.covers.count
      let covers = coversPainted(after: target)
      inner = inner.intersection(visible)
      part = part.intersection(visible)
      let isSeen = result.inClips.isSeen
      isFull = isSeen && isFull && covers.allSatisfy { $0.intersection(inner).area == 0 }
      isFilled = isSeen && isFilled && covers.allSatisfy { $0.intersection(part).area == 0 }
      result.uncovered.isFull = isFull
      result.uncovered.isLargest = isFull || isFilled
      if result.hasArea && !covers.isEmpty {
        var remainder = PolygonRemainder()
        visible.corners.withUnsafeBufferPointer { remainder.start(with: $0) }
        for cover in covers { cover.corners.withUnsafeBufferPointer { remainder.subtract($0) } }
        result.uncovered.visibleArea = remainder.area
        result.uncovered.fraction = min(1, remainder.area / shape.area)
        if let back = toRoot.inverse {
          result.uncovered.edges = Measurement.Edges.seen(
            of: box, in: remainder.bounds(transformedBy: back))
        }
      }
    }
    result.bounds = LayoutTransform.identity.boundingBox(of: shape)
    result.visibleBounds = LayoutTransform.identity.boundingBox(of: visible)
    return result
  }

  /// The opacity of a target and all its ancestors, and whether one of them is hidden: known whether
  /// it can be measured or not.
  func lookFromRoot(ofTarget target: Int) -> (opacity: Double, isHidden: Bool) {
    let record = scene.targets[Slot(target)]
    let appearance = scene.looks[record.look].appearance
    var (opacity, isHidden) = (appearance.effectiveOpacity, appearance.isHidden)
    var index = record.container
    while index != .none {
      let look = scene.containers[index].container.appearance
      opacity *= look.effectiveOpacity
      isHidden = isHidden || look.isHidden
      index = scene.containers[index].parent
    }
    return (opacity, isHidden)
  }

  /// What must be visible of a target for as much of it to show as the viewport can, but for the
  /// tolerance at the edges. Upright it is a choice along each axis: the target where it fits, the
  /// viewport where it does not. Where one is turned against the other, it is the viewport.
  private func largestPart(
    of box: Box, _ toRoot: LayoutTransform, in viewport: Box, _ viewportToRoot: LayoutTransform
  ) -> ConvexPolygon {
    let tolerance = VisibilityRule.edgeTolerance
    let outer = viewportToRoot.boundingBox(of: viewport)
    let inner = viewportToRoot.boundingBox(of: viewport.inset(by: tolerance))
    guard toRoot.isAxisAligned, viewportToRoot.isAxisAligned else {
      return ConvexPolygon(viewport.inset(by: tolerance), viewportToRoot)
    }
    var part = toRoot.boundingBox(of: box.inset(by: tolerance))
    let bounds = toRoot.boundingBox(of: box)
    if bounds.width > outer.width { (part.minX, part.maxX) = (inner.minX, inner.maxX) }
    if bounds.height > outer.height { (part.minY, part.maxY) = (inner.minY, inner.maxY) }
    return ConvexPolygon(part, .identity)
  }

  /// The containers from a target's up to, but without, the viewport's; `nil` if it is not inside.
  private func containers(from first: ContainerSlot, to viewport: ContainerSlot) -> [ContainerSlot]?
  {
    var path: [ContainerSlot] = []
    var index = first
    while index != viewport {
      if index == .none { return nil }
      path.append(index)
      index = scene.containers[index].parent
    }
    return path
  }

  /// From the own space of each of these containers, of which each lies in the next, to the root's.
  ///
  /// - Parameter outer: the same of the container that the last one lies in.
  private func transformsToRoot(
    of path: [ContainerSlot], below outer: LayoutTransform
  ) -> [LayoutTransform] {
    var toRoot = outer
    var transforms: [LayoutTransform] = []
    for container in path.reversed() {
      let record = scene.containers[container]
      let offset =
        record.container.appearance.isPinned
        ? .zero : scene.containers[record.parent].container.contentOffset
      toRoot = record.transform.followed(by: .translation(x: -offset.x, y: -offset.y))
        .followed(by: toRoot)
      transforms.append(toRoot)
    }
    return transforms.reversed()
  }

  func grownClip(of container: ContainerSlot, _ viewport: VisibilityViewport) -> Box {
    let clip = scene.containers[container].clip
    if !scene.containers[container].container.scrolls || viewport.scrollMargins == .zero {
      return clip
    }
    return clip.grown(by: viewport.scrollMargins.resolved(for: clip))
  }

  private func measurement(
    of visible: ConvexPolygon, shape: ConvexPolygon, box: Box, toRoot: LayoutTransform,
    isFull: Bool
  ) -> Measurement {
    var result = Measurement()
    if visible.isEmpty { return result }
    let whole = box.hasArea && toRoot.determinant != 0 ? shape.area : 0
    result.isIntersecting = true
    result.visibleArea = visible.area
    result.fraction = whole > 0 ? min(1, visible.area / whole) : 0
    result.isFull = isFull && result.isSeen
    if let back = toRoot.inverse {
      result.edges = Measurement.Edges.seen(of: box, in: back.boundingBox(of: visible))
    } else {
      result.edges = Measurement.Edges.all
    }
    return result
  }

  /// The shapes, as far as they can be seen, of all covers that are painted after a target.
  private func coversPainted(after target: Int) -> [ConvexPolygon] {
    let record = scene.targets[Slot(target)]
    let place = paintPath(
      record.container, scene.looks[record.look].appearance.zIndex, record.order)
    var result: [ConvexPolygon] = []
    for cover in scene.covers.live.map({ scene.covers[$0] })
    where !cover.cover.isFriendly && cover.isMeasurable {
      guard let home = self.place(of: cover.container),
        !home.isHidden, !cover.cover.appearance.isHidden,
        home.opacity * cover.cover.appearance.effectiveOpacity >= SceneCover.opaqueLimit
      else { continue }
      let path = paintPath(cover.container, cover.cover.appearance.zIndex, cover.order)
      guard path.isPainted(after: place) else { continue }
      let offset =
        cover.cover.appearance.isPinned
        ? .zero : scene.containers[cover.container].container.contentOffset
      let frame = cover.cover.frame
      var shape = ConvexPolygon(
        Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
        cover.transform.followed(by: .translation(x: -offset.x, y: -offset.y))
          .followed(by: home.toRoot))
      var container = cover.container
      while container != .none {
        guard let place = self.place(of: container) else {
          shape = ConvexPolygon(.nothing, .identity)
          break
        }
        if scene.containers[container].clips {
          shape = shape.intersection(
            ConvexPolygon(scene.containers[container].clip, place.toRoot))
        }
        container = scene.containers[container].parent
      }
      if shape.area > 0 { result.append(shape) }
    }
    return result
  }

  private func paintPath(_ container: ContainerSlot, _ zIndex: Int32, _ order: UInt32) -> PaintPath
  {
    var steps = [PaintPath.Step(zIndex: zIndex, order: order)]
    var index = container
    while scene.containers[index].parent != .none {
      let record = scene.containers[index]
      steps.append(
        PaintPath.Step(zIndex: record.container.appearance.zIndex, order: record.order))
      index = record.parent
    }
    return PaintPath(steps: steps.reversed())
  }
}

/// A place in the order of painting, from the root down.
struct PaintPath {
  struct Step: Equatable {
    var zIndex: Int32
    var order: UInt32
  }

  var steps: [Step]

  func isPainted(after other: PaintPath) -> Bool {
    for (mine, theirs) in zip(steps, other.steps) where mine != theirs {
      return mine.zIndex != theirs.zIndex
        ? mine.zIndex > theirs.zIndex : mine.order > theirs.order
    }
    return false
  }
}

extension ConvexPolygon {
  func contains(_ other: ConvexPolygon) -> Bool {
    corners.withUnsafeBufferPointer { PolygonMath.contains($0, other.corners) }
  }
}

extension LayoutTransform {
  func boundingBox(of polygon: ConvexPolygon) -> Box {
    var box = Box.nothing
    for corner in polygon.corners {
      let p = apply(to: corner)
      box = box.union(Box(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y))
    }
    return box
  }
}
