// Answers on request.
extension VisibilityEngine {
  /// Returns the state of a target in a viewport, including changes since the last pass.
  ///
  /// - Parameters:
  ///   - target: the target, watched or not.
  ///   - viewport: the viewport to measure against; ``window`` if `nil`.
  /// - Complexity: O(depth). With covers, also O(covers · depth) to find those on screen, and the
  ///   cost of one target under them in a pass.
  public func state(of target: TargetID, in viewport: ViewportID? = nil) -> VisibilitySnapshot {
    state(of: target, in: self.viewport(viewport ?? window))
  }

  /// Returns the state of a target in any viewport.
  package func state(of target: TargetID, in viewport: VisibilityViewport) -> VisibilitySnapshot {
    snapshot(of: scene.slot(of: target), in: viewport)
  }

  /// Returns the appearance of a target, without a copy of the ``scene``.
  package func appearance(of target: TargetID) -> SceneAppearance { tables.appearance(of: target) }

  /// Returns the reason a target is not visible under a rule, or `nil` if it is visible.
  ///
  /// Ignores hysteresis and remembered edges: the answer is whether the target would *enter*.
  ///
  /// - Complexity: that of ``state(of:in:)``.
  public func reason(
    _ target: TargetID, isNotVisibleUnder rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> InvisibilityReason? {
    inspect(scene.slot(of: target), in: self.viewport(viewport ?? window))
      .reason(rule, threshold: 0, isForeground: isForeground)
  }

  var visibleCovers: VisibleCovers {
    var covers = VisibleCovers()
    covers.gatherOneByOne(scene)
    return covers
  }

  /// Measures as a pass does, but in separate buffers, so the engine is unchanged.
  private func inspect(_ target: TargetSlot, in viewport: VisibilityViewport) -> Inspection {
    var inspector = Inspector()
    return inspector.inspect(target, in: viewport, of: scene, under: visibleCovers)
  }

  private func snapshot(
    of target: TargetSlot, in viewport: VisibilityViewport
  ) -> VisibilitySnapshot {
    let found = inspect(target, in: viewport)
    let isSeen = isForeground && !found.isHidden
    let measurement = isSeen && found.uncovered.isSeen ? found.uncovered : .nothing
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
      reason: found.reason(.fully, threshold: 0, isForeground: isForeground))
  }

  /// Calls a closure for each watch of a target, in order of registration.
  package func forEachWatch(
    of target: TargetID,
    _ body: (
      WatchID, VisibilityRule, _ subject: (identity: ItemIdentity, policy: ImpressionPolicy)?
    ) -> Void
  ) {
    for watch in tables.watching.watches(of: scene.slot(of: target)) {
      let record = tables.watching.watches[watch]
      let id = tables.watching.watches.handle(of: watch)
      body(id, rule(of: id), record.subject == .none ? nil : tables.ledger.subject(record.subject))
    }
  }
}
