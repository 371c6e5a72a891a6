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
    let record = scene.targets[target]
    let appearance = scene.looks[Int(record.look)].appearance
    var result = Reference()
    guard let viewportClip = clip(of: viewport),
      let root = place(of: Int(viewport.container.index))
    else {
      result.isMeasurable = false
      return result
    }
    result.viewport = root.toRoot.boundingBox(
      of: clip(of: viewport, withScrollMargins: false) ?? viewportClip)
    let (own, bounds) = scene.derivedBounds(record.frame, appearance.transform)
    guard let home = place(of: Int(record.container)), bounds.isMeasurable else {
      result.isMeasurable = false
      return result
    }
    result.opacity = home.opacity * appearance.effectiveOpacity
    result.isHidden = home.isHidden || appearance.isHidden
    guard let path = containers(from: record.container, to: viewport.container.index) else {
      result.isOutside = true
      return result
    }
    let offset =
      appearance.isPinned
      ? .zero : scene.containers[Int(record.container)].container.contentOffset
    let toRoot = own.followed(by: .translation(x: -offset.x, y: -offset.y))
      .followed(by: home.toRoot)
    let box = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    let shape = ConvexPolygon(box, toRoot)
    // Whether the target has an area is its own matter: rounding must not give it one.
    result.hasArea = box.hasArea && toRoot.determinant != 0 && shape.area > 0

    let window = ConvexPolygon(viewportClip, root.toRoot)
    var visible = shape.intersection(window)
    var inner = ConvexPolygon(box.inset(by: VisibilityRule.edgeTolerance), toRoot)
    var isFull = window.contains(inner)
    let scale = { (polygon: ConvexPolygon, isFull: Bool) in
      self.measurement(
        of: polygon, shape: shape, box: box, toRoot: toRoot, isFull: isFull, viewportClip,
        root.toRoot)
    }
    result.inViewport = scale(visible, isFull)
    for (container, toRoot) in zip(path, transformsToRoot(of: path, below: root.toRoot))
    where scene.containers[container].clips {
      let polygon = ConvexPolygon(grownClip(of: container, viewport), toRoot)
      visible = visible.intersection(polygon)
      isFull = isFull && polygon.contains(inner)
    }
    result.inClips = scale(visible, isFull)
    result.uncovered = result.inClips
    result.steps = path.count
    if viewport.convention == .exact && underCovers {
      result.steps += scene.covers.count
      let covers = coversPainted(after: target)
      inner = inner.intersection(visible)
      isFull = isFull && covers.allSatisfy { $0.intersection(inner).area == 0 }
      result.uncovered.isFull = isFull
      if result.hasArea {
        let area = visible.area(minus: covers)
        result.uncovered.visibleArea = area
        result.uncovered.fraction = min(1, area / shape.area)
      } else if covers.contains(where: {
        !visible.isEmpty && $0.contains(visible, slack: PolygonMath.pointSlack)
      }) {
        result.uncovered.fraction = 0
        result.uncovered.isFull = false
      }
    }
    result.bounds = LayoutTransform.identity.boundingBox(of: shape)
    result.visibleBounds = LayoutTransform.identity.boundingBox(of: visible)
    return result
  }

  /// The containers from a target's up to, but without, the viewport's; `nil` if it is not inside.
  private func containers(from first: UInt32, to viewport: UInt32) -> [Int]? {
    var path: [Int] = []
    var index = first
    while index != viewport {
      if index == none { return nil }
      path.append(Int(index))
      index = scene.containers[Int(index)].parent
    }
    return path
  }

  /// From the own space of each of these containers, of which each lies in the next, to the root's.
  ///
  /// - Parameter outer: the same of the container that the last one lies in.
  private func transformsToRoot(of path: [Int], below outer: LayoutTransform) -> [LayoutTransform] {
    var toRoot = outer
    var transforms: [LayoutTransform] = []
    for container in path.reversed() {
      let record = scene.containers[container]
      let offset =
        record.container.appearance.isPinned
        ? .zero : scene.containers[Int(record.parent)].container.contentOffset
      toRoot = record.transform.followed(by: .translation(x: -offset.x, y: -offset.y))
        .followed(by: toRoot)
      transforms.append(toRoot)
    }
    return transforms.reversed()
  }

  func grownClip(of container: Int, _ viewport: VisibilityViewport) -> Box {
    let clip = scene.containers[container].clip
    if !scene.containers[container].container.scrolls || viewport.scrollMargins == .zero {
      return clip
    }
    return clip.grown(
      by: viewport.scrollMargins.resolved(for: clip, wholePoints: viewport.convention == .web))
  }

  private func measurement(
    of visible: ConvexPolygon, shape: ConvexPolygon, box: Box, toRoot: LayoutTransform,
    isFull: Bool,
    _ viewport: Box, _ viewportToRoot: LayoutTransform
  ) -> Measurement {
    var result = Measurement()
    result.itemWidth = box.width * length(toRoot.a, toRoot.b)
    result.itemHeight = box.height * length(toRoot.c, toRoot.d)
    result.viewportWidth = viewport.width * length(viewportToRoot.a, viewportToRoot.b)
    result.viewportHeight = viewport.height * length(viewportToRoot.c, viewportToRoot.d)
    if visible.isEmpty { return result }
    let whole = box.hasArea && toRoot.determinant != 0 ? shape.area : 0
    result.isIntersecting = true
    result.visibleArea = visible.area
    result.fraction = whole > 0 ? min(1, visible.area / whole) : 1
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
    let record = scene.targets[target]
    let place = paintPath(
      record.container, scene.looks[Int(record.look)].appearance.zIndex, record.order)
    var result: [ConvexPolygon] = []
    for cover in scene.covers
    where cover.slot != none && !cover.cover.isFriendly && cover.isMeasurable {
      guard let home = self.place(of: Int(cover.container)),
        !home.isHidden, !cover.cover.appearance.isHidden,
        home.opacity * cover.cover.appearance.effectiveOpacity >= SceneCover.opaqueLimit
      else { continue }
      let path = paintPath(cover.container, cover.cover.appearance.zIndex, cover.order)
      guard path.isPainted(after: place) else { continue }
      let offset =
        cover.cover.appearance.isPinned
        ? .zero : scene.containers[Int(cover.container)].container.contentOffset
      let frame = cover.cover.frame
      var shape = ConvexPolygon(
        Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
        cover.transform.followed(by: .translation(x: -offset.x, y: -offset.y))
          .followed(by: home.toRoot))
      var container = cover.container
      while container != none {
        if scene.containers[Int(container)].clips, let place = self.place(of: Int(container)) {
          shape = shape.intersection(
            ConvexPolygon(scene.containers[Int(container)].clip, place.toRoot))
        }
        container = scene.containers[Int(container)].parent
      }
      if shape.area > 0 { result.append(shape) }
    }
    return result
  }

  private func paintPath(_ container: UInt32, _ zIndex: Int32, _ order: UInt32) -> PaintPath {
    var steps = [PaintPath.Step(zIndex: zIndex, order: order)]
    var index = container
    while index != 0 {
      let record = scene.containers[Int(index)]
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
  func contains(_ other: ConvexPolygon, slack: Double = 0) -> Bool {
    corners.withUnsafeBufferPointer { PolygonMath.contains($0, other.corners, slack: slack) }
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
