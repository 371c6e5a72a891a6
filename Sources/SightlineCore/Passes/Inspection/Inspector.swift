/// Finds the obstacles to a target's visibility, wherever it lies.
///
/// Yields the same numbers as a search that reaches the target: it builds contexts the same way,
/// down the chain of containers, and has its own measurer.
struct Inspector: ~Copyable {
  private var path = PathToItem()
  private var measurer = Measurer()
  private var clips = ClipStack()

  /// Inspects a target for an answer on request.
  ///
  /// - Parameter covers: the covers on screen.
  /// - Complexity: O(depth), plus the cost of covers for a target in a pass.
  mutating func inspect(
    _ target: TargetSlot, in viewport: VisibilityViewport, of scene: VisibilityScene,
    under covers: VisibleCovers
  ) -> Inspection {
    let target = InspectedTarget(target, of: scene)
    let placement = scene.containers.placement(of: viewport, pixelLength: scene.pixelLength)
    var (result, context) = inspect(target, in: viewport, at: placement, .all, scene.containers)
    guard let context, let placement else { return result }
    measurer.begin(in: placement.shape, .all)
    result.visibleBounds = measurer.visibleBounds(of: target.measured, context, clips)
    if !covers.isEmpty {
      result.uncovered = measurer.measure(
        target.measured, context, clips, under: covers, scene.containers)
    }
    return result
  }

  /// Inspects a target that has left, without covers.
  ///
  /// - Complexity: O(depth), no allocation.
  mutating func inspect(
    _ target: TargetSlot, in viewport: VisibilityViewport, at placement: ViewportPlacement?,
    of scene: inout VisibilityScene, _ needs: MeasurementNeeds
  ) -> Inspection {
    inspect(
      InspectedTarget(target, of: scene), in: viewport, at: placement, needs, scene.containers
    )
    .result
  }

  /// Inspects a target without covers. The context is `nil` if the clips cut it off entirely.
  @inline(__always)
  private mutating func inspect(
    _ target: InspectedTarget, in viewport: VisibilityViewport, at placement: ViewportPlacement?,
    _ needs: MeasurementNeeds, _ containers: ContainerTable
  ) -> (result: Inspection, context: Context?) {
    var result = Inspection()
    let home = target.measured.paintPlace.container
    addAncestors(of: target, home, containers, &result)
    result.isOutside = !path.find(home, below: viewport.containerSlot, containers)
    guard result.isMeasurable, let placement else {
      result.isMeasurable = false
      return (result, nil)
    }
    if result.isOutside {
      result.isMeasurable = false
      if var toRoot = containers.placement(of: home)?.toRoot {
        result.isMeasurable = true
        if !target.isPinned {
          let offset = containers[home].container.contentOffset
          toRoot = LayoutTransform.translation(x: -offset.x, y: -offset.y).followed(by: toRoot)
        }
        setExtent(of: target.measured, toRoot, &result)
      }
      return (result, nil)
    }
    let shape = placement.shape
    clips.removeAll()
    path.begin(Context(shape, opacity: placement.opacity, &clips), clips)
    guard
      let unclipped = path.context(
        ofItemThatIsPinned: target.isPinned, Clipping(clips: .none, skipsHidden: false),
        containers, &clips)
    else {
      result.isMeasurable = false
      return (result, nil)
    }
    setExtent(of: target.measured, unclipped.toRoot, &result)
    var context: Context? = unclipped
    func measured(in clips: Clipping.Clips) -> Measurement {
      if clips != .none {
        let clipping = Clipping(
          clips: clips, skipsHidden: false, scrollMargins: viewport.scrollMargins)
        context = path.context(
          ofItemThatIsPinned: target.isPinned, clipping, containers, &self.clips)
      }
      return context.map { measure(target, $0, shape, needs, containers) } ?? .nothing
    }
    let present = path.clips(containers)
    result.inViewport = measured(in: present == .none ? .none : .ofScrolling)
    if let context { result.clipBounds = context.toRoot.boundingBox(of: context.clip) }
    result.inClips = result.inViewport
    if result.inViewport.isIntersecting && present == .all { result.inClips = measured(in: .all) }
    result.uncovered = result.inClips
    return (result, result.inClips.isIntersecting ? context : nil)
  }

  /// Adds the effects of all containers up to the root: opacity, hiding and measurability.
  private mutating func addAncestors(
    of target: InspectedTarget, _ home: ContainerSlot, _ containers: ContainerTable,
    _ result: inout Inspection
  ) {
    result.opacity = target.opacity
    result.isHidden = target.isHidden
    result.isMeasurable = target.isMeasurable
    var container = home
    while container != .none {
      result.isMeasurable = result.isMeasurable && containers[container].isMeasurable
      result.opacity *= containers[container].container.appearance.effectiveOpacity
      result.isHidden = result.isHidden || containers[container].container.appearance.isHidden
      container = containers[container].parent
    }
  }

  /// Measures a target without covers, if it touches the clip.
  private mutating func measure(
    _ target: InspectedTarget, _ context: Context, _ shape: ViewportShape,
    _ needs: MeasurementNeeds, _ containers: ContainerTable
  ) -> Measurement {
    if !target.searchBox.touches(context.clip) { return .nothing }
    // Most are boxes, for which the viewport need not be copied.
    if target.measured.isBox(in: context) {
      return Measurer.measureBox(target.measured.frame, context, in: shape, needs)
    }
    measurer.begin(in: shape, needs)
    return measurer.measure(target.measured, context, clips, under: nil, containers)
  }

  /// Sets the area and bounds of the whole target.
  private func setExtent(
    of target: MeasuredTarget, _ toRoot: LayoutTransform, _ result: inout Inspection
  ) {
    let toRoot = target.toRoot(toRoot)
    if target.frame.hasArea { result.area = target.frame.area * abs(toRoot.determinant) }
    result.bounds = toRoot.boundingBox(of: target.extent)
  }
}

/// The properties of a target that an inspection needs.
private struct InspectedTarget {
  var measured: MeasuredTarget
  var searchBox: Box
  var opacity: Double
  var isHidden: Bool
  var isPinned: Bool
  var isMeasurable: Bool

  /// Inlined to avoid copying the scene.
  @inline(__always)
  init(_ target: TargetSlot, of scene: VisibilityScene) {
    measured = scene.measuredTarget(target)
    searchBox = scene.searchBox(of: target)
    let slot = scene.targets[target].appearance
    let appearance = scene.appearances[slot].appearance
    opacity = appearance.effectiveOpacity
    isHidden = appearance.isHidden
    isPinned = appearance.isPinned
    isMeasurable =
      measured.frame.isMeasurable
      && (slot == .plain || !scene.appearances[slot].bounds.isInverted)
  }
}
