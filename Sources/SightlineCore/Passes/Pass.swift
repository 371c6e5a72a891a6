/// Evaluates viewports: finds the targets on screen, measures them and updates the watches. It
/// borrows the scene, the watches and the ledger (`PassTables`), owns the state that lives only
/// during a pass, and keeps the buffers for the next one.
struct Pass: ~Copyable {
  /// The visible part of a target, with the state of its container.
  private struct Sighting {
    var measurement: Measurement
    var opacity: Double
    var isScrolling: Bool
    /// Whether covers lie over the target.
    var isCovered = false
  }

  private var search = TreeSearch()
  /// The exact clips of the contexts of `search`.
  private var clips = ClipStack()
  private var covers = VisibleCovers()
  /// Whether covers are on screen in this pass or were in the last one. They may lie over anything.
  private(set) var hasCovers = false
  private var measurer = Measurer()
  private var inspector = Inspector()
  /// The watches of a target in the viewport, the last registered first.
  private var watches = ScratchBuffer<WatchSlot>()
  private var crossings = Crossings()
  /// The watches of a covered target whose memory exceeds the measurement.
  private var covered = ScratchBuffer<WatchSlot>()

  private var now = MonotonicTime.zero
  private var isForeground = true
  /// The viewport to evaluate, and its placement; `nil` if it is not measurable.
  private var viewport = ViewportSlot.window
  private var placement: ViewportPlacement?
  var number: UInt32 = 0
  /// Whether the pass had changes to evaluate.
  private(set) var hasEvaluated = false
  /// The number of targets measured in the pass.
  private(set) var evaluatedTargets = 0

  mutating func begin(at now: MonotonicTime, isForeground: Bool) {
    number &+= 1
    (hasEvaluated, evaluatedTargets) = (true, 0)
    self.now = now
    self.isForeground = isForeground
  }

  /// Starts a pass without changes to evaluate.
  mutating func beginWithoutChanges() { (hasEvaluated, evaluatedTargets) = (false, 0) }

  mutating func gatherCovers(_ scene: inout VisibilityScene) {
    let hadCovers = !covers.isEmpty
    covers.gather(&scene, by: &search, &clips)
    hasCovers = hadCovers || !covers.isEmpty
  }

  /// Emits the thresholds crossed in the pass as events.
  mutating func emit(into changes: inout ContiguousArray<VisibilityChange>) {
    if crossings.count == 0 { return }
    crossings.emit(into: &changes)
  }

  // MARK: Viewports

  private mutating func begin(_ slot: ViewportSlot, _ tables: inout PassTables) {
    viewport = slot
    placement = tables.scene.containers.placement(
      of: tables.watching.viewports[slot].viewport, pixelLength: tables.scene.pixelLength)
  }

  mutating func evaluate(_ slot: ViewportSlot, _ tables: inout PassTables) {
    begin(slot, &tables)
    if let placement, !placement.isHidden {
      let viewport = tables.watching.viewports[slot].viewport
      measurer.begin(in: placement.shape, tables.watching.rules.needs)
      clips.removeAll()
      let context = Context(placement.shape, opacity: placement.opacity, &clips)
      search.begin(
        in: viewport.containerSlot, context,
        Clipping(scrollMargins: viewport.scrollMargins, at: now), &tables.scene)
      while search.advance(&tables.scene, &clips) {
        let context = search.context
        for i in search.found.targets.indices {
          evaluate(search.found.targets[i], context, in: placement.shape, &tables)
        }
      }
    }
    sweep(&tables)
  }

  /// Treats all active watches of a viewport as left, in the background.
  mutating func sweep(_ slot: ViewportSlot, _ tables: inout PassTables) {
    begin(slot, &tables)
    sweep(&tables)
  }

  /// Treats every active watch not found in this pass as left.
  private mutating func sweep(_ tables: inout PassTables) {
    // Iterate backwards, since removal moves the last element into the gap.
    var place = tables.watching.viewports[viewport].active.count
    while place > 0 {
      place -= 1
      let active = tables.watching.viewports[viewport].active[place]
      if active.stamp == number { continue }
      if active.level > 0 {
        if tables.watching.watches[active.watch].subject != .none {
          leave(active.watch, .nothing, &tables)
        } else {
          cross(active.watch, from: Int(active.level), to: 0, .nothing, &tables)
        }
      }
      // Inactivity is not a leave: the first foreground pass decides.
      if isForeground {
        tables.watching.deactivate(at: place, in: viewport)
      } else {
        tables.watching.viewports[viewport].active[place].level = 0
      }
    }
  }

  // MARK: Targets

  /// Measures a target that touches its context's clip and compares it with its rules.
  @inline(__always)
  private mutating func evaluate(
    _ target: TargetSlot, _ context: Context, in shape: ViewportShape, _ tables: inout PassTables
  ) {
    let frame = tables.scene.targets[target].frame
    watches.removeAll()
    var watch = tables.watching.lastWatch(of: target)
    while watch != .none {
      if tables.watching.viewport(of: watch) == viewport { watches.append(watch) }
      watch = tables.watching.watches[watch].previous
    }
    if watches.isEmpty || !frame.isMeasurable { return }
    evaluatedTargets += 1
    // A target without area cannot be seen.
    guard frame.hasArea else { return }
    let appearance = tables.scene.targets[target].appearance
    guard context.isAligned, appearance == .plain,
      covers.isEmpty || !covers.bounds.touches(context.toRoot.boundingBox(of: frame))
    else { return measure(target, context, &tables) }
    update(
      Sighting(
        measurement: Measurer.measureBox(frame, context, in: shape, tables.watching.rules.needs),
        opacity: context.opacity, isScrolling: context.isScrolling), &tables)
  }

  /// Measures a target with its own appearance, covers nearby, or a rotated context.
  private mutating func measure(
    _ target: TargetSlot, _ context: Context, _ tables: inout PassTables
  ) {
    let appearance = tables.scene.targets[target].appearance
    var opacity = context.opacity
    if appearance != .plain {
      if tables.scene.appearances[appearance].appearance.isHidden { return }
      opacity *= tables.scene.appearances[appearance].appearance.effectiveOpacity
    }
    let measured = tables.scene.measuredTarget(target)
    let measurement = measurer.measure(
      measured, context, clips, under: covers, tables.scene.containers)
    covered.removeAll()
    update(
      Sighting(
        measurement: measurement, opacity: opacity, isScrolling: context.isScrolling,
        isCovered: !measurer.over.isEmpty), &tables)
    if covered.count == 0 { return }
    let uncovered = measurer.measure(
      measured, context, clips, under: nil, tables.scene.containers)
    for i in covered.indices {
      tables.watching.forget(covered[i], in: viewport, uncovered, opacity: opacity)
    }
  }

  /// Updates the target's watches in the viewport, in order of registration.
  private mutating func update(_ sighting: Sighting, _ tables: inout PassTables) {
    for i in watches.indices.reversed() { update(watches[i], sighting, &tables) }
  }

  @inline(__always)
  private mutating func update(
    _ watch: WatchSlot, _ sighting: Sighting, _ tables: inout PassTables
  ) {
    let level = tables.watching.update(
      watch, in: viewport, sighting.measurement, opacity: sighting.opacity, pass: number)
    if level.remembersMore {
      if sighting.isCovered {
        covered.append(watch)
      } else {
        tables.watching.forget(
          watch, in: viewport, sighting.measurement, opacity: sighting.opacity)
      }
    }
    if tables.watching.watches[watch].subject != .none {
      updateImpression(watch, (level.before, level.now), sighting, &tables)
    } else if level.now != level.before {
      cross(watch, from: level.before, to: level.now, sighting.measurement, &tables)
    }
  }

  private mutating func updateImpression(
    _ watch: WatchSlot, _ level: (before: Int, now: Int), _ sighting: Sighting,
    _ tables: inout PassTables
  ) {
    let record = tables.watching.watches[watch]
    if level.now == 0 {
      if level.before > 0 { leave(watch, sighting.measurement, &tables) }
      return
    }
    let target = tables.scene.targets[record.target]
    var settlesAt = MonotonicTime(nanoseconds: .min)
    if target.appearance != .plain,
      !tables.scene.appearances[target.appearance].appearance.countsDwell
    {
      settlesAt = .never
    } else if sighting.isScrolling, let limit = tables.ledger.speedLimit(of: record.subject) {
      settlesAt = tables.scene.containers.settlingTime(
        ofItemIn: target.container,
        isPinned: tables.scene.appearances[target.appearance].appearance.isPinned,
        own: tables.scene.ownVelocity(of: record.target),
        below: tables.watching.viewports[viewport].viewport.containerSlot, limit: limit)
    }
    if level.before == 0 {
      tables.ledger.enter(
        record.subject, target: tables.scene.targets.handle(of: record.target),
        order: target.order, watch: tables.watching.watches.handle(of: watch))
    }
    let measure = tables.watching.rules[record.rule].measure
    tables.ledger.update(
      record.subject, fraction: sighting.measurement.share(of: measure), settlesAt: settlesAt,
      at: now)
  }

  /// Records the crossings between two levels, with reasons for lost thresholds.
  private mutating func cross(
    _ watch: WatchSlot, from level: Int, to newLevel: Int, _ measurement: Measurement,
    _ tables: inout PassTables
  ) {
    let record = tables.watching.watches[watch]
    let key = tables.watching.key(tables.scene.targets[record.target].order, watch)
    var change = VisibilityChange(
      kind: newLevel > level ? .entered : .left,
      target: tables.scene.targets.handle(of: record.target),
      watch: tables.watching.watches.handle(of: watch), threshold: 0,
      fraction: measurement.share(of: tables.watching.rules[record.rule].measure), reason: nil,
      time: now)
    if newLevel > level {
      for threshold in level..<newLevel {
        change.threshold = threshold
        crossings.add(change, key: key)
      }
      return
    }
    let found = inspect(record.target, measurement, &tables)
    let exit = exit(of: record.target, found, &tables)
    for threshold in newLevel..<level {
      let reason = found.reason(
        tables.watching.rules.rule(record.rule), threshold: threshold, isForeground: isForeground,
        isLeaving: true)
      change.threshold = threshold
      change.reason = reason ?? .outOfViewport
      change.exit = change.reason == .outOfViewport ? exit : nil
      crossings.add(change, key: key)
    }
  }

  /// Determines how a target left the viewport.
  @inline(never)
  private func exit(
    of target: TargetSlot, _ found: Inspection, _ tables: inout PassTables
  ) -> VisibilityExit? {
    guard let placement, !found.isOutside else { return nil }
    let record = tables.scene.targets[target]
    var displacement = tables.scene.containers.displacement(
      ofItemIn: record.container,
      isPinned: tables.scene.appearances[record.appearance].appearance.isPinned,
      by: tables.scene.distance(of: target),
      below: tables.watching.viewports[viewport].viewport.containerSlot,
      mark: tables.scene.changes.mark)
    displacement.turn(placement.shape.toRoot)
    return VisibilityExit(
      of: found.bounds, from: found.clipBounds ?? placement.shape.bounds, displacement,
      tables.scene.readingDirection)
  }

  private mutating func inspect(
    _ target: TargetSlot, _ measurement: Measurement, _ tables: inout PassTables
  ) -> Inspection {
    var found = inspector.inspect(
      target, in: tables.watching.viewports[viewport].viewport, at: placement,
      of: &tables.scene, tables.watching.rules.needs)
    found.uncovered = measurement
    return found
  }

  /// Notes that a watch for impressions or exposures has lost its level; with the reason for
  /// exposures.
  private mutating func leave(
    _ watch: WatchSlot, _ measurement: Measurement, _ tables: inout PassTables
  ) {
    let record = tables.watching.watches[watch]
    var reason: InvisibilityReason?
    var exit: VisibilityExit?
    if tables.ledger.reportsExposures(record.subject) {
      let found = inspect(record.target, measurement, &tables)
      reason = found.reason(
        tables.watching.rules.rule(record.rule), threshold: 0, isForeground: isForeground,
        isLeaving: true)
      if reason ?? .outOfViewport == .outOfViewport {
        exit = self.exit(of: record.target, found, &tables)
      }
    }
    tables.ledger.leave(record.subject, reason, exit)
  }

  // MARK: Departures

  /// Ends the watches of a target that was removed since the last pass, and records the thresholds
  /// that held as lost.
  mutating func end(_ target: TargetSlot, _ tables: inout PassTables) {
    var watch = tables.watching.lastWatch(of: target)
    tables.watching.setLastWatch(.none, of: target)
    while watch != .none {
      let record = tables.watching.watches[watch]
      if record.subject == .none {
        let key = tables.watching.key(tables.scene.targets[target].order, watch)
        var change = VisibilityChange(
          kind: .left, target: tables.scene.targets.lastHandle(of: target),
          watch: tables.watching.watches.handle(of: watch), threshold: 0, fraction: 0,
          reason: .removed, time: now)
        for threshold in 0..<tables.watching.level(of: watch) {
          change.threshold = threshold
          crossings.add(change, key: key)
        }
      }
      tables.end(watch)
      watch = record.previous
    }
  }
}
