/// The record of impressions, with one entry for each identity under each policy.
///
/// The engine reports enters and leaves during a pass. ``endSpan(at:)`` and then
/// ``settle(at:isForeground:into:)`` determine the net effect of the pass (an identity whose view
/// was recycled has neither left nor entered) and the dwells reached, with their times.
///
/// Invariants:
/// 1. `visibleCount` of an entry is the number of its active watches on screen;
///    `belowSpeedLimitCount` is the number of those with `isBelowSpeedLimit`.
/// 2. An entry is in `open` exactly during an exposure, and in `paused` while its exposure waits
///    for the end of an inactivity.
/// 3. Entries are created when an identity is first visible and outlive its views: "once" applies
///    to the identity, not to a view.
/// 4. There are no more entries than `capacity`, unless more are open or paused. The least recently
///    seen are dropped first.
/// 5. Subjects on screen above their speed limit are in `waiting`.
/// 6. The watch of an open entry is on screen, unless the entry is in `needingReattribution` or has
///    no watch on screen.
struct ImpressionLedger: ~Copyable {
  /// The identity and policy of one watch.
  struct Subject: Sendable {
    var identity: ItemIdentity
    var policy: PolicySlot
    /// Its entry; `none` until first visible. The entry may since have been forgotten and its slot
    /// reused.
    var entry = EntrySlot.none
    /// Its order of registration. The order of its watch is not enough: it may follow one that has
    /// ended since the last pass.
    var order: UInt32
    /// Whether it scrolls no faster than its limit.
    var isBelowSpeedLimit = true
    /// The time at which it will have slowed down if movement stops now.
    var settlesAt = MonotonicTime(nanoseconds: .min)
  }

  /// The default capacity: nine hours at one new item per second (the shortest dwell of the Media
  /// Rating Council).
  static let defaultCapacity = 32_768

  var policies = InternTable<ImpressionPolicy>()
  /// The policies in force in place of those that were replaced. No policy in force is a key.
  var successors: [(policy: ImpressionPolicy, successor: ImpressionPolicy)] = []
  var entries = EntryTable()
  private(set) var subjects = SlotTable<Subject>()
  private var nextSubject: UInt32 = 0
  /// Entries with a running exposure.
  var open: ContiguousArray<EntrySlot> = []
  /// Entries touched by this pass and not in `open` yet.
  var touched: ContiguousArray<EntrySlot> = []
  /// Entries whose exposure waits for the end of the current inactivity.
  var paused: ContiguousArray<EntrySlot> = []
  /// Entries that lost a watch while others are on screen. May contain stale slots.
  var needingReattribution: ContiguousArray<EntrySlot> = []
  /// Subjects over the speed limit. May contain stale entries.
  private(set) var waiting: ContiguousArray<SubjectSlot> = []
  /// The impressions of this pass, each with the keys of its registration and of its entry.
  var due: ContiguousArray<(key: UInt64, otherKey: UInt64, impression: Impression)> = []
  private var reports: ContiguousArray<(key: UInt64, event: ExposureEvent)> = []

  /// The time of the last pass, when open entries were on screen.
  private(set) var lastPass = MonotonicTime.zero
  private(set) var period = LedgerPeriod()
  /// The period that starts with the next pass.
  private(set) var nextPeriod = LedgerPeriod()
  /// The next time to settle if nothing changes: the next impression, or the end of scrolling that
  /// delays one.
  private(set) var nextDeadline = MonotonicTime.never
  /// Whether to settle even before the deadline.
  var isTouched = false
  /// Whether the next pass only ends the exposures.
  var endsExposures = false
  /// The nanoseconds slept as of the last pass, and as of the next.
  private(set) var asleep: Int64 = 0
  private(set) var nextAsleep: Int64 = 0

  var capacity = ImpressionLedger.defaultCapacity
  /// The number of entries dropped because of `capacity`.
  var forgottenCount = 0

  // MARK: Subjects

  subscript(subject: SubjectSlot) -> Subject {
    @inline(__always) get { subjects[Slot(raw: subject.raw)] }
    @inline(__always) _modify { yield &subjects[Slot(raw: subject.raw)] }
  }

  mutating func addSubject(identity: ItemIdentity, policy: ImpressionPolicy) -> SubjectSlot {
    nextSubject &+= 1
    let slot = subjects.insert(
      Subject(identity: identity, policy: policies.use(policy), order: nextSubject &- 1))
    return SubjectSlot(raw: slot.raw)
  }

  mutating func removeSubject(_ subject: SubjectSlot) {
    policies.release(self[subject].policy)
    self[subject].policy = .none
    subjects.release(Slot(raw: subject.raw))
  }

  /// Returns the sort key of impressions: the target's order of registration, then the subject's.
  func key(_ order: UInt32, _ subject: SubjectSlot) -> UInt64 {
    UInt64(order) << 32 | UInt64(self[subject].order)
  }

  func speedLimit(of subject: SubjectSlot) -> Double? {
    policies[self[subject].policy].scrollSpeedLimit
  }

  func subject(_ slot: SubjectSlot) -> (identity: ItemIdentity, policy: ImpressionPolicy) {
    let subject = self[slot]
    return (subject.identity, policies[subject.policy])
  }

  /// Adds the identities of all watches and entries.
  func collectIdentities(into identities: inout Set<ItemIdentity>) {
    for place in subjects.places where self[SubjectSlot(place)].policy != .none {
      identities.insert(self[SubjectSlot(place)].identity)
    }
    for entry in entries.allSlots where entries.isInUse(entry) {
      identities.insert(entries[entry].identity)
    }
  }

  // MARK: During a pass

  /// Marks subjects that slowed down since the last pass as below their speed limit. Excludes
  /// `now`: they may move again then.
  mutating func beginPass(at now: MonotonicTime) {
    lastPass = now
    if !waiting.isEmpty { slowDownWaiting(until: now.advanced(by: -1)) }
  }

  private mutating func slowDownWaiting(until time: MonotonicTime) {
    for subject in waiting {
      let settlesAt = self[subject].settlesAt
      if self[subject].isBelowSpeedLimit || settlesAt > time { continue }
      self[subject].isBelowSpeedLimit = true
      entries[self[subject].entry].belowSpeedLimitCount += 1
      gather(self[subject].entry, from: settlesAt)
    }
  }

  /// Starts gathering dwell at a time, unless that has started earlier.
  mutating func gather(_ index: EntrySlot, from time: MonotonicTime) {
    if !entries[index].isOpen { return }
    if entries[index].isCounting {
      // Another target of the identity may have slowed down since the last pass, at a later time.
      entries[index].dwellStart = min(entries[index].dwellStart, time)
    } else {
      entries[index].setCounting(true, at: time, policies[entries[index].policy])
    }
  }

  /// Lets a subject whose watch ends slow down before the next pass: its dwell counts until then.
  mutating func slowDown(_ subject: SubjectSlot) {
    if self[subject].isBelowSpeedLimit || self[subject].settlesAt == .never { return }
    gather(self[subject].entry, from: self[subject].settlesAt)
  }

  /// Notes the time slept, which only increases and takes effect at the end of the next pass.
  mutating func noteSleep(_ total: Duration) {
    if total.saturatedNanoseconds <= nextAsleep { return }
    nextAsleep = total.saturatedNanoseconds
    isTouched = true
  }

  /// Notes that a watch has reached its level. `update(_:fraction:settlesAt:at:)` follows.
  mutating func enter(_ subject: SubjectSlot, target: TargetID, order: UInt32, watch: WatchID) {
    let index = entry(of: subject)
    entries[index].visibleCount += 1
    entries[index].belowSpeedLimitCount += 1
    entries[index].target = target
    entries[index].watch = watch
    entries[index].order = key(order, subject)
    touch(index)
  }

  mutating func update(
    _ subject: SubjectSlot, fraction: Double, settlesAt: MonotonicTime, at now: MonotonicTime
  ) {
    let index = self[subject].entry
    if fraction > entries[index].greatestFraction {
      entries[index].greatestFraction = fraction
    }
    let isBelowSpeedLimit = settlesAt <= now
    if isBelowSpeedLimit && self[subject].isBelowSpeedLimit { return }
    if self[subject].isBelowSpeedLimit != isBelowSpeedLimit {
      self[subject].isBelowSpeedLimit = isBelowSpeedLimit
      entries[index].belowSpeedLimitCount += isBelowSpeedLimit ? 1 : -1
      if !isBelowSpeedLimit { waiting.append(subject) }
    }
    self[subject].settlesAt = settlesAt
  }

  func reportsExposures(_ subject: SubjectSlot) -> Bool {
    policies[self[subject].policy].reportsExposures
  }

  /// Notes that a watch has lost its level.
  ///
  /// - Parameter reason: the reason, if the subject reports exposures.
  mutating func leave(
    _ subject: SubjectSlot, _ reason: InvisibilityReason?, _ exit: VisibilityExit? = nil
  ) {
    let index = self[subject].entry
    entries[index].departure = reason
    entries[index].exit = exit
    entries[index].visibleCount -= 1
    if self[subject].isBelowSpeedLimit { entries[index].belowSpeedLimitCount -= 1 }
    self[subject].isBelowSpeedLimit = true
    isTouched = true
    if entries[index].visibleCount > 0 && !entries[index].needsReattribution {
      entries[index].needsReattribution = true
      needingReattribution.append(index)
    }
  }

  private mutating func entry(of subject: SubjectSlot) -> EntrySlot {
    let record = self[subject]
    if entries.contains(record.entry), entries[record.entry].policy == record.policy,
      entries[record.entry].identity == record.identity
    {
      return record.entry
    }
    let entry = entry(of: record.identity, record.policy)
    self[subject].entry = entry
    return entry
  }

  /// Marks an entry to be opened at the end of this pass or the next.
  mutating func touch(_ index: EntrySlot) {
    if entries[index].isOpen || entries[index].isTouched { return }
    entries.unlist(index)
    entries[index].isTouched = true
    touched.append(index)
  }

  /// Collects the impressions of the span that ends with this pass. A dwell reached in the span
  /// counts with the span's state, regardless of changes in the pass.
  mutating func endSpan(at now: MonotonicTime) {
    if !due.isEmpty { due.removeAll(keepingCapacity: true) }
    for index in open { collectDue(index, at: now) }
  }

  // MARK: After a pass

  /// Whether there is anything to settle. Most scenes have no impressions.
  private var hasWork: Bool {
    !(open.isEmpty && touched.isEmpty && paused.isEmpty && waiting.isEmpty)
      || period != nextPeriod
  }

  /// Adds up time, opens and closes exposures, and reports both and impressions.
  mutating func settle(
    at now: MonotonicTime, isForeground: Bool, into impressions: inout ContiguousArray<Impression>,
    and exposures: inout ContiguousArray<ExposureEvent>
  ) {
    isTouched = false
    nextDeadline = .never
    asleep = nextAsleep
    if !hasWork { return }
    beginPeriod(at: now)
    if !waiting.isEmpty { slowDownWaiting(until: now) }
    closeExposures(at: now, isForeground: isForeground)
    openExposures(at: now)
    if isForeground { endPauses() }
    makeRoom(for: 0)
    // Due immediately: entries without a dwell, entries that a new period lets count again, and
    // entries whose cool-down ended during sleep.
    let countBefore = due.count
    for index in open { collectDue(index, at: now, since: now) }
    if countBefore > 0, due.count > countBefore { orderEachItemByTime() }
    report(into: &impressions)
    report(into: &exposures)
    updateDeadline()
  }

  /// Ends all exposures, after ``endSpan(at:)``. The next pass begins new ones for the identities
  /// on screen.
  mutating func endExposures(
    at now: MonotonicTime, into impressions: inout ContiguousArray<Impression>,
    and exposures: inout ContiguousArray<ExposureEvent>
  ) {
    for index in open {
      let policy = policies[entries[index].policy]
      entries[index].close(at: now, asleep, isForeground: true, policy)
      if policy.reportsExposures {
        entries[index].departure = .inactive
        entries[index].exit = nil
        report(index, end: now)
        entries[index].reset()
      }
      if entries[index].visibleCount > 0 {
        touch(index)
      } else if policy.reportsExposures {
        drop(index)
      } else {
        entries.list(index)
      }
    }
    open.removeAll(keepingCapacity: true)
    report(into: &impressions)
    report(into: &exposures)
    endsExposures = false
    isTouched = true
    nextDeadline = .never
  }

  private mutating func closeExposures(at now: MonotonicTime, isForeground: Bool) {
    var position = 0
    while position < open.count {
      let index = open[position]
      if entries[index].visibleCount > 0 {
        let counts = entries[index].belowSpeedLimitCount > 0
        if entries[index].isCounting != counts {
          entries[index].setCounting(counts, at: now, policies[entries[index].policy])
        } else if counts {
          // The start may be a later one, set for a subject that has since ended.
          entries[index].dwellStart = min(entries[index].dwellStart, now)
        }
        position += 1
        continue
      }
      let policy = policies[entries[index].policy]
      entries[index].close(at: now, asleep, isForeground: isForeground, policy)
      if policy.reportsExposures {
        report(index, end: now)
        drop(index)
      } else if entries[index].isPaused {
        paused.append(index)
      } else {
        entries.list(index)
      }
      open.swapAt(position, open.count - 1)
      open.removeLast()
    }
  }

  private mutating func openExposures(at now: MonotonicTime) {
    for index in touched {
      entries[index].isTouched = false
      if entries[index].visibleCount > 0 {
        entries[index].open(at: now, policies[entries[index].policy])
        open.append(index)
        if policies[entries[index].policy].reportsExposures { report(index, end: nil) }
      } else if entries[index].exposures == 0 && entries[index].count == 0 {
        // It was forgotten while on screen and has now left.
        drop(index)
      } else if !entries[index].isPaused {
        entries.list(index)
      }
    }
    touched.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ index: EntrySlot, end: MonotonicTime?) {
    reports.append((entries[index].order, entries[index].exposureEvent(end: end)))
  }

  /// Not inlined, because each copy of the sort takes a kilobyte.
  @inline(never)
  private mutating func report(into exposures: inout ContiguousArray<ExposureEvent>) {
    if reports.isEmpty { return }
    Self.order(&reports)
    for report in reports { exposures.append(report.event) }
    reports.removeAll(keepingCapacity: true)
  }

  /// Sorts ends before beginnings, each in order of registration.
  private static func order(
    _ reports: inout ContiguousArray<(key: UInt64, event: ExposureEvent)>
  ) {
    reports.sort {
      $0.event.isVisible == $1.event.isVisible ? $0.key < $1.key : $1.event.isVisible
    }
  }

  /// The beginnings of the exposures in progress that watches report.
  var openExposures: ContiguousArray<ExposureEvent> {
    var result: ContiguousArray<(key: UInt64, event: ExposureEvent)> = []
    for index in open where policies[entries[index].policy].reportsExposures {
      result.append((entries[index].order, entries[index].exposureEvent(end: nil)))
    }
    Self.order(&result)
    return ContiguousArray(result.lazy.map { $0.event })
  }

  /// Ends pauses in the first pass of the foreground: identities no longer on screen have left.
  private mutating func endPauses() {
    if paused.isEmpty { return }
    for index in paused where entries[index].isPaused {
      entries[index].endPause(policies[entries[index].policy])
      entries.list(index)
    }
    paused.removeAll(keepingCapacity: true)
  }

  private mutating func updateDeadline() {
    for index in open {
      let policy = entries[index].policy
      nextDeadline = min(
        nextDeadline, entries[index].dueTime(policies[policy], period, asleep))
    }
    var position = 0
    while position < waiting.count {
      let subject = self[waiting[position]]
      if subject.isBelowSpeedLimit {
        waiting.swapAt(position, waiting.count - 1)
        waiting.removeLast()
      } else {
        let entry = entries[subject.entry]
        if !entry.isSpent(policies[subject.policy], period) {
          nextDeadline = min(nextDeadline, subject.settlesAt)
        }
        position += 1
      }
    }
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

  /// Sets the day, which only increases: setting a clock back does not renew limits.
  mutating func beginDay(_ day: Int) {
    nextPeriod.day = max(nextPeriod.day, day)
    isTouched = isTouched || period.day != nextPeriod.day
  }

  /// Restarts the dwell of entries that the new period lets count again: with this pass if on
  /// screen, otherwise with the next exposure. Earlier dwell belongs to the previous period.
  ///
  /// - Complexity: O(entries), once per period.
  private mutating func beginPeriod(at now: MonotonicTime) {
    if period == nextPeriod { return }
    for index in entries.allSlots where entries.isInUse(index) {
      let policy = policies[entries[index].policy]
      if entries[index].isConcerned(policy, by: nextPeriod, after: period) {
        entries[index].beginPeriod(at: now, policy)
      }
    }
    period = nextPeriod
  }
}
