// A pass: all input, then one ordered batch of events.
extension VisibilityEngine {
  /// Evaluates everything that changed since the last pass and fills ``changes`` and
  /// ``impressions``.
  ///
  /// - Parameter time: the time of the host's monotonic clock. A time before that of the last pass
  ///   counts as that one.
  /// - Returns: whether there are any events.
  /// - Precondition: ``scene`` is this engine's own.
  /// - Complexity: O(1) if nothing changed and no deadline has come; otherwise O(what is on screen
  ///   and what changed · log of what exists), where a target counts once for each cover over it.
  ///   Turned covers that cross one another count with their square. A steady pass allocates
  ///   nothing.
  @discardableResult
  public mutating func pass(at time: MonotonicTime) -> Bool {
    let now = max(time, lastPass ?? time)
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    if !impressions.isEmpty { impressions.removeAll(keepingCapacity: true) }
    ledger.beginPass(at: now)
    checkScene()
    // Watches were ended since the last pass: what was on screen until now is seen in others.
    nameImpressionsAnew()
    if scene.changes.version == seenVersion {
      evaluator.beginWithoutChanges()
      if now >= ledger.nextDeadline || ledger.isTouched { settleImpressions(at: now) }
      lastPass = now
      return !impressions.isEmpty
    }
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
    for target in scene.changes.departures {
      evaluator.end(target, &scene.targets, &watching, &ledger)
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

  /// Whether anything that a viewport's answers depend on may have changed.
  @inline(__always)
  private func needsEvaluation(_ viewport: ViewportSlot) -> Bool {
    guard watching.viewports.isLive(viewport) else { return false }
    // Covers may lie anywhere in the window: with them, everything depends on everything.
    if watching.viewports[viewport].isStale || scene.covers.count > 0 { return true }
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
    if !ledger.endSpan(at: now) { return }
    nameImpressionsAnew()
    ledger.settle(at: now, isForeground: isActive, into: &impressions)
  }

  @inline(__always)
  private mutating func nameImpressionsAnew() {
    if !ledger.doubtful.isEmpty { ledger.nameAnew(watching, scene.targets) }
  }

  /// Stops the program if the scene is another engine's, or one that this engine has had before:
  /// what is watched refers to places in its own.
  @inline(__always)
  func checkScene() {
    precondition(
      scene.owner === owner && scene.changes.version >= seenVersion,
      "an engine's scene was replaced by another one: edit it in place, or make a new engine")
  }
}
