extension VisibilityEngine {
  /// Whether the handle stands for a watch of this engine.
  public func contains(_ id: WatchID) -> Bool { watching.contains(id, scene.targets) }

  /// Makes room for this many watches at once, beside those that need none: a target's first, if it
  /// is for a rule in the ``window``.
  public mutating func reserveCapacity(watches count: Int) {
    watching.watches.reserveCapacity(count)
  }

  /// Reports each crossing of a rule's thresholds by a target, from the next pass on. A target may
  /// have any number of watches; all end with it.
  ///
  /// - Parameters:
  ///   - target: the target to observe.
  ///   - rule: when it counts as visible.
  ///   - viewport: what it must be inside of; ``window`` if `nil`.
  /// - Complexity: O(1) amortised, and O(log watches of the target), expected.
  @discardableResult
  public mutating func watch(
    _ target: TargetID, _ rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> WatchID {
    let id = addWatch(target, rule, viewport ?? window, subject: none)
    scene.note(.watched(id, target, viewport ?? window, rule))
    return id
  }

  /// Reports when an identity is seen in a target, from the next pass on.
  ///
  /// - Parameters:
  ///   - target: the target to observe.
  ///   - policy: when it counts as seen, and how often.
  ///   - identity: who or what is seen. Several targets, at once or one after the other, may show
  ///     the same.
  ///   - viewport: what it must be inside of; ``window`` if `nil`.
  @discardableResult
  public mutating func watch(
    _ target: TargetID, for policy: ImpressionPolicy, of identity: ItemIdentity,
    in viewport: ViewportID? = nil
  ) -> WatchID {
    let subject = ledger.addSubject(identity: identity, policy: policy)
    let id = addWatch(target, policy.rule, viewport ?? window, subject: subject)
    scene.note(.watchedForImpressions(id, target, viewport ?? window, identity, policy))
    return id
  }

  /// Ends a watch at once: no event of it comes any more, not even a last one.
  ///
  /// - Complexity: O(log watches of the target), expected.
  public mutating func unwatch(_ id: WatchID) {
    checkScene()
    let watch = watching.watch(of: id, scene.targets)
    if case .table(let slot) = watch.content {
      watching.detach(slot, from: &scene.targets[watching.watches[slot].target].watches)
    }
    ledger.end(watch, &watching, &scene.targets)
    scene.note(.unwatched(id))
  }

  /// How many of its rule's thresholds a watch has reached, as of the last pass.
  public func level(of id: WatchID) -> Int {
    watching.level(of: watching.watch(of: id, scene.targets), scene.targets)
  }

  /// The target of a watch; already gone from the scene if it was removed since the last pass.
  public func target(of id: WatchID) -> TargetID {
    scene.targets.lastHandle(of: record(of: id).target)
  }

  /// The rule of a watch.
  public func rule(of id: WatchID) -> VisibilityRule {
    watching.rules.rules[Int(record(of: id).rule)]
  }

  /// The viewport of a watch.
  public func viewport(of id: WatchID) -> ViewportID {
    watching.viewports.handle(of: watching.rules.viewport(of: record(of: id).rule))
  }

  private func record(of id: WatchID) -> WatchRecord {
    watching.record(of: watching.watch(of: id, scene.targets), scene.targets)
  }

  private mutating func addWatch(
    _ target: TargetID, _ rule: VisibilityRule, _ viewport: ViewportID, subject: UInt32
  ) -> WatchID {
    checkScene()
    let target = scene.slot(of: target)
    let watch = watching.add(
      target, rule, in: watching.slot(of: viewport), subject: subject, &scene.targets)
    scene.changes.noteChange()
    return watching.handle(of: watch, scene.targets)
  }
}
