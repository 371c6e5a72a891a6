// Answers on request, by the reference path.
extension VisibilityEngine {
  /// Everything about one target in one viewport, as the scene is now (changes since the last pass
  /// included).
  ///
  /// - Parameters:
  ///   - target: the target, watched or not.
  ///   - viewport: what it is measured against; ``window`` if `nil`.
  /// - Complexity: O(depth² + covers · depth).
  public func state(of target: TargetID, in viewport: ViewportID? = nil) -> VisibilitySnapshot {
    let viewport = watching.viewports[watching.slot(of: viewport ?? window)].viewport
    let reference = measured(scene.slot(of: target).index, in: viewport)
    let isSeen = isActive && !reference.isHidden
    let measurement = isSeen ? reference.uncovered : .nothing
    return VisibilitySnapshot(
      fraction: measurement.fraction, viewportShare: measurement.share(of: .viewport),
      smallerShare: measurement.share(of: .smaller),
      isIntersecting: reference.inClips.isIntersecting, isFullyVisible: measurement.isFull,
      visibleRect: isSeen && !reference.visibleBounds.isInverted
        ? reference.visibleBounds.rect : nil,
      boundingRect: reference.bounds.isInverted ? nil : reference.bounds.rect,
      viewportRect: reference.viewport.isInverted ? .zero : reference.viewport.rect,
      opacity: reference.opacity,
      reason: reason(reference, .fully, threshold: 0, viewport))
  }

  /// Why a target is not visible under a rule; `nil` if it is.
  ///
  /// Hysteresis and remembered edges are left out: it is asked whether the target would *enter*.
  public func reason(
    _ target: TargetID, isNotVisibleUnder rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> InvisibilityReason? {
    let viewport = watching.viewports[watching.slot(of: viewport ?? window)].viewport
    return reason(
      measured(scene.slot(of: target).index, in: viewport), rule, threshold: 0, viewport)
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
    for index in watching.orderedWatches(below: scene.targets[scene.slot(of: target)].firstWatch) {
      let record = watching.watches[index]
      let id = watching.watches.handle(of: index)
      body(id, rule(of: id), record.subject == none ? nil : ledger.subject(record.subject))
    }
  }

  /// Whether a target lies in a container, directly or not.
  package func isInside(_ target: TargetID, _ container: ContainerID) -> Bool {
    guard scene.contains(target), scene.contains(container) else { return false }
    var index = scene.targets[scene.slot(of: target)].container
    while index != .none && index.raw != container.index {
      index = scene.containers[index].parent
    }
    return index.raw == container.index
  }

  func measured(
    _ target: Int, in viewport: VisibilityViewport, underCovers: Bool = true
  ) -> Reference {
    reference(target, in: viewport, underCovers: underCovers)
  }

  /// What tells why a target has left.
  ///
  /// - Parameter measurement: what this pass made of it; `nothing` if it did not come across it.
  func leavingReference(
    _ target: Int, in viewport: VisibilityViewport, _ measurement: Measurement
  ) -> Reference {
    // What covers leave is known: it is what was measured.
    var reference =
      quickReference(target, in: viewport) ?? measured(target, in: viewport, underCovers: false)
    reference.uncovered = measurement
    return reference
  }

  func reason(
    _ reference: Reference, _ rule: VisibilityRule, threshold: Int, _ viewport: VisibilityViewport
  ) -> InvisibilityReason? {
    if !reference.isMeasurable { return .notMeasurable }
    if !isActive { return .inactive }
    if reference.isHidden { return .hidden }
    if reference.opacity < rule.minimumOpacity - VisibilityRule.tolerance { return .transparent }
    func holds(_ measurement: Measurement) -> Bool {
      guard measurement.isSeen, measurement.visibleArea >= rule.leastArea else { return false }
      if rule.measure == .edges { return true }
      return measurement.share(of: rule.measure) >= rule.thresholds[threshold]
        - VisibilityRule.tolerance
        || measurement.isWhole(of: rule.measure)
    }
    if !reference.hasArea { return .zeroArea }
    if reference.area < rule.leastArea { return .tooSmall }
    if reference.isOutside || !holds(reference.inViewport) { return .outOfViewport }
    if !holds(reference.inClips) { return .clipped }
    if !holds(reference.uncovered) { return .covered }
    if rule.measure == .edges && reference.uncovered.edges != Measurement.Edges.all {
      return .edgesUnseen
    }
    return nil
  }
}
