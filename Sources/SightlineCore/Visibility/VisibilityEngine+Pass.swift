// A pass: all input, then one ordered batch of events.
extension VisibilityEngine {
  /// Evaluates everything that changed since the last pass and fills ``changes`` and
  /// ``impressions``.
  ///
  /// - Parameter time: the time of the host's monotonic clock. A time before that of the last pass
  ///   counts as that one.
  /// - Returns: whether there are any events.
  /// - Complexity: O(1) if nothing changed and no deadline has come; otherwise O(what is on screen
  ///   and what changed · log of what exists), where a target counts once for each cover over it.
  ///   Turned covers that cross one another count with their square. A steady pass allocates nothing.
  @discardableResult
  public mutating func pass(at time: MonotonicTime) -> Bool {
    let now = max(time, lastPass ?? time)
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    if !impressions.isEmpty { impressions.removeAll(keepingCapacity: true) }
    ledger.beginPass(at: now)
    evaluatedTargets = 0
    if scene.version == seenVersion {
      if now >= ledger.nextDeadline || ledger.isTouched { settleImpressions(at: now) }
      lastPass = now
      return !impressions.isEmpty
    }
    beginPass(at: now)
    collectDepartures(at: now)
    if isActive {
      collectCovers()
      for i in watching.viewports.places where needsEvaluation(Slot(i), at: now) {
        evaluate(Slot(i), at: now)
      }
    } else {
      for i in watching.viewports.places { sweep(Slot(i)) }
    }
    emitChanges(at: now)
    settleImpressions(at: now)
    endPass(at: now)
    #if DEBUG
    verifyPass()
    #endif
    return !(changes.isEmpty && impressions.isEmpty)
  }

  private mutating func beginPass(at now: MonotonicTime) {
    passNumber &+= 1
    scratch.work &+= 1 &+ watching.viewports.count &+ scene.movedContainers.count
    collectScrollMargins()
    if !scratch.leaves.isEmpty { scratch.leaves.removeAll(keepingCapacity: true) }
    if !scratch.enters.isEmpty { scratch.enters.removeAll(keepingCapacity: true) }
    for container in scene.movedContainers {
      scene.containers[container].updateMotion(at: now, isFirstPass: lastPass == nil)
    }
    scene.movedContainers.removeAll(keepingCapacity: true)
  }

  private mutating func endPass(at now: MonotonicTime) {
    for i in watching.viewports.places { watching.viewports[Slot(i)].isStale = false }
    scene.changeMark &+= 1
    scene.hasLookChanges = false
    seenVersion = scene.version
    lastPass = now
  }

  /// Whether anything that a viewport's answers depend on may have changed.
  private func needsEvaluation(_ viewport: ViewportSlot, at now: MonotonicTime) -> Bool {
    guard watching.viewports.isLive(viewport) else { return false }
    // Covers may lie anywhere in the window: with them, everything depends on everything.
    if watching.viewports[viewport].isStale || scene.coverCount > 0 { return true }
    let id = watching.viewports[viewport].viewport.container
    guard scene.contains(id) else { return !watching.viewports[viewport].active.isEmpty }
    var container = ContainerSlot(raw: id.index)
    if scene.containers[container].changeMark == scene.changeMark { return true }
    if scene.hasLookChanges {
      while container != .none {
        if scene.containers[container].lookMark == scene.changeMark { return true }
        container = scene.containers[container].parent
      }
    }
    return false
  }

  /// Ends the watches of targets that were removed since the last pass.
  private mutating func collectDepartures(at now: MonotonicTime) {
    for departure in scene.departures { depart(departure, departure.firstWatch) }
    scene.departures.removeAll(keepingCapacity: true)
  }

  /// Ends the watches of a removed target at and below one.
  private mutating func depart(_ departure: Departure, _ watch: WatchSlot) {
    scratch.work &+= 1
    if let link = watching.link(of: watch) {
      if link.left != .none { depart(departure, link.left) }
      if link.right != .none { depart(departure, link.right) }
    }
    // One that was ended after its target is only waiting to be released.
    if watching.watches.isLive(watch) {
      let subject = watching.watches[watch].subject
      for threshold in 0..<(subject == none ? watching.level(of: watch) : 0) {
        scratch.leaves.append(
          Crossing(
            key: key(departure.order, watch), target: departure.target,
            watch: watching.watches.handle(of: watch),
            threshold: UInt16(truncatingIfNeeded: threshold), fraction: 0, reason: .removed))
      }
      deactivate(watch)
      watching.removeFromViewport(watch)
      end(watch)
    }
    watching.release(watch)
  }

  // MARK: Levels

  /// Compares what was measured of a target with one watch of it, or with every one in a viewport.
  ///
  /// - Complexity: O(watches of the target in the viewport), and O(log of all watches of it).
  mutating func decide(
    _ target: TargetSlot, in viewport: ViewportSlot, _ watch: WatchSlot,
    _ measurement: Measurement, opacity: Double, isScrolling: Bool, at now: MonotonicTime
  ) {
    if watch == .none {
      decide(
        below: scene.targets[target].firstWatch, viewport, measurement, opacity: opacity,
        isScrolling: isScrolling, at: now)
    } else {
      decide(
        watch, viewport, measurement, opacity: opacity, isScrolling: isScrolling, at: now)
    }
  }

  /// The same for the watches at and below one.
  private mutating func decide(
    below top: WatchSlot, _ viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    isScrolling: Bool, at now: MonotonicTime
  ) {
    var watch = top
    while watch != .none {
      scratch.work &+= 1
      let link = watching.watches[watch].link
      let own = watching.viewport(of: watch)
      if own.raw >= viewport.raw, link != .none, watching.links[link].left != .none {
        decide(
          below: watching.links[link].left, viewport, measurement, opacity: opacity,
          isScrolling: isScrolling, at: now)
      }
      if own == viewport {
        decide(
          watch, viewport, measurement, opacity: opacity, isScrolling: isScrolling, at: now)
      }
      watch = own.raw > viewport.raw || link == .none ? .none : watching.links[link].right
    }
  }

  private mutating func decide(
    _ watch: WatchSlot, _ viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    isScrolling: Bool, at now: MonotonicTime
  ) {
    let record = watching.watches[watch]
    let rule = Int(record.rule)
    let isActive = record.active != none
    var level = 0
    var edges: UInt8 = 0
    if isActive {
      level = Int(watching.viewports[viewport].active[Int(record.active)].level)
      edges = watching.viewports[viewport].active[Int(record.active)].edges
    }
    let remembersEdges =
      watching.rules.records[rule].measure == .edges
      && watching.rules.counts(watching.rules.records[rule], measurement, opacity: opacity)
    if remembersEdges { edges |= measurement.edges }
    let newLevel = watching.rules.level(
      rule, measurement, opacity: opacity, current: level, edges: edges)
    if !isActive && newLevel == 0 && !remembersEdges { return }
    let active = ActiveWatch(
      watch: watch, stamp: passNumber, level: UInt16(truncatingIfNeeded: newLevel), edges: edges)
    if !isActive {
      watching.activate(active, in: viewport)
    } else if newLevel > 0 || remembersEdges {
      watching.viewports[viewport].active[Int(record.active)] = active
    } else {
      watching.deactivate(at: Int(record.active), in: viewport)
    }
    if record.subject != none {
      decideImpression(
        record, watch, from: level, to: newLevel, measurement, viewport,
        isScrolling: isScrolling, at: now)
    } else if newLevel != level {
      cross(watch, record, from: level, to: newLevel, measurement)
    }
  }

  private mutating func decideImpression(
    _ record: WatchRecord, _ watch: WatchSlot, from level: Int, to newLevel: Int,
    _ measurement: Measurement, _ viewport: ViewportSlot, isScrolling: Bool,
    at now: MonotonicTime
  ) {
    guard newLevel > 0 else {
      if level > 0 { ledger.leave(record.subject) }
      return
    }
    var calmAt = MonotonicTime(nanoseconds: .min)
    if isScrolling, let limit = ledger.speedLimit(of: record.subject) {
      calmAt = calmTime(
        of: record.target, in: watching.viewports[viewport].viewport, limit: limit)
    }
    let share = measurement.share(of: watching.rules.records[Int(record.rule)].measure)
    if level == 0 {
      ledger.enter(
        record.subject, target: scene.targets.handle(of: record.target),
        watch: watching.watches.handle(of: watch),
        key: key(scene.targets[record.target].order, watch), fraction: share, calmAt: calmAt,
        at: now)
    } else {
      ledger.update(record.subject, fraction: share, calmAt: calmAt, at: now)
    }
  }

  private mutating func cross(
    _ watch: WatchSlot, _ record: WatchRecord, from level: Int, to newLevel: Int,
    _ measurement: Measurement
  ) {
    let rule = Int(record.rule)
    var crossing = Crossing(
      key: key(scene.targets[record.target].order, watch),
      target: scene.targets.handle(of: record.target),
      watch: watching.watches.handle(of: watch), threshold: 0,
      // Field by field: a copy of the record would retain what it owns.
      fraction: measurement.share(of: watching.rules.records[rule].measure))
    if newLevel > level {
      for threshold in level..<newLevel {
        crossing.threshold = UInt16(truncatingIfNeeded: threshold)
        scratch.enters.append(crossing)
      }
      return
    }
    let viewport = watching.viewports[watching.rules.viewport(of: record.rule)].viewport
    let found = inspect(record.target, in: viewport, uncovered: measurement)
    for threshold in newLevel..<level {
      crossing.threshold = UInt16(truncatingIfNeeded: threshold)
      crossing.reason =
        reason(found, watching.rules.rules[rule], threshold: threshold, viewport)
        ?? .outOfViewport
      scratch.leaves.append(crossing)
    }
  }

  /// Takes every active watch that this pass did not come across as left.
  ///
  /// From the end, where a row can be taken apart without changing the order of the rest.
  mutating func sweep(_ viewport: ViewportSlot) {
    var place = watching.viewports[viewport].active.count
    scratch.work &+= place
    while place > 0 {
      place -= 1
      let active = watching.viewports[viewport].active[place]
      if active.stamp == passNumber { continue }
      let record = watching.watches[active.watch]
      if active.level > 0 {
        if record.subject != none {
          ledger.leave(record.subject)
        } else {
          cross(active.watch, record, from: Int(active.level), to: 0, .nothing)
        }
      }
      watching.deactivate(at: place, in: viewport)
    }
  }

  // MARK: Events

  private mutating func emitChanges(at now: MonotonicTime) {
    let steps = scratch.leaves.count + scratch.enters.count
    if steps == 0 { return }
    scratch.work &+= steps
    sort(&scratch.leaves) { ($0.key, $1.threshold) < ($1.key, $0.threshold) }
    for crossing in scratch.leaves { emit(crossing, .left, at: now) }
    sort(&scratch.enters) { ($0.key, $0.threshold) < ($1.key, $1.threshold) }
    for crossing in scratch.enters { emit(crossing, .entered, at: now) }
  }

  private mutating func emit(
    _ crossing: Crossing, _ kind: VisibilityChange.Kind, at now: MonotonicTime
  ) {
    changes.append(
      VisibilityChange(
        kind: kind, target: crossing.target, watch: crossing.watch,
        threshold: Int(crossing.threshold), fraction: crossing.fraction, reason: crossing.reason,
        time: now))
  }

  private mutating func settleImpressions(at now: MonotonicTime) {
    ledger.settle(at: now, isForeground: isActive, into: &impressions)
  }
}
