// What the reference path would say of an upright target in upright containers, without allocating:
// the reasons of targets that leave are found this way.
extension VisibilityEngine {
  /// Measures a target from the target up where nothing but moves lies between it and the root.
  /// Covers are left out.
  ///
  /// - Returns: `nil` where a transform is in the way; the reference path knows then.
  /// - Complexity: O(depth), no allocation.
  func quickReference(_ target: Int, in viewport: VisibilityViewport) -> Reference? {
    let record = scene.targets[Slot(target)]
    var result = Reference()
    var isPinned = false
    if record.look != .plain {
      let look = scene.looks[record.look]
      if look.hasTransform { return nil }
      isPinned = look.appearance.isPinned
      result.opacity = look.appearance.effectiveOpacity
      result.isHidden = look.appearance.isHidden
    }
    guard record.frame.isMeasurable, let viewportClip = clip(of: viewport) else {
      result.isMeasurable = false
      return result
    }
    result.hasArea = record.frame.hasArea
    result.area = record.frame.area
    // Both in the space of the container being climbed through.
    var frame = record.frame
    var clip = Box.everything
    var container = record.container
    result.isOutside = true
    while container != .none {
      let index = container
      result.steps += 1
      guard scene.containers[index].isMeasurable else {
        result.isMeasurable = false
        return result
      }
      if !isPinned {
        let offset = scene.containers[index].container.contentOffset
        frame = frame.offset(x: -offset.x, y: -offset.y)
        clip = clip.offset(x: -offset.x, y: -offset.y)
      }
      if result.isOutside {
        if container.raw == viewport.container.index {
          result.isOutside = false
          measure(&result, frame, clip, viewportClip)
        } else {
          if scene.containers[index].clips {
            clip = clip.intersection(grownClip(of: index, viewport))
          }
        }
      }
      let transform = scene.containers[index].transform
      guard transform.isTranslation else { return nil }
      frame = frame.offset(x: transform.tx, y: transform.ty)
      clip = clip.offset(x: transform.tx, y: transform.ty)
      let appearance = scene.containers[index].container.appearance
      result.opacity *= appearance.effectiveOpacity
      result.isHidden = result.isHidden || appearance.isHidden
      isPinned = appearance.isPinned
      container = scene.containers[index].parent
    }
    return result
  }

  private func measure(
    _ result: inout Reference, _ frame: Box, _ clip: Box, _ viewportClip: Box
  ) {
    result.inViewport = measurement(of: frame, in: viewportClip, viewportClip)
    result.inClips = measurement(
      of: frame, in: viewportClip.intersection(clip), viewportClip)
    result.uncovered = result.inClips
  }

  private func measurement(of frame: Box, in clip: Box, _ viewport: Box) -> Measurement {
    var result = Measurement()
    result.viewportArea = viewport.area
    result.largestArea =
      min(frame.width, viewport.width) * min(frame.height, viewport.height)
    let visible = frame.intersection(clip)
    if clip.isInverted || visible.isInverted { return result }
    result.isIntersecting = true
    if !frame.hasArea { return result }
    result.visibleArea = visible.area
    result.fraction = visible.width / frame.width * (visible.height / frame.height)
    let inner = frame.inset(by: VisibilityRule.edgeTolerance)
    result.isFull = clip.contains(inner)
    let part = frame.largestPart(
      inner: inner, in: (viewport, viewport.inset(by: VisibilityRule.edgeTolerance)))
    result.isLargest = frame.contains(part) && clip.contains(part)
    result.edges = Measurement.Edges.seen(of: frame, in: visible)
    return result
  }
}
