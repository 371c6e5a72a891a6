/// What a pass reads and changes: one value, so that a pass is one access to the engine's memory.
@usableFromInline
struct PassTables: ~Copyable {
  @usableFromInline var scene: VisibilityScene
  var watching: WatchTable
  var ledger = ImpressionLedger()
  var isForeground = true
  /// The scene's version at the last pass.
  private var seenVersion: UInt64 = 0
  /// `nil` before the first pass.
  private(set) var timeOfLastPass: MonotonicTime?
  private(set) var changes: ContiguousArray<VisibilityChange> = []
  private(set) var impressions: ContiguousArray<Impression> = []
  private(set) var exposures: ContiguousArray<ExposureEvent> = []

  init(scene: VisibilityScene) {
    self.scene = scene
    watching = WatchTable(window: VisibilityViewport(scene.root))
    self.scene.restart()
  }

  mutating func makeAllStale() {
    watching.makeAllStale()
    scene.changes.noteChange()
  }

  /// Ends a watch and its subject in the ledger.
  mutating func end(_ watch: WatchSlot) { ledger.end(watch, &watching) }

  /// Replaces a policy: see `ImpressionLedger.replace(_:with:_:)`.
  mutating func replace(_ policy: ImpressionPolicy, with successor: ImpressionPolicy) -> Bool {
    ledger.replace(policy, with: successor, &watching)
  }

  // MARK: Passes

  /// Evaluates the changes since the last pass, and returns whether there are any events: see
  /// `VisibilityEngine.pass(at:)`.
  mutating func pass(at time: DeviceTime, with pass: inout Pass) -> Bool {
    ledger.noteSleep(time.asleep)
    let now = max(time.awake, timeOfLastPass ?? time.awake)
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    if !impressions.isEmpty { impressions.removeAll(keepingCapacity: true) }
    if !exposures.isEmpty { exposures.removeAll(keepingCapacity: true) }
    ledger.beginPass(at: now)
    // Exposures whose watch has ended since the last pass move to other watches on screen.
    reattributeImpressions()
    if ledger.endsExposures {
      pass.beginWithoutChanges()
      ledger.endSpan(at: now)
      ledger.endExposures(at: now, into: &impressions, and: &exposures)
    } else if scene.changes.version == seenVersion {
      pass.beginWithoutChanges()
      if now >= ledger.nextDeadline || ledger.isTouched {
        ledger.endSpan(at: now)
        settleImpressions(at: now)
      }
    } else {
      ledger.endSpan(at: now)
      evaluate(at: now, with: &pass)
      pass.emit(into: &changes)
      settleImpressions(at: now)
      watching.endPass()
      scene.endPass()
      seenVersion = scene.changes.version
    }
    timeOfLastPass = now
    return !(changes.isEmpty && impressions.isEmpty && exposures.isEmpty)
  }

  private mutating func evaluate(at now: MonotonicTime, with pass: inout Pass) {
    updateScrollMargins()
    scene.beginPass(at: now, isFirst: timeOfLastPass == nil)
    pass.begin(at: now, isForeground: isForeground)
    for target in scene.changes.removals {
      pass.end(target, &self)
    }
    if isForeground { pass.gatherCovers(&scene) }
    for i in watching.viewports.places {
      let viewport = ViewportSlot(i)
      if !isForeground {
        pass.sweep(viewport, &self)
      } else if needsEvaluation(viewport, hasCovers: pass.hasCovers) {
        pass.evaluate(viewport, &self)
      }
    }
  }

  /// Updates the scene's scroll margins, once per pass even if several viewports have changed.
  private mutating func updateScrollMargins() {
    if !watching.areScrollMarginsStale { return }
    watching.areScrollMarginsStale = false
    scene.setScrollMargins(watching.greatestScrollMargins)
  }

  /// Whether a change may affect a viewport's answers.
  @inline(__always)
  private func needsEvaluation(_ viewport: ViewportSlot, hasCovers: Bool) -> Bool {
    guard watching.viewports.isLive(viewport) else { return false }
    // Covers may lie anywhere in the window, so with covers any change may matter.
    if watching.viewports[viewport].isStale || hasCovers { return true }
    let id = watching.viewports[viewport].viewport.container
    guard scene.containers.contains(id) else {
      return !watching.viewports[viewport].active.isEmpty
    }
    var container = ContainerSlot(of: id)
    let mark = scene.changes.mark
    if scene.containers[container].changeMark == mark { return true }
    if scene.changes.hasAppearanceChanges {
      while container != .none {
        if scene.containers[container].appearanceMark == mark { return true }
        container = scene.containers[container].parent
      }
    }
    return false
  }

  private mutating func settleImpressions(at now: MonotonicTime) {
    reattributeImpressions()
    ledger.settle(at: now, isForeground: isForeground, into: &impressions, and: &exposures)
  }

  /// Moves exposures whose watch has ended or left the screen to other watches on screen.
  @inline(__always)
  private mutating func reattributeImpressions() {
    if !ledger.needingReattribution.isEmpty { ledger.reattribute(watching, scene.targets) }
  }
}
