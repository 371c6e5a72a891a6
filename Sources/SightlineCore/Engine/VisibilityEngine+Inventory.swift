// The current state, for a recorder that starts in the middle of a session.
extension VisibilityEngine {
  /// The entries that would recreate this scene and its watches, the root's values first.
  package var inventory: [Journal.Entry] {
    var items: ContiguousArray<(order: UInt32, item: ItemRef)> = []
    for slot in scene.containers.live where slot != scene.rootSlot {
      items.append((scene.containers[slot].order, ItemRef(slot)))
    }
    for slot in scene.targets.live { items.append((scene.targets[slot].order, ItemRef(slot))) }
    for slot in scene.covers.live { items.append((scene.covers[slot].order, ItemRef(slot))) }
    items.sort { $0.order < $1.order }
    let ids = items.compactMap { scene.lastID(of: $0.item) }
    var entries = [Journal.Entry.changed(scene.item(.container(scene.root)))]
    // An item that has moved into a newer container takes its place in the order first.
    var (containers, moves) = (Set([scene.root]), [Journal.Entry]())
    for id in ids {
      let item = scene.item(id)
      if case .container(let id, _, _) = item { containers.insert(id) }
      let isEarly = item.container.map(containers.contains) == false
      entries.append(.added(isEarly ? item.moved(to: scene.root) : item))
      if isEarly { moves.append(.changed(item)) }
    }
    return entries + moves + viewportEntries + ids.flatMap { watchEntries(of: $0) } + periodEntries
  }

  private var viewportEntries: [Journal.Entry] {
    tables.watching.viewports.live.compactMap {
      let id = tables.watching.viewports.handle(of: $0)
      return isStray(id) ? nil : .viewportAdded(id, viewport(id))
    }
  }

  private func watchEntries(of item: SceneItemID) -> [Journal.Entry] {
    guard case .target(let target) = item else { return [] }
    return watchEntries(of: target).filter {
      if case .watched(_, _, let viewport, _) = $0 { !isStray(viewport) } else { true }
    }
  }

  /// The watches of a target in order of registration.
  func watchEntries(of target: TargetID) -> [Journal.Entry] {
    var entries: [Journal.Entry] = []
    forEachWatch(of: target) { watch, rule, subject in
      let condition = subject.map { WatchCondition.impressions($0.identity, $0.policy) }
      entries.append(.watched(watch, target, viewport(of: watch), condition ?? .rule(rule)))
    }
    return entries
  }

  /// The impressions of the last pass that a first pass would report as well: those without a
  /// dwell, which would begin with it.
  package var immediateImpressions: [Impression] {
    impressions.filter { $0.time == timeOfLastPass && policy(of: $0)?.dwell == .zero }
  }

  private func policy(of impression: Impression) -> ImpressionPolicy? {
    let id = impression.watch
    guard contains(id), !isStray(viewport(of: id)) else { return nil }
    let watch = tables.watching.watches[tables.watching.slot(of: id)]
    return tables.ledger.subject(watch.subject).policy
  }

  /// The periods, and the impressions so far, except ``immediateImpressions``.
  private var periodEntries: [Journal.Entry] {
    var entries: [Journal.Entry] = []
    let immediate = immediateImpressions
    for var own in tables.ledger.ownRecords {
      let reported = immediate.count {
        $0.identity == own.identity && policy(of: $0) == own.policy
      }
      if reported > 0 {
        own.count -= reported
        own.countOnDay -= reported
        own.lastImpression = nil
        (own.isOfSession, own.isOfScreenVisit, own.isOfExposure) = (false, false, false)
      }
      if own.count > 0 { entries.append(.restored(own)) }
    }
    if !isForeground { entries.append(.edited(.foreground(false))) }
    if readingDirection != .leftToRight {
      entries.append(.edited(.readingDirection(readingDirection)))
    }
    if pixelLength != DevicePixel.defaultLength {
      entries.append(.edited(.pixelLength(pixelLength)))
    }
    for (old, new) in replacedPolicies { entries.append(.edited(.replace(old, with: new))) }
    let day = tables.ledger.nextPeriod.day
    if day != 0 { entries.append(.edited(.beginDay(day))) }
    return entries
  }

  /// The exposures in progress, as if they had just begun.
  package var openExposures: ContiguousArray<ExposureEvent> { tables.ledger.openExposures }

  /// Whether exposures run, or impressions await their dwell.
  package var hasOpenExposures: Bool { !tables.ledger.open.isEmpty }

  /// The changes that would have led to the state at the last pass.
  package var holdingChanges: [VisibilityChange] {
    var inspector = Inspector()
    let covers = visibleCovers
    var held: ContiguousArray<(key: UInt64, level: Int, change: VisibilityChange)> = []
    for viewport in tables.watching.viewports.live {
      let record = tables.watching.viewports[viewport]
      for active in record.active {
        let watch = tables.watching.watches[active.watch]
        if watch.subject != .none { continue }
        let target = scene.targets[watch.target]
        let rule = tables.watching.rules[watch.rule]
        let found = inspector.inspect(
          watch.target, in: record.viewport, of: scene, under: covers)
        let share = found.uncovered.share(of: rule.measure)
        let change = VisibilityChange(
          kind: .entered, target: scene.targets.handle(of: watch.target),
          watch: tables.watching.watches.handle(of: active.watch),
          threshold: 0, fraction: share, reason: nil, time: timeOfLastPass ?? .zero)
        held.append(
          (tables.watching.key(target.order, active.watch), Int(active.level), change))
      }
    }
    held.sort { $0.key < $1.key }
    return held.flatMap { _, level, change in
      (0..<level).map { threshold in
        var change = change
        change.threshold = threshold
        return change
      }
    }
  }
}
