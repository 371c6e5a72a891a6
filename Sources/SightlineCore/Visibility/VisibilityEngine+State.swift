// Answers on request.
extension VisibilityEngine {
  /// Everything about one target in one viewport, as the scene is now (changes since the last pass
  /// included).
  ///
  /// - Parameters:
  ///   - target: the target, watched or not.
  ///   - viewport: what it is measured against; ``window`` if `nil`.
  /// - Complexity: O(depth), and with covers O(covers · depth) to find those on screen and what a
  ///   pass takes for one target under them.
  public func state(of target: TargetID, in viewport: ViewportID? = nil) -> VisibilitySnapshot {
    snapshot(of: scene.slot(of: target), in: self.viewport(viewport ?? window))
  }

  /// Why a target is not visible under a rule; `nil` if it is.
  ///
  /// Hysteresis and remembered edges are left out: the answer is whether the target would *enter*.
  ///
  /// - Complexity: that of ``state(of:in:)``.
  public func reason(
    _ target: TargetID, isNotVisibleUnder rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> InvisibilityReason? {
    inspect(scene.slot(of: target), in: self.viewport(viewport ?? window))
      .reason(rule, threshold: 0, isForeground: isActive)
  }

  /// The covers on screen, as the scene is now.
  var visibleCovers: VisibleCovers {
    var covers = VisibleCovers()
    covers.gatherOneByOne(scene)
    return covers
  }

  /// Measures as a pass does, with buffers of its own: an answer leaves no trace in the engine.
  private func inspect(_ target: TargetSlot, in viewport: VisibilityViewport) -> Inspection {
    var inspector = Inspector()
    return inspector.inspect(target, in: viewport, of: scene, under: visibleCovers)
  }

  private func snapshot(
    of target: TargetSlot, in viewport: VisibilityViewport
  ) -> VisibilitySnapshot {
    let found = inspect(target, in: viewport)
    let isSeen = isActive && !found.isHidden
    let measurement = isSeen ? found.uncovered : .nothing
    var viewportBounds = Box.nothing
    if let clip = scene.containers.clip(of: viewport, withScrollMargins: false),
      let place = scene.containers.placement(of: viewport.containerSlot)
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
      opacity: found.opacity,
      reason: found.reason(.fully, threshold: 0, isForeground: isActive))
  }

  /// The targets watched in a viewport of which something holds, as of the last pass, with the
  /// watch and how many of its thresholds hold; in no particular order.
  package func forEachActiveWatch(
    in viewport: ViewportID, _ body: (WatchID, _ level: Int) -> Void
  ) {
    for active in watching.viewports[watching.slot(of: viewport)].active {
      body(watching.handle(of: active.watch, scene.targets), Int(active.level))
    }
  }

  /// What is watched of a target, in order of registration.
  package func forEachWatch(
    of target: TargetID,
    _ body: (
      WatchID, VisibilityRule, _ subject: (identity: ItemIdentity, policy: ImpressionPolicy)?
    ) -> Void
  ) {
    for watch in watching.orderedWatches(of: scene.slot(of: target), scene.targets) {
      let record = watching.record(of: watch, scene.targets)
      let id = watching.handle(of: watch, scene.targets)
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
}
