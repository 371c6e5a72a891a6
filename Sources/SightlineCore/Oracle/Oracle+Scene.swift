/// What the oracle reads from a scene: the values that a host has put in, and the order in which it did.
struct OracleScene {
  let scene: VisibilityScene

  /// A container and all that it lies in, up to the root.
  func chain(from container: ContainerID) -> [ContainerID] {
    var chain = [container]
    while let parent = scene.parent(of: chain[chain.count - 1]) { chain.append(parent) }
    return chain
  }

  /// From a container's own space to the window's; `nil` if it is not measurable.
  func toWindow(_ container: ContainerID) -> LayoutTransform? {
    let chain = chain(from: container)
    guard chain.allSatisfy({ isMeasurable(scene.container($0)) }) else { return nil }
    var toWindow = LayoutTransform.identity
    for (inner, outer) in zip(chain, chain.dropFirst()) {
      let value = scene.container(inner)
      toWindow = toWindow.followed(by: step(value.frame, value.appearance, to: outer))
    }
    return toWindow.hasMeasurableScale ? toWindow : nil
  }

  /// From the own space of something in a container to the window's; `nil` if it is not measurable.
  func toWindow(
    _ frame: LayoutRect, _ appearance: SceneAppearance, in container: ContainerID
  ) -> LayoutTransform? {
    guard OracleRect(frame).isMeasurable, appearance.transform.hasMeasurableScale,
      let outer = toWindow(container)
    else { return nil }
    let inContent = appearance.transform
      .followed(by: .translation(x: frame.minX, y: frame.minY))
    guard let bounds = OraclePolygon(OracleRect(extentOf: frame), inContent).bounds(),
      bounds.isMeasurable
    else { return nil }
    return step(frame, appearance, to: container).followed(by: outer)
  }

  /// From the own space of something in a container to the container's own: what is pinned is not
  /// moved by its offset.
  private func step(
    _ frame: LayoutRect, _ appearance: SceneAppearance, to container: ContainerID
  ) -> LayoutTransform {
    let offset = appearance.isPinned ? .zero : scene.container(container).contentOffset
    return appearance.transform
      .followed(by: .translation(x: frame.minX - offset.x, y: frame.minY - offset.y))
  }

  private func isMeasurable(_ container: SceneContainer) -> Bool {
    var rects = [OracleRect(container.frame)]
    if case .rect(let rect) = container.clip { rects.append(OracleRect(rect)) }
    let offset = container.contentOffset
    rects.append(OracleRect(left: offset.x, top: offset.y, right: offset.x, bottom: offset.y))
    return rects.allSatisfy { $0.isMeasurable } && container.appearance.transform.isFinite
  }

  /// Where a container clips, in its own space; `nil` if it does not.
  func clip(of container: ContainerID) -> OracleRect? {
    let value = scene.container(container)
    switch value.clip {
    case .none: return nil
    case .bounds: return OracleRect(extentOf: value.frame)
    case .rect(let rect): return OracleRect(rect)
    }
  }

  /// A viewport in its container's own space; `nil` if that was removed or is not measurable.
  func clip(of viewport: VisibilityViewport) -> OracleRect? {
    guard scene.contains(viewport.container) else { return nil }
    let container = scene.container(viewport.container)
    guard isMeasurable(container) else { return nil }
    var clip = self.clip(of: viewport.container) ?? OracleRect(extentOf: container.frame)
    clip = clip.grown(by: viewport.margins).withinReach
    return container.scrolls ? clip.grown(by: viewport.scrollMargins).withinReach : clip
  }

  // MARK: Covers

  /// What can be seen of each cover that lies over a target, in the window.
  func covers(paintedAfter target: TargetID) -> [OraclePolygon] {
    let place = paintPlace(
      scene.targets[Int(target.index)].order, scene.target(target).appearance,
      in: scene.container(of: target))
    return scene.covers.indices.compactMap { index in
      guard scene.covers[index].slot != none else { return nil }
      let id = scene.handle(ofCover: UInt32(index))
      let (cover, container) = (scene.cover(id), scene.container(of: id))
      let chain = chain(from: container)
      let appearances = [cover.appearance] + chain.map { scene.container($0).appearance }
      let opacity = appearances.reduce(1) { $0 * Oracle.clamped($1.opacity) }
      guard !cover.isFriendly, !appearances.contains(where: { $0.isHidden }),
        opacity >= SceneCover.opaqueLimit,
        place.lexicographicallyPrecedes(
          paintPlace(scene.covers[index].order, cover.appearance, in: container), by: { $0 < $1 }),
        let toWindow = toWindow(cover.frame, cover.appearance, in: container)
      else { return nil }
      var shape = OraclePolygon(OracleRect(extentOf: cover.frame), toWindow)
      for outer in chain {
        guard let toWindow = self.toWindow(outer) else { return nil }
        if let clip = clip(of: outer) { shape = shape.intersection(OraclePolygon(clip, toWindow)) }
      }
      return shape.area > 0 ? shape : nil
    }
  }

  /// A place in the order of painting: from the root down, among its siblings by z-order and then by
  /// registration. What comes later is painted later.
  private func paintPlace(
    _ order: UInt32, _ appearance: SceneAppearance, in container: ContainerID
  ) -> [(Int32, UInt32)] {
    let containers = chain(from: container).dropLast().map {
      (scene.container($0).appearance.zIndex, scene.containers[Int($0.index)].order)
    }
    return containers.reversed() + [(appearance.zIndex, order)]
  }
}

extension LayoutTransform {
  /// Whether it is finite and makes lengths grow by no more than can be measured.
  fileprivate var hasMeasurableScale: Bool {
    isFinite && [a, b, c, d].allSatisfy { abs($0) <= Oracle.farthest }
  }
}
