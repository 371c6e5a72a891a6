// Queries, restores, shares and forgets entries.
extension ImpressionLedger {
  // MARK: Asking

  private func index(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int? {
    guard let policy = policies.index(of: policy) else { return nil }
    return table.index(of: identity, policy)
  }

  func exposure(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Exposure? {
    guard let index = index(of: identity, for: policy), table.entries[index].exposures > 0 else {
      return nil
    }
    return table.entries[index].exposure(at: now)
  }

  func count(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int {
    index(of: identity, for: policy).map { table.entries[$0].count } ?? 0
  }

  func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    guard let index = index(of: identity, for: policy) else { return 0 }
    return table.entries[index].dwellProgress(at: now, policy, period)
  }

  // MARK: Entries

  /// Returns the entry of an identity under a policy, adding one if necessary.
  mutating func entryIndex(of identity: ItemIdentity, _ policy: UInt32) -> Int {
    if let known = table.index(of: identity, policy) { return known }
    policies.retain(policy)
    return table.add(identity, policy)
  }

  /// Forgets the entries least recently seen until `count` more fit. Not for use during a pass: an
  /// identity that returns in it may still be in the list.
  mutating func makeRoom(for count: Int) {
    while table.count + count > capacity && table.oldest != none {
      drop(Int(table.oldest))
      forgottenCount += 1
    }
  }

  /// Removes an entry, which must be neither open nor touched.
  mutating func drop(_ index: Int) {
    table.unlist(index)
    let policy = table.entries[index].policy
    table.remove(index)
    policies.release(policy)
  }

  // MARK: Forgetting

  mutating func forget(_ identity: ItemIdentity) {
    policies.forEachIndex { if let index = table.index(of: identity, $0) { forget(at: index) } }
    releaseMemory()
  }

  mutating func forgetAll() {
    open.removeAll()
    paused.removeAll()
    for index in table.entries.indices where table.entries[index].policy != none {
      forget(at: index)
    }
    releaseMemory()
  }

  /// - Complexity: O(entries).
  mutating func forget(notSeenSince time: MonotonicTime) {
    var index = table.oldest
    while index != none {
      let next = table.entries[Int(index)].newer
      if table.entries[Int(index)].lastSeen < time { drop(Int(index)) }
      index = next
    }
    releaseMemory()
  }

  private mutating func forget(at index: Int) {
    remove(UInt32(index), from: &open)
    remove(UInt32(index), from: &paused)
    if table.entries[index].visibleCount > 0 {
      table.entries[index].reset()
      touch(index)
      isTouched = true
    } else if !table.entries[index].isTouched {
      drop(index)
    }
  }

  private func remove(_ index: UInt32, from list: inout ContiguousArray<UInt32>) {
    guard let position = list.firstIndex(of: index) else { return }
    list.swapAt(position, list.count - 1)
    list.removeLast()
  }

  private mutating func releaseMemory() {
    table.releaseMemory()
    policies.releaseMemory()
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

  func sharedImpression(
    of identity: ItemIdentity, for policy: ImpressionPolicy
  ) -> SharedImpression? {
    guard let index = index(of: identity, for: policy), table.entries[index].count > 0 else {
      return nil
    }
    return sharedImpression(at: index)
  }

  /// Calls a closure for each entry with an impression, least recently seen first, those on screen
  /// last.
  private func forEachSeen(_ body: (Int) -> Void) {
    var index = table.oldest
    while index != none {
      if table.entries[Int(index)].count > 0 { body(Int(index)) }
      index = table.entries[Int(index)].newer
    }
    for index in table.entries.indices
    where table.entries[index].policy != none && !table.entries[index].isListed
      && table.entries[index].count > 0
    {
      body(index)
    }
  }

  private func memory(at index: Int) -> ImpressionMemory {
    let entry = table.entries[index]
    return ImpressionMemory(
      identity: entry.identity, policy: policies[entry.policy], count: entry.count,
      lastImpression: entry.lastImpression, day: entry.period.day, countOnDay: entry.countOnDay)
  }

  private func sharedImpression(at index: Int) -> SharedImpression {
    let entry = table.entries[index]
    return SharedImpression(
      memory: memory(at: index), isOfSession: entry.period.session == nextPeriod.session,
      lastSeen: entry.isOpen ? lastPass : entry.lastSeen)
  }

  /// Merges an impression counted in another window.
  mutating func adopt(_ shared: SharedImpression) {
    let memory = shared.memory
    if let known = index(of: memory.identity, for: memory.policy) {
      let entry = table.entries[known]
      if !entry.isOpen { table.entries[known].lastSeen = max(entry.lastSeen, shared.lastSeen) }
      if entry.count >= memory.count { return }
      let isOfSession =
        shared.isOfSession || entry.count > 0 && entry.period.session == nextPeriod.session
      take(memory, at: known, isOfSession: isOfSession)
    } else {
      let index = restore(memory)
      table.entries[index].lastSeen = shared.lastSeen
      take(memory, at: index, isOfSession: shared.isOfSession)
    }
    isTouched = true
  }

  /// Restores an impression from a past session and screen visit.
  @discardableResult
  mutating func restore(_ memory: ImpressionMemory) -> Int {
    let policy = policies.retain(memory.policy)
    if table.index(of: memory.identity, policy) == nil { makeRoom(for: 1) }
    let index = entryIndex(of: memory.identity, policy)
    policies.release(policy)
    take(memory, at: index, isOfSession: false)
    if !table.entries[index].isOpen && !table.entries[index].isTouched
      && !table.entries[index].isPaused
    {
      table.unlist(index)
      table.list(index)
    }
    return index
  }

  private mutating func take(_ memory: ImpressionMemory, at index: Int, isOfSession: Bool) {
    table.entries[index].count = memory.count
    table.entries[index].lastImpression = memory.lastImpression
    table.entries[index].countOnDay = memory.countOnDay
    table.entries[index].period = LedgerPeriod(
      session: isOfSession ? nextPeriod.session : nextPeriod.session &- 1,
      screenVisit: nextPeriod.screenVisit &- 1, day: memory.day)
    if let time = memory.lastImpression {
      table.entries[index].lastSeen = max(table.entries[index].lastSeen, time)
    }
  }
}

/// The impressions of an identity under a policy, as shared between windows.
package struct SharedImpression: Hashable, Sendable {
  /// The counted impressions.
  package var memory: ImpressionMemory
  /// Whether they were counted in the current session.
  package var isOfSession: Bool
  /// The time at which the identity was last on screen; that of the last pass if it still is.
  package var lastSeen: MonotonicTime

  package init(memory: ImpressionMemory, isOfSession: Bool, lastSeen: MonotonicTime) {
    self.memory = memory
    self.isOfSession = isOfSession
    self.lastSeen = lastSeen
  }
}
