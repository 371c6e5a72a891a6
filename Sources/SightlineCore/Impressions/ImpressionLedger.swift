/// What has been seen: one entry for each identity under each policy.
///
/// The engine tells the ledger what enters and leaves during a pass; ``settle(at:isForeground:into:)``
/// then looks once at everything that concerns: what the net effect of the pass was (an identity
/// whose view was recycled in it has neither left nor come), which dwells were reached and when.
///
/// Invariants:
/// 1. `visibleCount` of an entry is the number of its active watches on screen.
/// 2. An entry is in `open` exactly while an exposure of it is going on.
/// 3. Entries come into being when an identity is first visible, and stay: "once" belongs to the
///    identity, not to a view.
struct ImpressionLedger: Sendable {
  /// One watched target's part: whom it shows, under which policy.
  struct Subject: Sendable {
    var identity: ItemIdentity
    var policy: UInt32
    /// Index into `entries`; `none` until it is first visible.
    var entry: UInt32 = none
    var isCalm = true
  }

  struct Key: Hashable, Sendable {
    var identity: ItemIdentity
    var policy: UInt32
  }

  private var policies: ContiguousArray<ImpressionPolicy> = []
  private var policyIndexes: [ImpressionPolicy: UInt32] = [:]
  private var subjects: ContiguousArray<Subject> = []
  private var freeSubjects: ContiguousArray<UInt32> = []
  private(set) var entries: ContiguousArray<LedgerEntry> = []
  private var entryIndexes: [Key: UInt32] = [:]
  /// Entries whose exposure is going on.
  private var open: ContiguousArray<UInt32> = []
  /// Entries that this pass has touched and that are not in `open` yet.
  private var touched: ContiguousArray<UInt32> = []
  /// Entries that may keep their dwell over the inactivity that is going on.
  private var paused: ContiguousArray<UInt32> = []
  private var due: ContiguousArray<(key: UInt64, impression: Impression)> = []

  private(set) var period = LedgerPeriod()
  /// The period that begins with the next pass.
  private var nextPeriod = LedgerPeriod()
  /// When the next impression comes if nothing else happens.
  private(set) var nextDeadline = MonotonicTime.never
  /// Whether there is something to settle even if no deadline has come.
  private(set) var isTouched = false

  // MARK: Subjects

  mutating func addSubject(identity: ItemIdentity, policy: ImpressionPolicy) -> UInt32 {
    let policyIndex: UInt32
    if let last = policies.last, last == policy {
      policyIndex = UInt32(policies.count - 1)
    } else if let known = policyIndexes[policy] {
      policyIndex = known
    } else {
      policyIndex = UInt32(policies.count)
      policies.append(policy)
      policyIndexes[policy] = policyIndex
    }
    let subject = Subject(identity: identity, policy: policyIndex)
    if let free = freeSubjects.popLast() {
      subjects[Int(free)] = subject
      return free
    }
    subjects.append(subject)
    return UInt32(subjects.count - 1)
  }

  mutating func removeSubject(_ subject: UInt32) { freeSubjects.append(subject) }

  func speedLimit(of subject: UInt32) -> Double {
    policies[Int(subjects[Int(subject)].policy)].scrollSpeedLimit ?? .infinity
  }

  // MARK: During a pass

  mutating func enter(
    _ subject: UInt32, target: TargetID, watch: WatchID, key: UInt64, fraction: Double,
    isCalm: Bool
  ) {
    let index = entryIndex(of: subject)
    subjects[Int(subject)].isCalm = isCalm
    entries[index].visibleCount += 1
    if isCalm { entries[index].calmCount += 1 }
    entries[index].target = target
    entries[index].watch = watch
    entries[index].order = key
    entries[index].greatestFraction = max(entries[index].greatestFraction, fraction)
    touch(index)
  }

  mutating func update(_ subject: UInt32, fraction: Double, isCalm: Bool) {
    let index = Int(subjects[Int(subject)].entry)
    if fraction > entries[index].greatestFraction { entries[index].greatestFraction = fraction }
    if subjects[Int(subject)].isCalm != isCalm {
      subjects[Int(subject)].isCalm = isCalm
      entries[index].calmCount += isCalm ? 1 : -1
    }
  }

  mutating func leave(_ subject: UInt32) {
    let index = Int(subjects[Int(subject)].entry)
    entries[index].visibleCount -= 1
    if subjects[Int(subject)].isCalm { entries[index].calmCount -= 1 }
    isTouched = true
  }

  private mutating func entryIndex(of subject: UInt32) -> Int {
    let record = subjects[Int(subject)]
    if record.entry != none { return Int(record.entry) }
    let key = Key(identity: record.identity, policy: record.policy)
    let index: UInt32
    if let known = entryIndexes[key] {
      index = known
    } else {
      index = UInt32(entries.count)
      entries.append(LedgerEntry(identity: record.identity, policy: record.policy))
      entryIndexes[key] = index
    }
    subjects[Int(subject)].entry = index
    return Int(index)
  }

  private mutating func touch(_ index: Int) {
    if entries[index].isOpen || entries[index].isTouched { return }
    entries[index].isTouched = true
    touched.append(UInt32(index))
  }

  // MARK: After a pass

  /// Adds up time, opens and closes exposures, and reports what was seen.
  mutating func settle(
    at now: MonotonicTime, isForeground: Bool, into impressions: inout ContiguousArray<Impression>
  ) {
    due.removeAll(keepingCapacity: true)
    // What was going on until now: a dwell that ended before this pass counts, whatever the pass
    // brought.
    for index in open { collectDue(Int(index), at: now) }
    beginPeriod(at: now)
    closeExposures(at: now, isForeground: isForeground)
    openExposures(at: now, isForeground: isForeground)
    // What is due at once: policies without dwell, and what a new period lets count again.
    for index in open { collectDue(Int(index), at: now) }
    isTouched = false
    if !due.isEmpty {
      sort(&due) { ($0.key, $0.impression.time) < ($1.key, $1.impression.time) }
      for item in due { impressions.append(item.impression) }
    }
    nextDeadline = .never
    for index in open {
      let entry = entries[Int(index)]
      nextDeadline = min(nextDeadline, entry.dueTime(policies[Int(entry.policy)], period))
    }
  }

  private mutating func closeExposures(at now: MonotonicTime, isForeground: Bool) {
    var position = 0
    while position < open.count {
      let index = Int(open[position])
      let policy = policies[Int(entries[index].policy)]
      if entries[index].visibleCount > 0 {
        entries[index].setCalm(entries[index].calmCount > 0, at: now, policy)
        position += 1
        continue
      }
      entries[index].close(at: now, isForeground: isForeground, policy)
      if entries[index].isPaused { paused.append(open[position]) }
      open.swapAt(position, open.count - 1)
      open.removeLast()
    }
  }

  private mutating func openExposures(at now: MonotonicTime, isForeground: Bool) {
    for index in touched {
      entries[Int(index)].isTouched = false
      if entries[Int(index)].visibleCount > 0 {
        entries[Int(index)].open(at: now, policies[Int(entries[Int(index)].policy)])
        open.append(index)
      }
    }
    touched.removeAll(keepingCapacity: true)
    if isForeground && !paused.isEmpty {
      for index in paused {
        entries[Int(index)].endPause(policies[Int(entries[Int(index)].policy)])
      }
      paused.removeAll(keepingCapacity: true)
    }
  }

  private mutating func collectDue(_ index: Int, at now: MonotonicTime) {
    let time = entries[index].dueTime(policies[Int(entries[index].policy)], period)
    // A pass at the end of time is no deadline either.
    guard time <= now && time < .never else { return }
    entries[index].count(at: time, period)
    let entry = entries[index]
    due.append(
      (
        entry.order,
        Impression(
          identity: entry.identity, target: entry.target, watch: entry.watch, time: time,
          count: entry.count, exposure: entry.exposure(at: time))
      ))
  }

  // MARK: Periods

  mutating func beginSession() {
    nextPeriod.session &+= 1
    isTouched = true
  }

  mutating func beginScreenVisit() {
    nextPeriod.screenVisit &+= 1
    isTouched = true
  }

  mutating func beginDay(_ day: Int) {
    nextPeriod.day = day
    isTouched = isTouched || period.day != day
  }

  /// Where a new period lets an identity count again, its dwell begins anew: for one that is on
  /// screen with this pass, for another with its next exposure. Time gathered while it could not
  /// count does not.
  ///
  /// - Complexity: O(identities seen so far), once a period.
  private mutating func beginPeriod(at now: MonotonicTime) {
    if period == nextPeriod { return }
    for index in entries.indices where entries[index].count > 0 {
      let isConcerned =
        switch policies[Int(entries[index].policy)].repetition {
        case .oncePerSession: period.session != nextPeriod.session
        case .oncePerScreenVisit: period.screenVisit != nextPeriod.screenVisit
        case .perDay(let limit):
          period.day != nextPeriod.day && entries[index].period.day == period.day
            && entries[index].countOnDay >= limit
        default: false
        }
      if isConcerned { entries[index].beginPeriod(at: now) }
    }
    period = nextPeriod
  }

  // MARK: Asking

  private func entry(_ identity: ItemIdentity, _ policy: ImpressionPolicy) -> LedgerEntry? {
    guard let policy = policyIndexes[policy],
      let index = entryIndexes[Key(identity: identity, policy: policy)]
    else { return nil }
    return entries[Int(index)]
  }

  func exposure(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Exposure? {
    guard let entry = entry(identity, policy), entry.exposures > 0 else { return nil }
    return entry.exposure(at: now)
  }

  func count(of identity: ItemIdentity, for policy: ImpressionPolicy) -> Int {
    entry(identity, policy)?.count ?? 0
  }

  func dwellProgress(
    of identity: ItemIdentity, for policy: ImpressionPolicy, at now: MonotonicTime
  ) -> Double {
    entry(identity, policy)?.dwellProgress(at: now, policy) ?? 0
  }

  func subject(_ index: UInt32) -> (identity: ItemIdentity, policy: ImpressionPolicy) {
    let subject = subjects[Int(index)]
    return (subject.identity, policies[Int(subject.policy)])
  }

  // MARK: Keeping

  var memories: [ImpressionMemory] {
    entries.filter { $0.count > 0 }.map {
      ImpressionMemory(
        identity: $0.identity, policy: policies[Int($0.policy)], count: $0.count,
        lastImpression: $0.lastImpression, day: $0.period.day, countOnDay: $0.countOnDay)
    }
  }

  func memory(of identity: ItemIdentity, for policy: ImpressionPolicy) -> ImpressionMemory? {
    guard let entry = entry(identity, policy), entry.count > 0 else { return nil }
    return ImpressionMemory(
      identity: identity, policy: policy, count: entry.count,
      lastImpression: entry.lastImpression, day: entry.period.day, countOnDay: entry.countOnDay)
  }

  /// Takes up what was counted elsewhere in the same session, on another screen.
  mutating func adopt(_ memory: ImpressionMemory) {
    if count(of: memory.identity, for: memory.policy) >= memory.count { return }
    let index = restore(memory)
    // A session that has begun but for the next pass here has begun there.
    entries[index].period.session = nextPeriod.session
    isTouched = true
  }

  @discardableResult
  mutating func restore(_ memory: ImpressionMemory) -> Int {
    let subject = addSubject(identity: memory.identity, policy: memory.policy)
    let index = entryIndex(of: subject)
    removeSubject(subject)
    entries[index].count = memory.count
    entries[index].lastImpression = memory.lastImpression
    entries[index].countOnDay = memory.countOnDay
    // It was counted in a session and on a screen that are over.
    entries[index].period = LedgerPeriod(
      session: period.session &- 1, screenVisit: period.screenVisit &- 1, day: memory.day)
    return index
  }
}
