// Queries, restores, shares and forgets entries.
extension ImpressionLedger {
  // MARK: Queries

  private func index(of identity: ItemIdentity, for policy: ImpressionPolicy) -> EntrySlot? {
    guard let policy = policies.slot(of: inForce(policy)) else { return nil }
    return entries.slot(of: identity, policy)
  }

  func exposure(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Exposure? {
    guard let index = index(of: identity, for: policy), entries[index].exposures > 0 else {
      return nil
    }
    return entries[index].exposure(at: now)
  }

  func count(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int {
    index(of: identity, for: policy).map { entries[$0].count } ?? 0
  }

  func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    guard let index = index(of: identity, for: policy) else { return 0 }
    return entries[index].dwellProgress(at: now, policies[entries[index].policy], period)
  }

  // MARK: Entries

  mutating func entry(of identity: ItemIdentity, _ policy: PolicySlot) -> EntrySlot {
    if let existing = entries.slot(of: identity, policy) { return existing }
    policies.use(policy)
    return entries.add(identity, policy)
  }

  /// Forgets the entries least recently seen until `count` more fit. Not for use during a pass: an
  /// identity that returns in it may still be in the list.
  mutating func makeRoom(for count: Int) {
    while entries.count + count > capacity && entries.oldest != .none {
      drop(entries.oldest)
      forgottenCount += 1
    }
  }

  /// Removes an entry, which must be neither open nor touched.
  mutating func drop(_ index: EntrySlot) {
    entries.unlist(index)
    let policy = entries[index].policy
    entries.remove(index)
    policies.release(policy)
  }

  // MARK: Forgetting

  mutating func forget(_ identity: ItemIdentity) {
    for policy in Array(policies.slotsInUse) {
      if let index = entries.slot(of: identity, policy) { forget(at: index) }
    }
    freeMemory()
  }

  mutating func forgetAll() {
    for index in entries.allSlots where entries.isInUse(index) { forget(at: index) }
    freeMemory()
  }

  /// - Complexity: O(entries).
  mutating func forget(notSeenSince time: MonotonicTime) {
    var index = entries.oldest
    while index != .none {
      let next = entries[index].newer
      if entries[index].lastOnScreen < time { drop(index) }
      index = next
    }
    freeMemory()
  }

  private mutating func forget(at index: EntrySlot) {
    // Exposures are not remembered.
    if policies[entries[index].policy].reportsExposures { return }
    removeFromLists(index)
    if entries[index].visibleCount > 0 {
      entries[index].reset()
      touch(index)
    } else if !entries[index].isTouched {
      drop(index)
    }
  }

  /// Removes an entry from the lists of open and paused ones.
  mutating func removeFromLists(_ index: EntrySlot) {
    if entries[index].isOpen { Self.remove(index, from: &open) }
    if entries[index].isPaused { Self.remove(index, from: &paused) }
  }

  // Static, because a method would copy the ledger to keep it apart from its list.
  static func remove(_ index: EntrySlot, from list: inout ContiguousArray<EntrySlot>) {
    guard let position = list.firstIndex(of: index) else { return }
    list.swapAt(position, list.count - 1)
    list.removeLast()
  }

  private mutating func freeMemory() {
    entries.freeMemory()
    policies.freeMemory()
  }

  // MARK: Keeping

  /// The memories of all impressions, least recently seen first.
  var memories: [ImpressionMemory] {
    var result: [ImpressionMemory] = []
    forEachSeen { result.append(memory(at: $0)) }
    return result
  }

  /// The impressions to share with other windows, in the same order.
  var sharedImpressions: [SharedImpression] {
    var result: [SharedImpression] = []
    forEachSeen { result.append(sharedImpression(at: $0)) }
    return result
  }

  /// The impressions to continue with in another ledger of this window, in the same order.
  var ownImpressions: [SharedImpression] {
    var result: [SharedImpression] = []
    forEachSeen { result.append(ownImpression(at: $0)) }
    return result
  }

  private func ownImpression(at index: EntrySlot) -> SharedImpression {
    var own = sharedImpression(at: index)
    own.isOfScreenVisit = entries[index].period.screenVisit == nextPeriod.screenVisit
    own.isOfExposure = entries[index].hasCountedInExposure
    return own
  }

  func sharedImpression(
    of identity: ItemIdentity, for policy: ImpressionPolicy
  ) -> SharedImpression? {
    guard let index = index(of: identity, for: policy), entries[index].count > 0 else {
      return nil
    }
    return sharedImpression(at: index)
  }

  /// Calls a closure for each entry with an impression, least recently seen first, those on screen
  /// last.
  private func forEachSeen(_ body: (EntrySlot) -> Void) {
    var index = entries.oldest
    while index != .none {
      if entries[index].count > 0 { body(index) }
      index = entries[index].newer
    }
    for index in entries.allSlots
    where entries.isInUse(index) && !entries[index].isListed && entries[index].count > 0 {
      body(index)
    }
  }

  private func memory(at index: EntrySlot) -> ImpressionMemory {
    let entry = entries[index]
    return ImpressionMemory(
      identity: entry.identity, policy: policies[entry.policy], count: entry.count,
      lastImpression: entry.lastImpression, day: entry.period.day, countOnDay: entry.countOnDay)
  }

  private func sharedImpression(at index: EntrySlot) -> SharedImpression {
    let entry = entries[index]
    return SharedImpression(
      memory: memory(at: index), isOfSession: entry.period.session == nextPeriod.session,
      lastSeen: entry.isOpen ? lastPass.advanced(by: asleep) : entry.lastOnScreen)
  }

  /// Merges an impression counted in another window. Returns whether that changes anything.
  mutating func adopt(_ shared: SharedImpression) -> Bool {
    guard let existing = index(of: shared.memory.identity, for: shared.memory.policy) else {
      let index = restore(shared.memory)
      entries[index].lastOnScreen = shared.lastSeen
      take(shared, at: index)
      isTouched = true
      return true
    }
    if !entries[existing].isOpen && entries[existing].lastOnScreen < shared.lastSeen {
      entries[existing].lastOnScreen = shared.lastSeen
      if entries[existing].isListed { relist(existing) }
    }
    return merge(shared, into: existing)
  }

  /// Restores an impression from a past session and screen visit.
  @discardableResult
  mutating func restore(_ memory: ImpressionMemory) -> EntrySlot {
    let policy = policies.use(inForce(memory.policy))
    if entries.slot(of: memory.identity, policy) == nil { makeRoom(for: 1) }
    let index = entry(of: memory.identity, policy)
    policies.release(policy)
    // After a replacement of policies, two memories may share an entry.
    _ = merge(SharedImpression(memory: memory), into: index)
    if !entries[index].isInExposure && !entries[index].isTouched { relist(index) }
    return index
  }

  /// Makes an entry the newest of the list.
  private mutating func relist(_ index: EntrySlot) {
    entries.unlist(index)
    entries.list(index)
  }

  private mutating func merge(_ shared: SharedImpression, into index: EntrySlot) -> Bool {
    if shared.memory.count == 0 { return false }
    let own = ownImpression(at: index)
    var merged = own.memory.count == 0 ? shared : own.merged(with: shared)
    merged.lastSeen = own.lastSeen
    if merged == own { return false }
    take(merged, at: index)
    isTouched = true
    return true
  }

  private mutating func take(_ shared: SharedImpression, at index: EntrySlot) {
    let memory = shared.memory
    entries[index].count = memory.count
    entries[index].lastImpression = memory.lastImpression
    entries[index].countOnDay = memory.countOnDay
    entries[index].period = LedgerPeriod(
      session: shared.isOfSession ? nextPeriod.session : nextPeriod.session &- 1,
      // Not even the current visit, which lasts until the next pass.
      screenVisit: nextPeriod.screenVisit &- (shared.isOfScreenVisit ? 0 : 2),
      day: memory.day)
    if shared.isOfExposure {
      entries[index].hasCountedInExposure = true
      if entries[index].isListed {
        // The exposure continues if the item is on screen in the next foreground pass.
        entries.unlist(index)
        entries[index].isPaused = true
        paused.append(index)
      }
    }
    if let time = memory.lastImpression {
      entries[index].lastOnScreen = max(entries[index].lastOnScreen, time)
    }
  }
}

/// The impressions of an identity under a policy, as shared between windows.
package struct SharedImpression: Equatable, Sendable {
  package var memory: ImpressionMemory
  /// Whether they were counted in the current session.
  package var isOfSession: Bool
  /// Whether they were counted in the window's current screen visit; `false` for other windows.
  package var isOfScreenVisit = false
  /// Whether the last one was counted in the window's current exposure of the identity.
  package var isOfExposure = false
  /// The time at which the identity was last on screen, on the clock that continues during sleep;
  /// if it still is, the time of the last pass.
  package var lastSeen: MonotonicTime

  package init(
    memory: ImpressionMemory, isOfSession: Bool = false, lastSeen: MonotonicTime? = nil
  ) {
    self.memory = memory
    self.isOfSession = isOfSession
    self.lastSeen =
      lastSeen ?? memory.lastImpression ?? MonotonicTime(nanoseconds: .min)
  }

  /// Returns the impressions of both records of an item: the larger count, and the later last
  /// impression. For the same day, keeps the larger daily count.
  package func merged(with other: SharedImpression) -> SharedImpression {
    var merged = self
    merged.isOfSession = isOfSession || other.isOfSession
    merged.isOfScreenVisit = isOfScreenVisit || other.isOfScreenVisit
    merged.isOfExposure = isOfExposure || other.isOfExposure
    merged.lastSeen = max(lastSeen, other.lastSeen)
    merged.memory.count = max(memory.count, other.memory.count)
    merged.memory.lastImpression = [memory.lastImpression, other.memory.lastImpression]
      .compactMap { $0 }.max()
    if memory.day == other.memory.day {
      merged.memory.countOnDay = max(memory.countOnDay, other.memory.countOnDay)
    } else if memory.day < other.memory.day {
      merged.memory.day = other.memory.day
      merged.memory.countOnDay = other.memory.countOnDay
    }
    return merged
  }
}
