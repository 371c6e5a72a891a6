// The web's convention: what IntersectionObserver (version 1) computes, as found by comparing with
// Chromium's recorded verdicts. Bounding boxes instead of shapes, inclusive edges, 32-bit ratios.
extension VisibilityEngine {
  /// Measures a target from the target up, as a browser does.
  ///
  /// - Complexity: O(depth²).
  func measureOnTheWeb(_ target: Int, _ viewport: Viewport) -> Measurement {
    webReference(target, in: viewport).inClips
  }

  /// The web's measurement with the rects that belong to it.
  func webReference(_ target: Int, in viewport: Viewport) -> Reference {
    let record = scene.targets[target]
    let look = scene.looks[Int(record.look)]
    var result = Reference()
    let (own, ownBounds) = scene.derivedBounds(record.frame, look.appearance.transform)
    guard let viewportClip = clip(of: viewport), ownBounds.isMeasurable,
      let home = place(of: Int(record.container)),
      let root = place(of: Int(viewport.container.index))
    else {
      result.isMeasurable = false
      return result
    }
    result.opacity = home.opacity * look.appearance.effectiveOpacity
    result.isHidden = home.isHidden || look.appearance.isHidden
    result.viewport = root.toRoot.boundingBox(
      of: clip(of: viewport, withScrollMargins: false) ?? viewportClip)

    // From the source's own space to that of the container being climbed through.
    var toHere = own
    var isPinned = look.appearance.isPinned
    var container = record.container
    var source = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    var sourceToRoot = toHere
    var clips: [(clip: Box, toHere: Transform)] = []
    var isInside = true
    var isInViewport = true
    while true {
      if !isPinned {
        let offset = scene.containers[Int(container)].container.contentOffset
        let back = Transform.translation(x: -offset.x, y: -offset.y)
        toHere = toHere.followed(by: back)
        sourceToRoot = sourceToRoot.followed(by: back)
        for i in clips.indices { clips[i].toHere = clips[i].toHere.followed(by: back) }
      }
      if container == viewport.container.index { break }
      let here = scene.containers[Int(container)]
      if here.clips && here.container.scrolls && viewport.scrollMargins != .zero {
        // A scrolling container with a margin clips for itself; others clip all at once.
        source = stage(source, sourceToRoot, clips).intersection(
          here.clip.grown(by: viewport.scrollMargins.resolved(for: here.clip, wholePoints: true)))
        isInside = isInside && !source.isInverted
        sourceToRoot = .identity
        clips.removeAll()
      } else if here.clips {
        clips.append((here.clip, .identity))
      }
      toHere = toHere.followed(by: here.transform)
      sourceToRoot = sourceToRoot.followed(by: here.transform)
      for i in clips.indices { clips[i].toHere = clips[i].toHere.followed(by: here.transform) }
      isPinned = here.container.appearance.isPinned
      if here.parent == none {
        // The viewport is not an ancestor.
        result.isOutside = true
        return result
      }
      container = here.parent
    }
    let whole = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    let bounds = root.toRoot.boundingBox(of: toHere.boundingBox(of: whole))
    result.bounds = own.followed(
      by: offsetTransform(of: record.container, look.appearance.isPinned)
    )
    .followed(by: home.toRoot).boundingBox(of: whole)
    isInViewport = toHere.boundingBox(of: whole).touches(viewportClip)
    let part = stage(source, sourceToRoot, clips).intersection(viewportClip)
    isInside = isInside && !part.isInverted
    result.hasArea = bounds.width > 0 && bounds.height > 0
    result.inViewport.isIntersecting = isInViewport
    guard isInside else { return result }
    result.visibleBounds = root.toRoot.boundingBox(of: part)
    var measurement = Measurement()
    measurement.isIntersecting = true
    measurement.fraction = webFraction(of: result.visibleBounds, in: result.bounds)
    measurement.visibleArea = result.visibleBounds.area
    measurement.itemWidth = result.bounds.width
    measurement.itemHeight = result.bounds.height
    measurement.viewportWidth = result.viewport.width
    measurement.viewportHeight = result.viewport.height
    measurement.isFull = measurement.fraction >= 1
    result.inViewport = measurement
    result.inClips = measurement
    result.uncovered = measurement
    return result
  }

  private func offsetTransform(of container: UInt32, _ isPinned: Bool) -> Transform {
    let offset = isPinned ? .zero : scene.containers[Int(container)].container.contentOffset
    return .translation(x: -offset.x, y: -offset.y)
  }

  private func stage(
    _ source: Box, _ toHere: Transform, _ clips: [(clip: Box, toHere: Transform)]
  ) -> Box {
    if source.isInverted { return source }
    var box = toHere.boundingBox(of: source)
    for clip in clips { box = box.intersection(clip.toHere.boundingBox(of: clip.clip)) }
    return box
  }
}

/// The ratio of two areas in 32-bit arithmetic; 1 for a whole without extent.
func webFraction(of part: Box, in whole: Box) -> Double {
  let (width, height) = (Float(whole.width), Float(whole.height))
  if width == 0 || height == 0 { return 1 }
  return Double(min(1, Float(part.width) * Float(part.height) / (width * height)))
}
