// A pass takes all changes and produces one ordered batch of events.
extension VisibilityEngine {
  /// Evaluates everything that changed since the last pass and fills ``changes``, ``impressions``
  /// and ``exposures``.
  ///
  /// Sleep since the last pass counts as if it had ended with this one. Cool-downs that go on in it
  /// end before ``nextDeadline``, so pass again soon after the device has woken up.
  ///
  /// - Parameter time: the time on the device's clocks; in tests and on a device that never sleeps,
  ///   a ``MonotonicTime``. A time before the last pass counts as that of the last pass.
  /// - Returns: whether there are any events.
  /// - Complexity: O(1) if nothing changed and no deadline has come; otherwise O((items on screen +
  ///   changes) · log items), where a target counts once for each cover over it, and thousands of
  ///   covers over one target with their square. A steady pass allocates nothing.
  @discardableResult
  public func pass(at time: DeviceTime) -> Bool {
    tables.ledger.noteSleep(time.asleep)
    return pass(at: time.awake)
  }

  /// Passes on a device that has not slept since the last pass. The reference leaves it out,
  /// because links would need the types.
  @_documentation(visibility: internal)
  @discardableResult
  public func pass(at time: MonotonicTime) -> Bool {
    let now = max(time, timeOfLastPass ?? time)
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    if !impressions.isEmpty { impressions.removeAll(keepingCapacity: true) }
    if !exposures.isEmpty { exposures.removeAll(keepingCapacity: true) }
    tables.ledger.beginPass(at: now)
    // Exposures whose watch has ended since the last pass move to other watches on screen.
    tables.reattributeImpressions()
    if tables.ledger.endsExposures {
      pass.beginWithoutChanges()
      tables.ledger.endSpan(at: now)
      tables.ledger.endExposures(at: now, into: &impressions, and: &exposures)
      timeOfLastPass = now
      return hasEvents
    }
    if tables.scene.changes.version == seenVersion {
      pass.beginWithoutChanges()
      if now >= tables.ledger.nextDeadline || tables.ledger.isTouched {
        tables.ledger.endSpan(at: now)
        settleImpressions(at: now)
      }
      timeOfLastPass = now
      return hasEvents
    }
    tables.ledger.endSpan(at: now)
    evaluate(at: now)
    pass.emit(into: &changes)
    settleImpressions(at: now)
    endPass(at: now)
    didPass?(self)
    return hasEvents
  }

  /// The time the device has slept, as of the last pass.
  package var asleep: Duration { .nanoseconds(tables.ledger.asleep) }

  private var hasEvents: Bool { !(changes.isEmpty && impressions.isEmpty && exposures.isEmpty) }

  private func evaluate(at now: MonotonicTime) {
    updateScrollMargins()
    tables.scene.beginPass(at: now, isFirst: timeOfLastPass == nil)
    pass.begin(at: now, isForeground: isActive)
    for target in tables.scene.changes.removals {
      pass.end(target, &tables)
    }
    if isActive { pass.gatherCovers(&tables.scene) }
    for i in tables.watching.viewports.places {
      let viewport = ViewportSlot(i)
      if !isActive {
        pass.sweep(viewport, &tables)
      } else if needsEvaluation(viewport) {
        pass.evaluate(viewport, &tables)
      }
    }
  }

  private func endPass(at now: MonotonicTime) {
    tables.watching.endPass()
    tables.scene.endPass()
    seenVersion = tables.scene.changes.version
    timeOfLastPass = now
  }

  /// Whether a change may affect a viewport's answers.
  @inline(__always)
  private func needsEvaluation(_ viewport: ViewportSlot) -> Bool {
    guard tables.watching.viewports.isLive(viewport) else { return false }
    // Covers may lie anywhere in the window, so with covers any change may matter.
    if tables.watching.viewports[viewport].isStale || pass.hasCovers { return true }
    let id = tables.watching.viewports[viewport].viewport.container
    guard tables.scene.containers.contains(id) else {
      return !tables.watching.viewports[viewport].active.isEmpty
    }
    var container = ContainerSlot(of: id)
    let mark = tables.scene.changes.mark
    if tables.scene.containers[container].changeMark == mark { return true }
    if tables.scene.changes.hasAppearanceChanges {
      while container != .none {
        if tables.scene.containers[container].appearanceMark == mark { return true }
        container = tables.scene.containers[container].parent
      }
    }
    return false
  }

  private func settleImpressions(at now: MonotonicTime) {
    tables.reattributeImpressions()
    tables.ledger.settle(at: now, isForeground: isActive, into: &impressions, and: &exposures)
  }
}
