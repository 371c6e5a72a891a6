// A pass takes all changes and produces one ordered batch of events.
extension VisibilityEngine {
  /// Evaluates everything that changed since the last pass and fills ``changes`` and
  /// ``impressions``.
  ///
  /// - Parameter time: the time of the host's monotonic clock. A time before the last pass counts
  ///   as that of the last pass.
  /// - Returns: whether there are any events.
  /// - Complexity: O(1) if nothing changed and no deadline has come; otherwise O((items on screen +
  ///   changes) · log items), where a target counts once for each cover over it. Rotated covers
  ///   over one target count with their square. A steady pass allocates nothing.
  @discardableResult
  public mutating func pass(at time: MonotonicTime) -> Bool {
    let now = max(time, lastPass ?? time)
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    if !impressions.isEmpty { impressions.removeAll(keepingCapacity: true) }
    ledger.beginPass(at: now)
    // Exposures whose watch has ended since the last pass move to other watches on screen.
    nameImpressionsAnew()
    if scene.changes.version == seenVersion {
      evaluator.beginWithoutChanges()
      if now >= ledger.nextDeadline || ledger.isTouched {
        ledger.endSpan(at: now)
        settleImpressions(at: now)
      }
      lastPass = now
      return !impressions.isEmpty
    }
    ledger.endSpan(at: now)
    evaluate(at: now)
    evaluator.emit(into: &changes)
    settleImpressions(at: now)
    endPass(at: now)
    #if DEBUG
    verifyPass()
    #endif
    return !(changes.isEmpty && impressions.isEmpty)
  }

  private mutating func evaluate(at now: MonotonicTime) {
    steps &+= 1 &+ watching.viewports.count
    updateScrollMargins()
    scene.beginPass(at: now, isFirst: lastPass == nil)
    evaluator.begin(at: now, isForeground: isActive)
    for target in scene.changes.removals {
      evaluator.end(target, scene.targets, &watching, &ledger)
    }
    if isActive { evaluator.gatherCovers(&scene) }
    for i in watching.viewports.places {
      let viewport = ViewportSlot(i)
      if !isActive {
        evaluator.sweep(viewport, &scene, &watching, &ledger)
      } else if needsEvaluation(viewport) {
        evaluator.evaluate(viewport, &scene, &watching, &ledger)
      }
    }
  }

  private mutating func endPass(at now: MonotonicTime) {
    watching.endPass()
    scene.endPass()
    seenVersion = scene.changes.version
    lastPass = now
  }

  /// Whether a change may affect a viewport's answers.
  @inline(__always)
  private func needsEvaluation(_ viewport: ViewportSlot) -> Bool {
    guard watching.viewports.isLive(viewport) else { return false }
    // Covers may lie anywhere in the window, so with covers any change may matter.
    if watching.viewports[viewport].isStale || evaluator.hasCovers { return true }
    let id = watching.viewports[viewport].viewport.container
    guard scene.containers.contains(id) else { return !watching.viewports[viewport].active.isEmpty }
    var container = ContainerSlot(of: id)
    if scene.containers[container].changeMark == scene.changes.mark { return true }
    if scene.changes.hasAppearanceChanges {
      while container != .none {
        if scene.containers[container].appearanceMark == scene.changes.mark { return true }
        container = scene.containers[container].parent
      }
    }
    return false
  }

  private mutating func settleImpressions(at now: MonotonicTime) {
    nameImpressionsAnew()
    ledger.settle(at: now, isForeground: isActive, into: &impressions)
  }

  @inline(__always)
  private mutating func nameImpressionsAnew() {
    if !ledger.needingReattribution.isEmpty { ledger.nameAnew(watching, scene.targets) }
  }
}
