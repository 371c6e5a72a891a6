// Answers on request.
extension VisibilityEngine {
  /// Everything about one target in one viewport, as the scene is now (changes since the last pass
  /// included).
  ///
  /// - Parameters:
  ///   - target: the target, watched or not.
  ///   - viewport: what it is measured against; ``window`` if `nil`.
  /// - Complexity: O(depth), and with covers O(covers · depth) to find those on screen and what a pass
  ///   takes for one target under them.
  public func state(of target: TargetID, in viewport: ViewportID? = nil) -> VisibilitySnapshot {
    var asked = copyForAnswers()
    return asked.snapshot(
      of: scene.slot(of: target),
      in: watching.viewports[watching.slot(of: viewport ?? window)].viewport)
  }

  /// Why a target is not visible under a rule; `nil` if it is.
  ///
  /// Hysteresis and remembered edges are left out: it is asked whether the target would *enter*.
  ///
  /// - Complexity: that of ``state(of:in:)``.
  public func reason(
    _ target: TargetID, isNotVisibleUnder rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> InvisibilityReason? {
    var asked = copyForAnswers()
    let viewport = watching.viewports[watching.slot(of: viewport ?? window)].viewport
    return asked.reason(
      asked.inspect(scene.slot(of: target), in: viewport), rule, threshold: 0, viewport)
  }

  /// What answers questions about this engine's targets: it measures as a pass does, with buffers of
  /// its own. Nothing that was asked leaves a trace in the engine.
  func copyForAnswers() -> VisibilityEngine {
    var copy = self
    copy.scratch = PassScratch()
    copy.watching.rules.needEverything()
    copy.gatherCovers()
    return copy
  }

  /// Gathers the covers on screen one by one. A search would bring the indexes up to date, and to do
  /// so in a copy would copy them.
  private mutating func gatherCovers() {
    guard let root = contextOfCovers() else { return }
    scratch.work &+= scene.covers.count
    // Most covers have a neighbour in the same container.
    var (container, context) = (ContainerSlot(raw: scene.root.index), Optional(root))
    for i in scene.covers.places where scene.covers.isLive(Slot(i)) {
      let cover = CoverSlot(i)
      if scene.covers[cover].container != container {
        container = scene.covers[cover].container
        context = contextOfCovers(in: container, from: root)
      }
      guard var context else { continue }
      if !scene.covers[cover].cover.appearance.isPinned {
        context.translate(by: scene.containers[container].container.contentOffset)
      }
      if scene.covers[cover].bounds.touches(context.clip) { visit(cover, context) }
    }
  }

  /// The context of a container's own space when covers are gathered; `nil` if none in it is seen.
  private mutating func contextOfCovers(in container: ContainerSlot, from root: Context) -> Context?
  {
    scratch.path.removeAll(keepingCapacity: true)
    var next = container
    while scene.containers[next].parent != .none {
      scratch.path.append(next)
      next = scene.containers[next].parent
    }
    scratch.work &+= scratch.path.count
    var context = root
    while let inner = scratch.path.popLast() {
      let parent = scene.containers[inner].parent
      if !scene.containers[inner].container.appearance.isPinned {
        context.translate(by: scene.containers[parent].container.contentOffset)
      }
      guard let next = entered(inner, from: context, .covers, .window) else { return nil }
      context = next
    }
    return context
  }

  mutating func snapshot(
    of target: TargetSlot, in viewport: VisibilityViewport
  ) -> VisibilitySnapshot {
    let found = inspect(target, in: viewport)
    let isSeen = isActive && !found.isHidden
    let measurement = isSeen ? found.uncovered : .nothing
    var viewportBounds = Box.nothing
    if let clip = clip(of: viewport, withScrollMargins: false),
      let place = place(of: Slot(raw: viewport.container.index))
    {
      viewportBounds = place.toRoot.boundingBox(of: clip)
    }
    return VisibilitySnapshot(
      fraction: measurement.fraction, viewportShare: measurement.share(of: .viewport),
      smallerShare: measurement.share(of: .smaller),
      isIntersecting: found.inClips.isIntersecting, isFullyVisible: measurement.isFull,
      visibleRect: isSeen && !found.visibleBounds.isInverted ? found.visibleBounds.rect : nil,
      boundingRect: found.bounds.isInverted ? nil : found.bounds.rect,
      viewportRect: viewportBounds.isInverted ? .zero : viewportBounds.rect,
      opacity: found.opacity, reason: reason(found, .fully, threshold: 0, viewport))
  }

  /// The targets watched in a viewport of which something holds, as of the last pass, with the
  /// watch and how many of its thresholds hold; in no particular order.
  package func forEachActiveWatch(
    in viewport: ViewportID, _ body: (WatchID, _ level: Int) -> Void
  ) {
    for active in watching.viewports[watching.slot(of: viewport)].active {
      body(watching.watches.handle(of: active.watch), Int(active.level))
    }
  }

  /// What is watched of a target, in order of registration.
  package func forEachWatch(
    of target: TargetID,
    _ body: (
      WatchID, VisibilityRule, _ subject: (identity: ItemIdentity, policy: ImpressionPolicy)?
    ) -> Void
  ) {
    for watch in watching.orderedWatches(below: scene.targets[scene.slot(of: target)].firstWatch) {
      let record = watching.watches[watch]
      let id = watching.watches.handle(of: watch)
      body(id, rule(of: id), record.subject == none ? nil : ledger.subject(record.subject))
    }
  }

  /// Whether a target lies in a container, directly or not.
  package func isInside(_ target: TargetID, _ container: ContainerID) -> Bool {
    guard scene.contains(target), scene.contains(container) else { return false }
    let outer = scene.slot(of: container)
    var next = scene.targets[scene.slot(of: target)].container
    while next != .none && next != outer { next = scene.containers[next].parent }
    return next == outer
  }

  func reason(
    _ found: Inspection, _ rule: VisibilityRule, threshold: Int, _ viewport: VisibilityViewport
  ) -> InvisibilityReason? {
    if !found.isMeasurable { return .notMeasurable }
    if !isActive { return .inactive }
    if found.isHidden { return .hidden }
    if found.opacity < rule.minimumOpacity - VisibilityRule.tolerance { return .transparent }
    func holds(_ measurement: Measurement) -> Bool {
      guard measurement.isSeen, measurement.visibleArea >= rule.leastArea else { return false }
      if rule.measure == .edges { return true }
      return measurement.share(of: rule.measure) >= rule.thresholds[threshold]
        - VisibilityRule.tolerance
        || measurement.isWhole(of: rule.measure)
    }
    if !(found.area > 0) { return .zeroArea }
    if found.area < rule.leastArea { return .tooSmall }
    if found.isOutside || !holds(found.inViewport) { return .outOfViewport }
    if !holds(found.inClips) { return .clipped }
    if !holds(found.uncovered) { return .covered }
    if rule.measure == .edges && found.uncovered.edges != Measurement.Edges.all {
      return .edgesUnseen
    }
    return nil
  }
}
