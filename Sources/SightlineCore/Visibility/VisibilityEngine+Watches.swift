extension VisibilityEngine {
  /// Whether the handle stands for a watch of this engine.
  public func contains(_ id: WatchID) -> Bool {
    Int(id.index) < watches.count && watches[Int(id.index)].generation == id.generation
      && watches[Int(id.index)].target != none
  }

  /// Makes room for this many watches at once.
  public mutating func reserveCapacity(watches count: Int) { watches.reserveCapacity(count) }

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
  ///   - identity: who is seen. Several targets, at once or one after the other, may show the same.
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
    let index = checked(id)
    let target = Int(watches[index].target)
    deactivate(id.index)
    removeFromViewport(id.index)
    var root = scene.targets[target].firstWatch
    if detach(id.index, from: &root) {
      scene.targets[target].firstWatch = root
      release(watch: id.index)
    } else {
      // The target was removed since the last pass, and its index may have a new owner. The record is
      // freed with the others of that target.
      end(watch: id.index)
    }
    scene.note(.unwatched(id))
  }

  /// How many of its rule's thresholds a watch has reached, as of the last pass.
  public func level(of id: WatchID) -> Int {
    let record = watches[checked(id)]
    guard record.active != none else { return 0 }
    let viewport = Int(rules.records[Int(record.rule)].viewport)
    return Int(viewports[viewport].active[Int(record.active)].level)
  }

  /// The target of a watch.
  public func target(of id: WatchID) -> TargetID {
    scene.handle(ofTarget: watches[checked(id)].target)
  }

  /// The rule of a watch.
  public func rule(of id: WatchID) -> VisibilityRule {
    rules.rules[Int(watches[checked(id)].rule)]
  }

  /// The viewport of a watch.
  public func viewport(of id: WatchID) -> ViewportID {
    let index = rules.records[Int(watches[checked(id)].rule)].viewport
    return ViewportID(index: index, generation: viewports[Int(index)].generation)
  }

  private mutating func addWatch(
    _ target: TargetID, _ rule: VisibilityRule, _ viewport: ViewportID, subject: UInt32
  ) -> WatchID {
    let targetIndex = scene.checked(target)
    let viewportIndex = checked(viewport)
    let record = WatchRecord(
      target: target.index, link: none,
      rule: rules.intern(rule, viewport: viewport.index),
      generation: 0, active: none, subject: subject)
    let index: UInt32
    if let free = freeWatches.popLast() {
      index = free
      let generation = watches[Int(index)].generation
      watches[Int(index)] = record
      watches[Int(index)].generation = generation
    } else {
      index = UInt32(watches.count)
      watches.appendTightly(record)
    }
    var root = scene.targets[targetIndex].firstWatch
    attach(index, to: &root)
    scene.targets[targetIndex].firstWatch = root
    viewports[viewportIndex].isStale = true
    scene.version &+= 1
    return handle(ofWatch: index)
  }

  /// Takes a watch out of its viewport's list of active ones.
  mutating func deactivate(_ watch: UInt32) {
    let position = watches[Int(watch)].active
    guard position != none else { return }
    let record = watches[Int(watch)]
    let viewport = Int(rules.records[Int(record.rule)].viewport)
    if record.subject != none, viewports[viewport].active[Int(position)].level > 0 {
      ledger.leave(record.subject)
    }
    removeActive(at: Int(position), from: viewport)
  }

  /// Removes an entry by moving the last one into its place.
  mutating func removeActive(at position: Int, from viewport: Int) {
    watches[Int(viewports[viewport].active[position].watch)].active = none
    let last = viewports[viewport].active.removeLast()
    if position < viewports[viewport].active.count {
      viewports[viewport].active[position] = last
      watches[Int(last.watch)].active = UInt32(position)
    }
  }

  /// Frees the record of a watch that no target refers to any more.
  mutating func release(watch index: UInt32) {
    if watches[Int(index)].target != none { end(watch: index) }
    removeLink(of: index)
    freeWatches.append(index)
  }

  /// Makes the handles of a watch stand for nothing.
  private mutating func end(watch index: UInt32) {
    let subject = watches[Int(index)].subject
    if subject != none { ledger.removeSubject(subject) }
    rules.release(watches[Int(index)].rule)
    watches[Int(index)].target = none
    watches[Int(index)].generation &+= 1
  }

  func handle(ofWatch index: UInt32) -> WatchID {
    WatchID(index: index, generation: watches[Int(index)].generation)
  }

  func checked(_ id: WatchID) -> Int {
    precondition(
      contains(id),
      "watch \(id.index), generation \(id.generation), was used after its removal")
    return Int(id.index)
  }

  /// Sorts events: by the order of the target's registration, then by that of the watch's.
  func key(_ order: UInt32, _ watch: UInt32) -> UInt64 {
    UInt64(order) << 32 | UInt64(self.order(ofWatch: watch))
  }
}
