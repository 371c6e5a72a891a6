extension VisibilityEngine {
  /// Returns whether a handle refers to a watch of this engine.
  public func contains(_ id: WatchID) -> Bool { tables.watching.watches.contains(id) }

  /// Reports each crossing of a rule's thresholds by a target, starting with the next pass. A
  /// target may have any number of watches, which all end with it.
  ///
  /// - Parameters:
  ///   - target: the target to observe.
  ///   - rule: the rule for visibility.
  ///   - viewport: the viewport to measure against; ``window`` if `nil`.
  /// - Complexity: Amortised O(1).
  @discardableResult
  public func watch(
    _ target: TargetID, _ rule: VisibilityRule, in viewport: ViewportID? = nil
  ) -> WatchID {
    let viewport = viewport ?? window
    let id = tables.addWatch(target, rule, viewport, subject: .none)
    journal.note(.watched(id, target, viewport, .rule(rule)))
    return id
  }

  /// Reports impressions of an identity in a target, starting with the next pass.
  ///
  /// - Parameters:
  ///   - target: the target to observe.
  ///   - policy: the policy that decides when and how often the identity counts as seen.
  ///   - identity: the identity shown. Several targets may show the same one, at once or in turn.
  ///   - viewport: the viewport to measure against; ``window`` if `nil`.
  @discardableResult
  public func watch(
    _ target: TargetID, for policy: ImpressionPolicy, of identity: ItemIdentity,
    in viewport: ViewportID? = nil
  ) -> WatchID {
    let policy = tables.ledger.inForce(policy)
    let subject = tables.ledger.addSubject(identity: identity, policy: policy)
    let viewport = viewport ?? window
    let id = tables.addWatch(target, policy.rule, viewport, subject: subject)
    journal.note(.watched(id, target, viewport, .impressions(identity, policy)))
    return id
  }

  /// Reports the exposures of an identity in a target, starting with the next pass.
  ///
  /// - Parameters:
  ///   - target: the target to observe.
  ///   - rule: the rule for visibility; with several thresholds, the lowest counts.
  ///   - identity: the identity shown. Several targets may show the same one, at once or in turn.
  ///   - viewport: the viewport to measure against; ``window`` if `nil`.
  @discardableResult
  public func watchExposures(
    _ target: TargetID, under rule: VisibilityRule, of identity: ItemIdentity,
    in viewport: ViewportID? = nil
  ) -> WatchID {
    watch(target, for: .exposures(rule), of: identity, in: viewport)
  }

  func unwatch(_ id: WatchID) {
    let watch = tables.watching.slot(of: id)
    tables.watching.detach(watch)
    tables.end(watch)
  }

  /// Returns the number of thresholds that a watch has reached, as of the last pass.
  public func level(of id: WatchID) -> Int {
    tables.watching.level(of: tables.watching.slot(of: id))
  }

  /// Returns the target of a watch, even if removed from the scene since the last pass.
  public func target(of id: WatchID) -> TargetID {
    tables.scene.targets.lastHandle(of: record(of: id).target)
  }

  /// Returns the rule of a watch.
  public func rule(of id: WatchID) -> VisibilityRule {
    tables.watching.rules.rule(record(of: id).rule)
  }

  /// Returns the viewport of a watch.
  public func viewport(of id: WatchID) -> ViewportID {
    tables.watching.viewports.handle(of: tables.watching.rules[record(of: id).rule].viewport)
  }

  /// Gives a target to another item, as if it were removed and added with the same watches, unless
  /// one of them holds. The handles remain valid.
  ///
  /// - Parameter identity: the identity of its watches for impressions and exposures.
  /// - Returns: whether it did.
  /// - Complexity: O(watches of the target), with an allocation if there are several.
  package func reuse(_ id: TargetID, for identity: ItemIdentity?) -> Bool {
    guard tables.reuse(id, for: identity) else { return false }
    if journal.isOpen {
      journal.note(.edited(.remove(id)))
      let item = scene.item(.target(id))
      journal.note(.added(item))
      for entry in watchEntries(of: id) { journal.note(entry) }
    }
    return true
  }

  /// Whether a target is in the scene and its removal would report nothing.
  package func isIdle(_ target: TargetID) -> Bool { tables.isIdle(target) }

  /// Appends a watch for impressions or exposures and the others of its target with the same
  /// identity and policy, in order of registration; only the watch if it or the target is gone.
  package func appendWatches(
    alike watch: WatchID, of target: TargetID, to found: inout ContiguousArray<WatchID>
  ) { tables.appendWatches(alike: watch, of: target, to: &found) }

  private func record(of id: WatchID) -> WatchRecord {
    tables.watching.watches[tables.watching.slot(of: id)]
  }
}

// Called for each view of a fling. A call through the engine's property would copy the scene.
extension PassTables {
  mutating func addWatch(
    _ target: TargetID, _ rule: VisibilityRule, _ viewport: ViewportID, subject: SubjectSlot
  ) -> WatchID {
    let watch = watching.add(
      scene.slot(of: target), rule, in: watching.slot(of: viewport), subject: subject)
    scene.changes.noteChange()
    return watching.watches.handle(of: watch)
  }

  func isIdle(_ target: TargetID) -> Bool {
    scene.contains(target) && watching.isIdle(scene.slot(of: target))
  }

  mutating func reuse(_ id: TargetID, for identity: ItemIdentity?) -> Bool {
    guard isIdle(id) else { return false }
    let target = scene.slot(of: id)
    scene.renew(target)
    for watch in watching.watches(of: target) {
      let subject = watching.watches[watch].subject
      if subject != .none, let identity { ledger[subject].identity = identity }
    }
    return true
  }

  func appendWatches(
    alike watch: WatchID, of target: TargetID, to found: inout ContiguousArray<WatchID>
  ) {
    guard watching.watches.contains(watch), scene.contains(target) else {
      return found.append(watch)
    }
    let subject = ledger[watching.watches[watching.slot(of: watch)].subject]
    for watch in watching.watches(of: scene.slot(of: target)) {
      let other = watching.watches[watch].subject
      if other != .none, ledger[other].identity == subject.identity,
        ledger[other].policy == subject.policy
      {
        found.append(watching.watches.handle(of: watch))
      }
    }
  }

  func appearance(of target: TargetID) -> SceneAppearance {
    let record = scene.targets[scene.slot(of: target)]
    return scene.appearances[record.appearance].appearance
  }
}
