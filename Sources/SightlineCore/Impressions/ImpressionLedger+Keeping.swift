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

  /// The records of all impressions, least recently seen first.
  var records: [ImpressionRecord] {
    var result: [ImpressionRecord] = []
    forEachSeen { result.append(record(at: $0)) }
    return result
  }

  /// The records to continue with in another ledger of this window, in the same order.
  var ownRecords: [ImpressionRecord] {
    var result: [ImpressionRecord] = []
    forEachSeen { result.append(ownRecord(at: $0)) }
    return result
  }

  private func ownRecord(at index: EntrySlot) -> ImpressionRecord {
    var own = record(at: index)
    own.isOfScreenVisit = entries[index].period.screenVisit == nextPeriod.screenVisit
    own.isOfExposure = entries[index].hasCountedInExposure
    return own
  }

  func record(of identity: ItemIdentity, for policy: ImpressionPolicy) -> ImpressionRecord? {
    guard let index = index(of: identity, for: policy), entries[index].count > 0 else {
      return nil
    }
    return record(at: index)
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

  private func record(at index: EntrySlot) -> ImpressionRecord {
    let entry = entries[index]
    var record = ImpressionRecord(
      identity: entry.identity, policy: policies[entry.policy], count: entry.count,
      lastImpression: entry.lastImpression, day: entry.period.day, countOnDay: entry.countOnDay)
    record.isOfSession = entry.period.session == nextPeriod.session
    record.lastSeen = entry.isOpen ? lastPass.advanced(by: asleep) : entry.lastOnScreen
    return record
  }

  /// Merges the record of another window. Returns whether that changes anything.
  mutating func adopt(_ record: ImpressionRecord) -> Bool {
    guard let existing = index(of: record.identity, for: record.policy) else {
      let index = restore(record.saved)
      entries[index].lastOnScreen = record.lastSeen
      take(record, at: index)
      isTouched = true
      return true
    }
    if !entries[existing].isOpen && entries[existing].lastOnScreen < record.lastSeen {
      entries[existing].lastOnScreen = record.lastSeen
      if entries[existing].isListed { relist(existing) }
    }
    return merge(record, into: existing)
  }

  /// Restores a record from a past session and screen visit.
  @discardableResult
  mutating func restore(_ record: ImpressionRecord) -> EntrySlot {
    let policy = policies.use(inForce(record.policy))
    if entries.slot(of: record.identity, policy) == nil { makeRoom(for: 1) }
    let index = entry(of: record.identity, policy)
    policies.release(policy)
    // After a replacement of policies, two records may share an entry.
    _ = merge(record, into: index)
    if !entries[index].isInExposure && !entries[index].isTouched { relist(index) }
    return index
  }

  /// Makes an entry the newest of the list.
  private mutating func relist(_ index: EntrySlot) {
    entries.unlist(index)
    entries.list(index)
  }

  private mutating func merge(_ record: ImpressionRecord, into index: EntrySlot) -> Bool {
    if record.count == 0 { return false }
    let own = ownRecord(at: index)
    var merged = own.count == 0 ? record : own.merged(with: record)
    merged.lastSeen = own.lastSeen
    if merged == own { return false }
    take(merged, at: index)
    isTouched = true
    return true
  }

  private mutating func take(_ record: ImpressionRecord, at index: EntrySlot) {
    entries[index].count = record.count
    entries[index].lastImpression = record.lastImpression
    entries[index].countOnDay = record.countOnDay
    entries[index].period = LedgerPeriod(
      session: record.isOfSession ? nextPeriod.session : nextPeriod.session &- 1,
      // Not even the current visit, which lasts until the next pass.
      screenVisit: nextPeriod.screenVisit &- (record.isOfScreenVisit ? 0 : 2),
      day: record.day)
    if record.isOfExposure {
      entries[index].hasCountedInExposure = true
      if entries[index].isListed {
        // The exposure continues if the item is on screen in the next foreground pass.
        entries.unlist(index)
        entries[index].isPaused = true
        paused.append(index)
      }
    }
    if let time = record.lastImpression {
      entries[index].lastOnScreen = max(entries[index].lastOnScreen, time)
    }
  }
}
