// The web's convention: what IntersectionObserver (version 1) computes, as found by comparing with
// Chromium's recorded verdicts. Bounding boxes instead of shapes, inclusive edges, 32-bit ratios.
extension VisibilityEngine {
  /// Measures a target from the target up, as a browser does.
  ///
  /// - Complexity: O(depth²).
  func measureOnTheWeb(_ target: Int, _ viewport: VisibilityViewport) -> Measurement {
    webReference(target, in: viewport).inClips
  }

  /// The web's measurement with the rects that belong to it.
  func webReference(_ target: Int, in viewport: VisibilityViewport) -> Reference {
    let record = scene.targets[target]
    let appearance = scene.looks[Int(record.look)].appearance
    var result = Reference()
    (result.opacity, result.isHidden) = lookFromRoot(ofTarget: target)
    guard place(of: Int(record.container)) != nil, let root = clip(of: viewport),
      place(of: Int(viewport.container.index)) != nil,
      scene.derivedBounds(record.frame, appearance.transform).1.isMeasurable
    else {
      result.isMeasurable = false
      return result
    }

    let path = webPlaces(downTo: record.container)
    guard let top = path.firstIndex(where: { $0.container == Int(viewport.container.index) })
    else {
      result.isOutside = true
      return result
    }
    guard path[top...].allSatisfy({ place(of: $0.container) != nil }) else {
      result.isMeasurable = false
      return result
    }
    let rootPlace = path[top].place
    let own = path[path.count - 1].place.inner(
      at: LayoutPoint(x: record.frame.minX, y: record.frame.minY)
        - contentOffset(of: Int(record.container), appearance), appearance.transform)
    let box = Box(minX: 0, minY: 0, maxX: record.frame.width, maxY: record.frame.height)
    result.bounds = own.toWindow.boundingBox(of: box)
    result.hasArea = result.bounds.width > 0 && result.bounds.height > 0
    result.viewport = rootPlace.toWindow.boundingBox(
      of: clip(of: viewport, withScrollMargins: false) ?? root)
    if let toRoot = own.transform(to: rootPlace) {
      result.inViewport.isIntersecting = toRoot.boundingBox(of: box).touches(root)
    }
    guard let part = webClipped(box, own, path[(top + 1)...], rootPlace, viewport) else {
      return result
    }
    let visible = part.intersection(root)
    if visible.isInverted { return result }
    result.visibleBounds = rootPlace.toWindow.boundingBox(of: visible)
    take(&result)
    return result
  }

  /// Clips a box by everything between it and the viewport; `nil` where nothing is left. The result
  /// is in the viewport container's own space.
  ///
  /// - Parameter path: the containers between, from the viewport down.
  private func webClipped(
    _ box: Box, _ own: WebPlace, _ path: ArraySlice<(container: Int, place: WebPlace)>,
    _ root: WebPlace, _ viewport: VisibilityViewport
  ) -> Box? {
    var source = (box: box, place: own)
    var clips: [(box: Box, place: WebPlace)] = []
    for (container, place) in path.reversed() {
      let record = scene.containers[container]
      guard record.clips else { continue }
      if record.container.scrolls && viewport.scrollMargins != .zero {
        // A scrolling container with a margin clips for itself; others clip all at once.
        guard let staged = stage(source, clips, place) else { return nil }
        source.box = staged.intersection(
          record.clip.grown(
            by: viewport.scrollMargins.resolved(for: record.clip, wholePoints: true)))
        if source.box.isInverted { return nil }
        source.place = place
        clips.removeAll()
      } else {
        clips.append((record.clip, place))
      }
    }
    return stage(source, clips, root)
  }

  /// The bounding box of a box and of every clip in another space, clipped there.
  private func stage(
    _ source: (box: Box, place: WebPlace), _ clips: [(box: Box, place: WebPlace)],
    _ destination: WebPlace
  ) -> Box? {
    guard let transform = source.place.transform(to: destination) else { return nil }
    var box = transform.boundingBox(of: source.box)
    for clip in clips {
      guard let transform = clip.place.transform(to: destination) else { return nil }
      box = box.intersection(transform.boundingBox(of: clip.box))
    }
    return box.isInverted ? nil : box
  }

  /// Fills in what follows from the rects.
  private func take(_ result: inout Reference) {
    var measurement = Measurement()
    measurement.isIntersecting = true
    measurement.fraction = webFraction(of: result.visibleBounds, in: result.bounds)
    measurement.visibleArea = result.visibleBounds.area
    measurement.viewportArea = result.viewport.area
    measurement.largestArea =
      min(result.bounds.width, result.viewport.width)
      * min(result.bounds.height, result.viewport.height)
    measurement.isFull = measurement.fraction >= 1
    result.inViewport = measurement
    result.inClips = measurement
    result.uncovered = measurement
  }
}

/// The ratio of two areas in 32-bit arithmetic; 1 for a whole without extent.
func webFraction(of part: Box, in whole: Box) -> Double {
  let (width, height) = (Float(whole.width), Float(whole.height))
  if width == 0 || height == 0 { return 1 }
  return Double(min(1, Float(part.width) * Float(part.height) / (width * height)))
}
