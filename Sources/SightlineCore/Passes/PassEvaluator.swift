/// Evaluates viewports in a pass: finds the targets on screen, measures them and updates the
/// watches. It owns the state of a pass and keeps the buffers for the next one.
struct PassEvaluator: Sendable {
  private var search = TreeSearch()
  private var path = PathToItem()
  /// The exact clips of the contexts of `search` or `path`.
  private var clips = ClipStack()
  private var covers = VisibleCovers()
  /// Whether covers are on screen in this pass or were in the last one. They may lie over anything.
  private(set) var hasCovers = false
  private var measurer = Measurer()
  private var inspector = Inspector()
  private var watches = ScratchBuffer<WatchRef>()
  private var crossings = Crossings()
  private var steps = 0

  private var now = MonotonicTime.zero
  private var isForeground = true
  /// The number of the pass.
  var number: UInt32 = 0
  /// The number of targets measured in the pass.
  private(set) var evaluatedTargets = 0

  /// The number of steps taken so far: see `VisibilityEngine.work`.
  var work: Int {
    steps &+ search.work &+ path.work &+ measurer.work &+ inspector.work
  }

  mutating func begin(at now: MonotonicTime, isForeground: Bool) {
    number &+= 1
    evaluatedTargets = 0
    self.now = now
    self.isForeground = isForeground
  }

  /// Starts a pass without changes to evaluate.
  mutating func beginWithoutChanges() { evaluatedTargets = 0 }

  /// Gathers the covers on screen.
  mutating func gatherCovers(_ scene: inout VisibilityScene) {
    let hadCovers = !covers.isEmpty
    covers.gather(&scene, by: &search, &clips)
    hasCovers = hadCovers || !covers.isEmpty
  }

  /// Emits the thresholds crossed in the pass as events.
  mutating func emit(into changes: inout ContiguousArray<VisibilityChange>) {
    if crossings.count == 0 { return }
    steps &+= crossings.count
    crossings.emit(into: &changes, at: now)
  }

  // MARK: Viewports

  /// Evaluates a viewport in the foreground.
  mutating func evaluate(
    _ slot: ViewportSlot, _ scene: inout VisibilityScene, _ watching: inout WatchTable,
    _ ledger: inout ImpressionLedger
  ) {
    steps &+= 1
    let viewport = watching.viewports[slot].viewport
    let placement = scene.containers.placement(of: viewport)
    if let placement, !placement.isHidden {
      clips.removeAll()
      let context = Context(placement.shape, opacity: placement.opacity, &clips)
      let clipping = Clipping(scrollMargins: viewport.scrollMargins)
      // A search may find many targets not watched here. Once it has cost more than iterating over
      // the watches would, iterate instead. In the window, all targets may be watched, so there is
      // no limit.
      search.begin(
        in: viewport.containerSlot, context, clipping, &scene,
        limit: slot == .window ? .max : 64 + 4 * watching.viewports[slot].watchCount, at: now)
      while search.advance(&scene, &clips) {
        let context = search.context
        for i in search.found.targets.indices {
          evaluate(
            search.found.targets[i], context, placement, slot, &scene, &watching, &ledger)
        }
      }
      if search.isGivenUp {
        clips.removeAll()
        evaluateWatches(
          of: slot, Context(placement.shape, opacity: placement.opacity, &clips), placement,
          clipping, &scene, &watching, &ledger)
      }
    }
    sweep(slot, placement, &scene, &watching, &ledger)
  }

  /// Evaluates the watches of a viewport one by one, instead of searching.
  ///
  /// - Complexity: O(watches of the viewport · depth).
  private mutating func evaluateWatches(
    of viewport: ViewportSlot, _ context: Context, _ placement: ViewportPlacement,
    _ clipping: Clipping,
    _ scene: inout VisibilityScene, _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    let top = watching.viewports[viewport].viewport.containerSlot
    path.begin(context, clips)
    var watch = watching.viewports[viewport].firstWatch
    while let link = watch == .none ? nil : watching.link(of: watch) {
      steps &+= 1
      let target = watching.watches[watch].target
      let appearance = scene.targets[target].appearance
      if path.find(scene.targets[target].container, below: top, scene.containers),
        let context = path.context(
          ofItemThatIsPinned: scene.appearances[appearance].appearance.isPinned, clipping,
          scene.containers, &clips, at: now),
        scene.searchBox(of: target).touches(context.clip)
      {
        evaluate(
          target, context, placement, viewport, watch: WatchRef(watch), &scene, &watching, &ledger)
      }
      watch = link.nextInViewport
    }
  }

  /// Treats all active watches of a viewport as left, in the background.
  mutating func sweep(
    _ viewport: ViewportSlot, _ scene: inout VisibilityScene, _ watching: inout WatchTable,
    _ ledger: inout ImpressionLedger
  ) {
    let placement = scene.containers.placement(of: watching.viewports[viewport].viewport)
    sweep(viewport, placement, &scene, &watching, &ledger)
  }

  /// Treats every active watch not found in this pass as left.
  private mutating func sweep(
    _ viewport: ViewportSlot, _ placement: ViewportPlacement?, _ scene: inout VisibilityScene,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    // Iterate backwards, since removal moves the last element into the gap.
    var place = watching.viewports[viewport].active.count
    steps &+= place
    while place > 0 {
      place -= 1
      let active = watching.viewports[viewport].active[place]
      if active.stamp == number { continue }
      if active.level > 0 {
        let subject = watching.record(of: active.watch).subject
        if subject != none {
          ledger.leave(subject)
        } else {
          cross(
            active.watch, from: Int(active.level), to: 0, .nothing, placement, &scene, &watching)
        }
      }
      watching.deactivate(at: place, in: viewport)
    }
  }

  // MARK: Targets

  /// Measures a target that touches its context's clip and compares it with its rules.
  ///
  /// - Parameter watch: the only watch to update; `none` for all in the viewport.
  @inline(__always)
  private mutating func evaluate(
    _ target: TargetSlot, _ context: Context, _ placement: ViewportPlacement,
    _ viewport: ViewportSlot,
    watch: WatchRef = .none, _ scene: inout VisibilityScene, _ watching: inout WatchTable,
    _ ledger: inout ImpressionLedger
  ) {
    let frame = scene.targets[target].frame
    let root = watching.root(of: target)
    guard root.isWatched, frame.isMeasurable else { return }
    let only = watching.onlyWatch(of: target, root)
    let isOnlyWatch = only != .none
    if isOnlyWatch && viewport != .window { return }
    evaluatedTargets += 1
    // A target without area cannot be seen.
    guard frame.hasArea else { return }
    let watch = isOnlyWatch ? only : watch
    if context.isAligned, scene.targets[target].appearance == .plain,
      covers.isEmpty || !covers.bounds.touches(context.toRoot.boundingBox(of: frame))
    {
      // The most frequent case: the whole target is still visible, so nothing needs measuring.
      if isOnlyWatch, context.clip.contains(frame),
        watching.keepsWhole(only, opacity: context.opacity, pass: number)
      {
        return
      }
      let measurement = Measurer.measureBox(
        frame, context, in: placement.shape, watching.rules.needs)
      if isOnlyWatch {
        update(
          watch, in: .window, placement, measurement, opacity: context.opacity,
          isScrolling: context.isScrolling, &scene, &watching, &ledger)
      } else {
        update(
          target, watch, in: viewport, placement, measurement, opacity: context.opacity,
          isScrolling: context.isScrolling, &scene, &watching, &ledger)
      }
      return
    }
    measure(target, context, placement, viewport, watch: watch, &scene, &watching, &ledger)
  }

  /// Measures a target with its own appearance, covers nearby, or a rotated context.
  private mutating func measure(
    _ target: TargetSlot, _ context: Context, _ placement: ViewportPlacement,
    _ viewport: ViewportSlot, watch: WatchRef, _ scene: inout VisibilityScene,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    let appearance = scene.targets[target].appearance
    var opacity = context.opacity
    if appearance != .plain {
      if scene.appearances[appearance].appearance.isHidden { return }
      opacity *= scene.appearances[appearance].appearance.effectiveOpacity
    }
    let measurement = measurer.measure(
      scene.measuredTarget(target), context, clips, in: placement.shape, watching.rules.needs,
      under: covers, scene.containers)
    update(
      target, watch, in: viewport, placement, measurement, opacity: opacity,
      isScrolling: context.isScrolling, &scene, &watching, &ledger)
  }

  /// Updates one watch of a target, or all in a viewport, with a measurement.
  private mutating func update(
    _ target: TargetSlot, _ watch: WatchRef, in viewport: ViewportSlot,
    _ placement: ViewportPlacement, _ measurement: Measurement, opacity: Double,
    isScrolling: Bool, _ scene: inout VisibilityScene, _ watching: inout WatchTable,
    _ ledger: inout ImpressionLedger
  ) {
    watches.removeAll()
    if watch == .none {
      watching.append(below: watching.root(of: target).top, in: viewport, to: &watches)
    } else {
      watches.append(watch)
    }
    for i in watches.indices {
      update(
        watches[i], in: viewport, placement, measurement, opacity: opacity,
        isScrolling: isScrolling, &scene, &watching, &ledger)
    }
  }

  /// Updates one watch of a target with a measurement.
  @inline(__always)
  private mutating func update(
    _ watch: WatchRef, in viewport: ViewportSlot, _ placement: ViewportPlacement,
    _ measurement: Measurement, opacity: Double, isScrolling: Bool, _ scene: inout VisibilityScene,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    let level = watching.update(
      watch, in: viewport, measurement, opacity: opacity, pass: number)
    if watching.isForImpressions(watch) {
      updateImpression(
        watch, level, in: viewport, measurement, isScrolling: isScrolling, &scene, &watching,
        &ledger)
    } else if level.now != level.before {
      cross(
        watch, from: level.before, to: level.now, measurement, placement, &scene, &watching)
    }
  }

  private mutating func updateImpression(
    _ watch: WatchRef, _ level: (before: Int, now: Int), in viewport: ViewportSlot,
    _ measurement: Measurement, isScrolling: Bool, _ scene: inout VisibilityScene,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    let record = watching.record(of: watch)
    if level.now == 0 {
      if level.before > 0 { ledger.leave(record.subject) }
      return
    }
    var calmAt = MonotonicTime(nanoseconds: .min)
    if isScrolling, let limit = ledger.speedLimit(of: record.subject) {
      let appearance = scene.targets[record.target].appearance
      calmAt = scene.containers.calmTime(
        ofItemIn: scene.targets[record.target].container,
        isPinned: scene.appearances[appearance].appearance.isPinned,
        below: watching.viewports[viewport].viewport.containerSlot, limit: limit)
    }
    let share = measurement.share(of: watching.rules.records[Int(record.rule)].measure)
    if level.before > 0 {
      ledger.update(record.subject, fraction: share, calmAt: calmAt, at: now)
      return
    }
    ledger.enter(
      record.subject, target: scene.targets.handle(of: record.target),
      order: scene.targets[record.target].order, watch: watching.handle(of: watch, scene.targets),
      fraction: share, calmAt: calmAt, at: now)
  }

  /// Records the crossings between two levels, with reasons for lost thresholds.
  private mutating func cross(
    _ watch: WatchRef, from level: Int, to newLevel: Int, _ measurement: Measurement,
    _ placement: ViewportPlacement?, _ scene: inout VisibilityScene, _ watching: inout WatchTable
  ) {
    let record = watching.record(of: watch)
    let rule = Int(record.rule)
    let crossing = Crossing(
      key: watching.key(scene.targets[record.target].order, watch),
      target: scene.targets.handle(of: record.target),
      watch: watching.handle(of: watch, scene.targets),
      // Read a single field: copying the record would retain its references.
      fraction: measurement.share(of: watching.rules.records[rule].measure))
    if newLevel > level {
      for threshold in level..<newLevel { crossings.enter(crossing, threshold) }
      return
    }
    let found = inspector.inspect(
      record.target, in: watching.viewports[watching.rules.viewport(of: record.rule)].viewport,
      at: placement, of: &scene, watching.rules.needs, measured: measurement)
    for threshold in newLevel..<level {
      let reason = found.reason(
        watching.rules.rules[rule], threshold: threshold, isForeground: isForeground)
      crossings.leave(crossing, threshold, reason ?? .outOfViewport)
    }
  }

  // MARK: Departures

  /// Ends the watches of a target that was removed since the last pass.
  mutating func end(
    _ target: TargetSlot, _ targets: TargetTable, _ watching: inout WatchTable,
    _ ledger: inout ImpressionLedger
  ) {
    switch watching.root(of: target).content {
    case .untouched, .ended: break
    case .resting, .active: leave(WatchRef(target), of: target, targets, &watching, &ledger)
    case .table(let top): end(top, of: target, targets, &watching, &ledger)
    }
    watching.setRoot(.untouched, of: target)
  }

  /// Ends a watch and those below it.
  private mutating func end(
    _ watch: WatchSlot, of target: TargetSlot, _ targets: TargetTable,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    if let link = watching.link(of: watch) {
      if link.left != .none { end(link.left, of: target, targets, &watching, &ledger) }
      if link.right != .none { end(link.right, of: target, targets, &watching, &ledger) }
    }
    leave(WatchRef(watch), of: target, targets, &watching, &ledger)
  }

  /// Ends a watch and records the thresholds that held as lost.
  private mutating func leave(
    _ watch: WatchRef, of target: TargetSlot, _ targets: TargetTable,
    _ watching: inout WatchTable, _ ledger: inout ImpressionLedger
  ) {
    steps &+= 1
    if watching.record(of: watch).subject == none {
      let crossing = Crossing(
        key: watching.key(targets[target].order, watch), target: targets.lastHandle(of: target),
        watch: watching.handle(of: watch, targets), fraction: 0)
      for threshold in 0..<watching.level(of: watch) {
        crossings.leave(crossing, threshold, .removed)
      }
    }
    ledger.end(watch, &watching)
  }
}
