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
      for viewport in viewports.indices where needsEvaluation(viewport, at: now) {
        evaluate(viewport, at: now)
      }
    } else {
      for viewport in viewports.indices { sweep(viewport) }
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
    scratch.work &+= 1 &+ viewports.count &+ scene.movedContainers.count
    collectScrollMargins()
    if !scratch.leaves.isEmpty { scratch.leaves.removeAll(keepingCapacity: true) }
    if !scratch.enters.isEmpty { scratch.enters.removeAll(keepingCapacity: true) }
    for index in scene.movedContainers {
      scene.containers[Int(index)].updateMotion(at: now, isFirstPass: lastPass == nil)
    }
    scene.movedContainers.removeAll(keepingCapacity: true)
  }

  private mutating func endPass(at now: MonotonicTime) {
    for i in viewports.indices { viewports[i].isStale = false }
    scene.changeMark &+= 1
    scene.hasLookChanges = false
    seenVersion = scene.version
    lastPass = now
  }

  /// Whether anything that a viewport's answers depend on may have changed.
  private func needsEvaluation(_ index: Int, at now: MonotonicTime) -> Bool {
    guard viewports[index].isLive else { return false }
    // Covers may lie anywhere in the window: with them, everything depends on everything.
    if viewports[index].isStale || scene.coverCount > 0 { return true }
    let id = viewports[index].viewport.container
    guard scene.contains(id) else { return !viewports[index].active.isEmpty }
    var container = id.index
    if scene.containers[Int(container)].changeMark == scene.changeMark { return true }
    if scene.hasLookChanges {
      while container != none {
        if scene.containers[Int(container)].lookMark == scene.changeMark { return true }
        container = scene.containers[Int(container)].parent
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
  private mutating func depart(_ departure: Departure, _ watch: UInt32) {
    scratch.work &+= 1
    if let link = link(of: watch) {
      if link.left != none { depart(departure, link.left) }
      if link.right != none { depart(departure, link.right) }
    }
    let record = watches[Int(watch)]
    // One that was ended after its target is only waiting to be freed.
    if record.target != none {
      if record.active != none {
        let viewport = Int(viewport(ofWatch: watch))
        let level = viewports[viewport].active[Int(record.active)].level
        if record.subject == none {
          for threshold in 0..<level {
            scratch.leaves.append(
              Crossing(
                key: key(departure.order, watch), target: departure.target,
                watch: handle(ofWatch: watch), threshold: threshold, fraction: 0, reason: .removed))
          }
        }
        deactivate(watch)
      }
      removeFromViewport(watch)
    }
    release(watch: watch)
  }

  // MARK: Levels

  /// Compares what was measured of a target with one watch of it, or with every one in a viewport.
  ///
  /// - Complexity: O(watches of the target in the viewport), and O(log of all watches of it).
  mutating func decide(
    _ target: Int, in viewport: Int, _ watch: UInt32, _ measurement: Measurement, opacity: Double,
    isScrolling: Bool, at now: MonotonicTime
  ) {
    if watch == none {
      decide(
        at: scene.targets[target].firstWatch, target, viewport, measurement, opacity: opacity,
        isScrolling: isScrolling, at: now)
    } else {
      decide(
        watch, watches[Int(watch)], target, viewport, measurement, opacity: opacity,
        isScrolling: isScrolling, at: now)
    }
  }

  /// The same for the watches at and below one.
  private mutating func decide(
    at top: UInt32, _ target: Int, _ viewport: Int, _ measurement: Measurement, opacity: Double,
    isScrolling: Bool, at now: MonotonicTime
  ) {
    var watch = top
    while watch != none {
      scratch.work &+= 1
      let record = watches[Int(watch)]
      let own = Int(rules.records[Int(record.rule)].viewport)
      if own >= viewport, record.link != none, links[Int(record.link)].left != none {
        decide(
          at: links[Int(record.link)].left, target, viewport, measurement, opacity: opacity,
          isScrolling: isScrolling, at: now)
      }
      if own == viewport {
        // Read again: where it stands among the active ones may have changed.
        decide(
          watch, watches[Int(watch)], target, viewport, measurement, opacity: opacity,
          isScrolling: isScrolling, at: now)
      }
      watch = own > viewport || record.link == none ? none : links[Int(record.link)].right
    }
  }

  private mutating func decide(
    _ watch: UInt32, _ record: WatchRecord, _ target: Int, _ viewport: Int,
    _ measurement: Measurement, opacity: Double, isScrolling: Bool, at now: MonotonicTime
  ) {
    let rule = Int(record.rule)
    let isActive = record.active != none
    var level = 0
    var edges: UInt8 = 0
    if isActive {
      level = Int(viewports[viewport].active[Int(record.active)].level)
      edges = viewports[viewport].active[Int(record.active)].edges
    }
    let remembersEdges =
      rules.records[rule].measure == .edges
      && rules.counts(rules.records[rule], measurement, opacity: opacity)
    if remembersEdges { edges |= measurement.edges }
    let newLevel = rules.level(
      rule, measurement, opacity: opacity, current: level, edges: edges)
    if isActive {
      let position = Int(record.active)
      if newLevel > 0 || remembersEdges {
        viewports[viewport].active[position].stamp = passNumber
        viewports[viewport].active[position].level = UInt16(truncatingIfNeeded: newLevel)
        viewports[viewport].active[position].edges = edges
      } else {
        removeActive(at: position, from: viewport)
      }
    } else {
      if newLevel == 0 && !remembersEdges { return }
      watches[Int(watch)].active = UInt32(viewports[viewport].active.count)
      viewports[viewport].active.append(
        ActiveWatch(
          watch: watch, stamp: passNumber, level: UInt16(truncatingIfNeeded: newLevel),
          edges: edges))
    }
    if record.subject != none {
      decideImpression(
        record, target: target, watch: watch, from: level, to: newLevel, measurement, rule: rule,
        viewport: viewport, isScrolling: isScrolling, at: now)
    } else if newLevel != level {
      cross(watch, record, from: level, to: newLevel, measurement)
    }
  }

  private mutating func decideImpression(
    _ record: WatchRecord, target: Int, watch: UInt32, from level: Int, to newLevel: Int,
    _ measurement: Measurement, rule: Int, viewport: Int, isScrolling: Bool, at now: MonotonicTime
  ) {
    if newLevel > 0 {
      var calmAt = MonotonicTime(nanoseconds: .min)
      if isScrolling, let limit = ledger.speedLimit(of: record.subject) {
        calmAt = calmTime(ofTarget: target, in: viewports[viewport].viewport, limit: limit)
      }
      let share = measurement.share(of: rules.records[rule].measure)
      if level == 0 {
        ledger.enter(
          record.subject, target: scene.handle(ofTarget: UInt32(target)),
          watch: handle(ofWatch: watch),
          key: key(scene.targets[target].order, watch), fraction: share, calmAt: calmAt, at: now)
      } else {
        ledger.update(record.subject, fraction: share, calmAt: calmAt, at: now)
      }
    } else if level > 0 {
      ledger.leave(record.subject)
    }
  }

  private mutating func cross(
    _ watch: UInt32, _ record: WatchRecord, from level: Int, to newLevel: Int,
    _ measurement: Measurement
  ) {
    let target = scene.targets[Int(record.target)]
    // Field by field: a copy of the record would retain what it owns.
    let rule = Int(record.rule)
    var crossing = Crossing(
      key: key(target.order, watch), target: scene.handle(ofTarget: record.target),
      watch: handle(ofWatch: watch), threshold: 0,
      fraction: measurement.share(of: rules.records[rule].measure))
    if newLevel > level {
      for threshold in level..<newLevel {
        crossing.threshold = UInt16(truncatingIfNeeded: threshold)
        scratch.enters.append(crossing)
      }
      return
    }
    let viewport = viewports[Int(rules.records[rule].viewport)].viewport
    let found = inspect(Int(record.target), in: viewport, uncovered: measurement)
    for threshold in newLevel..<level {
      crossing.threshold = UInt16(truncatingIfNeeded: threshold)
      crossing.reason =
        reason(found, rules.rules[rule], threshold: threshold, viewport)
        ?? .outOfViewport
      scratch.leaves.append(crossing)
    }
  }

  /// Takes every active watch that this pass did not come across as left.
  ///
  /// From the end, where a row can be taken apart without changing the order of the rest.
  mutating func sweep(_ viewport: Int) {
    scratch.work &+= viewports[viewport].active.count
    var position = viewports[viewport].active.count
    while position > 0 {
      position -= 1
      let active = viewports[viewport].active[position]
      if active.stamp == passNumber { continue }
      let record = watches[Int(active.watch)]
      if active.level > 0 {
        if record.subject != none {
          ledger.leave(record.subject)
        } else {
          cross(active.watch, record, from: Int(active.level), to: 0, .nothing)
        }
      }
      removeActive(at: position, from: viewport)
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
