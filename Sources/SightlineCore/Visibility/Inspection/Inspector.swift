/// Finds out what is in the way of one target, wherever it lies.
///
/// It gives the numbers that a search gives which comes across the target: the contexts are made in
/// the same way, down the chain of containers, and it measures with a measurer of its own.
struct Inspector: Sendable {
  private var descent = Descent()
  private var measurer = Measurer()
  private var clips = ClipStack()
  private var steps = 0

  /// Steps taken since it was made: see `VisibilityEngine.work`.
  var work: Int { steps &+ descent.work &+ measurer.work }

  /// Finds out all that an answer on request needs.
  ///
  /// - Parameter covers: those on screen.
  /// - Complexity: O(depth), with covers as for a target in a pass.
  mutating func inspect(
    _ target: TargetSlot, in viewport: VisibilityViewport, of scene: VisibilityScene,
    under covers: VisibleCovers
  ) -> Inspection {
    inspect(
      InspectedTarget(target, of: scene), in: viewport,
      at: scene.containers.placement(of: viewport), .all, scene.containers
    ) {
      measurer, target, context, clips, shape, result in
      result.visibleBounds = measurer.visibleBounds(of: target.measured, context, clips)
      if covers.isEmpty { return }
      result.uncovered = measurer.measure(
        target.measured, context, clips, in: shape, .all, under: covers, scene.containers)
    }
  }

  /// Finds out why a target that a pass has measured has left.
  ///
  /// - Complexity: O(depth), no allocation.
  mutating func inspect(
    _ target: TargetSlot, in viewport: VisibilityViewport, at placement: ViewportPlacement?,
    of scene: inout VisibilityScene, _ needs: MeasurementNeeds, measured: Measurement
  ) -> Inspection {
    var result = inspect(
      InspectedTarget(target, of: scene), in: viewport, at: placement, needs, scene.containers
    ) { _, _, _, _, _, _ in }
    result.uncovered = measured
    return result
  }

  /// - Parameter finish: adds what is wanted of a target that the clips leave something of.
  @inline(__always)
  private mutating func inspect(
    _ target: InspectedTarget, in viewport: VisibilityViewport, at placement: ViewportPlacement?,
    _ needs: MeasurementNeeds, _ containers: ContainerTable,
    finish: (
      inout Measurer, InspectedTarget, Context, ClipStack, ViewportShape, inout Inspection
    ) -> Void
  ) -> Inspection {
    var result = Inspection()
    let home = target.measured.paintPlace.container
    addAncestors(of: target, home, containers, &result)
    result.isOutside = !descent.find(home, below: viewport.containerSlot, containers)
    guard result.isMeasurable, let placement else {
      result.isMeasurable = false
      return result
    }
    if result.isOutside {
      result.isMeasurable = false
      if let home = containers.placement(of: home) {
        result.isMeasurable = true
        setExtent(of: target.measured, home.toRoot, &result)
      }
      return result
    }
    let shape = placement.shape
    clips.removeAll()
    descent.begin(Context(shape, opacity: placement.opacity, &clips), clips)
    guard
      let unclipped = descent.context(
        ofItemThatIsPinned: target.isPinned, Clipping(clips: false, skipsHidden: false),
        containers, &clips, at: .never)
    else {
      result.isMeasurable = false
      return result
    }
    setExtent(of: target.measured, unclipped.toRoot, &result)
    result.inViewport = measure(target, unclipped, shape, needs, containers)
    result.inClips = result.inViewport
    var context: Context? = unclipped
    if result.inViewport.isIntersecting && descent.isClipped(containers) {
      context = descent.context(
        ofItemThatIsPinned: target.isPinned,
        Clipping(skipsHidden: false, scrollMargins: viewport.scrollMargins), containers, &clips,
        at: .never)
      result.inClips = context.map { measure(target, $0, shape, needs, containers) } ?? .nothing
    }
    result.uncovered = result.inClips
    if let context, result.inClips.isIntersecting {
      finish(&measurer, target, context, clips, shape, &result)
    }
    return result
  }

  /// Adds what all containers up to the root make of a target.
  private mutating func addAncestors(
    of target: InspectedTarget, _ home: ContainerSlot, _ containers: ContainerTable,
    _ result: inout Inspection
  ) {
    result.opacity = target.opacity
    result.isHidden = target.isHidden
    result.isMeasurable = target.isMeasurable
    var container = home
    while container != .none {
      steps &+= 1
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
    return measurer.measure(
      target.measured, context, clips, in: shape, needs, under: nil, containers)
  }

  /// The area and the bounds of a target as a whole.
  private func setExtent(
    of target: MeasuredTarget, _ toRoot: LayoutTransform, _ result: inout Inspection
  ) {
    let toRoot = target.toRoot(toRoot)
    if target.frame.hasArea { result.area = target.frame.area * abs(toRoot.determinant) }
    result.bounds = toRoot.boundingBox(of: target.extent)
  }
}

/// A target with all that an inspection has to know of it.
private struct InspectedTarget {
  var measured: MeasuredTarget
  var searchBox: Box
  var opacity: Double
  var isHidden: Bool
  var isPinned: Bool
  var isMeasurable: Bool

  /// Inlined, so that the scene need not be copied.
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
