/// The record of impressions, with one entry for each identity under each policy.
///
/// The engine reports enters and leaves during a pass. ``endSpan(at:)`` and then
/// ``settle(at:isForeground:into:)`` determine the net effect of the pass (an identity whose view
/// was recycled has neither left nor entered) and the dwells reached, with their times.
///
/// Invariants:
/// 1. `visibleCount` of an entry is the number of its active watches on screen; `calmCount` is the
///    number of those with `isCalm`.
/// 2. An entry is in `open` exactly during an exposure, and in `paused` while its exposure waits
///    for the end of an inactivity.
/// 3. Entries are created when an identity is first visible and outlive its views: "once" applies
///    to the identity, not to a view.
/// 4. There are no more entries than `capacity`, unless more are open or paused. The least recently
///    seen are dropped first.
/// 5. Subjects on screen that are not calm are in `waiting`.
/// 6. The watch of an open entry is on screen, unless the entry is in `needingReattribution` or has
///    no watch on screen.
struct ImpressionLedger: Sendable {
  /// The identity and policy of one watch.
  struct Subject: Sendable {
    var identity: ItemIdentity
    var policy: UInt32
    /// Index into the entries; `none` until first visible. The entry may have been forgotten since
    /// and the index reused.
    var entry: UInt32 = none
    /// Its order of registration. The order of its watch is not enough: a target's only watch has
    /// none, and may follow one that ended since the last pass.
    var order: UInt32
    /// Whether it is not waiting for its scrolling to slow down.
    var isCalm = true
    /// The time at which it will have slowed down, if movement stops now.
    var calmAt = MonotonicTime(nanoseconds: .min)
  }

  /// The default capacity: nine hours at one new item per second (the shortest dwell of the Media
  /// Rating Council).
  static let defaultCapacity = 32_768

  var policies = PolicyTable()
  var table = EntryTable()
  private(set) var subjects: ContiguousArray<Subject> = []
  private var freeSubjects: ContiguousArray<UInt32> = []
  private var nextSubject: UInt32 = 0
  /// Entries with a running exposure.
  var open: ContiguousArray<UInt32> = []
  /// Entries touched by this pass and not in `open` yet.
  private var touched: ContiguousArray<UInt32> = []
  /// Entries whose exposure waits for the end of the current inactivity.
  var paused: ContiguousArray<UInt32> = []
  /// Entries of which a watch has left while others are on screen. May contain stale indexes.
  var needingReattribution: ContiguousArray<UInt32> = []
  /// Subjects over the speed limit. May contain stale entries.
  private var waiting: ContiguousArray<UInt32> = []
  private var due: ContiguousArray<(key: UInt64, impression: Impression)> = []

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

  var capacity = ImpressionLedger.defaultCapacity
  /// The number of entries dropped because of `capacity`.
  var forgottenCount = 0

  // MARK: Subjects

  mutating func addSubject(identity: ItemIdentity, policy: ImpressionPolicy) -> UInt32 {
    let subject = Subject(
      identity: identity, policy: policies.retain(policy), order: nextSubject)
    nextSubject &+= 1
    if let free = freeSubjects.popLast() {
      subjects[Int(free)] = subject
      return free
    }
    subjects.append(subject)
    return UInt32(subjects.count - 1)
  }

  mutating func removeSubject(_ subject: UInt32) {
    policies.release(subjects[Int(subject)].policy)
    subjects[Int(subject)].policy = none
    freeSubjects.append(subject)
  }

  /// Returns the sort key of impressions: the target's order of registration, then the subject's.
  func key(_ order: UInt32, _ subject: UInt32) -> UInt64 {
    UInt64(order) << 32 | UInt64(subjects[Int(subject)].order)
  }

  func speedLimit(of subject: UInt32) -> Double? {
    policies[subjects[Int(subject)].policy].scrollSpeedLimit
  }

  func subject(_ index: UInt32) -> (identity: ItemIdentity, policy: ImpressionPolicy) {
    let subject = subjects[Int(index)]
    return (subject.identity, policies[subject.policy])
  }

  /// Adds the identities of all watches and entries.
  func collectIdentities(into identities: inout Set<ItemIdentity>) {
    for subject in subjects where subject.policy != none { identities.insert(subject.identity) }
    for entry in table.entries where entry.policy != none { identities.insert(entry.identity) }
  }

  // MARK: During a pass

  /// Marks subjects as calm that slowed down since the last pass. Excludes `now`, at which they may
  /// move again.
  mutating func beginPass(at now: MonotonicTime) {
    lastPass = now
    if !waiting.isEmpty { becomeCalm(until: now.advanced(by: -1)) }
  }

  private mutating func becomeCalm(until time: MonotonicTime) {
    for subject in waiting {
      let (calmAt, isCalm) = (subjects[Int(subject)].calmAt, subjects[Int(subject)].isCalm)
      if isCalm || calmAt > time { continue }
      subjects[Int(subject)].isCalm = true
      let index = Int(subjects[Int(subject)].entry)
      table.entries[index].calmCount += 1
      if !table.entries[index].isOpen { continue }
      if table.entries[index].isCounting {
        // Another target of the identity may have become calm since the last pass, but later.
        table.entries[index].dwellStart = min(table.entries[index].dwellStart, calmAt)
      } else {
        table.entries[index].setCalm(true, at: calmAt, policies[table.entries[index].policy])
      }
    }
  }

  /// Notes that a watch has reached its level. `update(_:fraction:calmAt:at:)` follows.
  mutating func enter(_ subject: UInt32, target: TargetID, order: UInt32, watch: WatchID) {
    let index = entryIndex(of: subject)
    table.entries[index].visibleCount += 1
    table.entries[index].calmCount += 1
    table.entries[index].target = target
    table.entries[index].watch = watch
    table.entries[index].order = key(order, subject)
    touch(index)
  }

  mutating func update(
    _ subject: UInt32, fraction: Double, calmAt: MonotonicTime, at now: MonotonicTime
  ) {
    let index = Int(subjects[Int(subject)].entry)
    if fraction > table.entries[index].greatestFraction {
      table.entries[index].greatestFraction = fraction
    }
    let isCalm = calmAt <= now
    if isCalm && subjects[Int(subject)].isCalm { return }
    if subjects[Int(subject)].isCalm != isCalm {
      subjects[Int(subject)].isCalm = isCalm
      table.entries[index].calmCount += isCalm ? 1 : -1
      if !isCalm { waiting.append(subject) }
    }
    subjects[Int(subject)].calmAt = calmAt
  }

  mutating func leave(_ subject: UInt32) {
    let index = Int(subjects[Int(subject)].entry)
    table.entries[index].visibleCount -= 1
    if subjects[Int(subject)].isCalm { table.entries[index].calmCount -= 1 }
    subjects[Int(subject)].isCalm = true
    isTouched = true
    if table.entries[index].visibleCount > 0 && !table.entries[index].needsReattribution {
      table.entries[index].needsReattribution = true
      needingReattribution.append(UInt32(index))
    }
  }

  private mutating func entryIndex(of subject: UInt32) -> Int {
    let record = subjects[Int(subject)]
    // `none` is not a valid index, and does not fit a signed 32-bit integer.
    if record.entry != none && Int(record.entry) < table.entries.count {
      let entry = Int(record.entry)
      if table.entries[entry].policy == record.policy
        && table.entries[entry].identity == record.identity
      {
        return entry
      }
    }
    let index = entryIndex(of: record.identity, record.policy)
    subjects[Int(subject)].entry = UInt32(index)
    return index
  }

  /// Marks an entry to be opened at the end of this pass or the next.
  mutating func touch(_ index: Int) {
    if table.entries[index].isOpen || table.entries[index].isTouched { return }
    table.unlist(index)
    table.entries[index].isTouched = true
    touched.append(UInt32(index))
  }

  /// Collects the impressions of the span that ends with this pass. A dwell reached in it counts
  /// with the state of the span, regardless of changes in the pass.
  mutating func endSpan(at now: MonotonicTime) {
    if !due.isEmpty { due.removeAll(keepingCapacity: true) }
    for index in open { collectDue(Int(index), at: now) }
  }

  // MARK: After a pass

  /// Whether there is anything to settle. Most scenes have no impressions.
  private var hasWork: Bool {
    !(open.isEmpty && touched.isEmpty && paused.isEmpty && waiting.isEmpty)
      || period != nextPeriod
  }

  /// Adds up time, opens and closes exposures, and reports impressions.
  mutating func settle(
    at now: MonotonicTime, isForeground: Bool, into impressions: inout ContiguousArray<Impression>
  ) {
    isTouched = false
    nextDeadline = .never
    if !hasWork { return }
    beginPeriod(at: now)
    if !waiting.isEmpty { becomeCalm(until: now) }
    closeExposures(at: now, isForeground: isForeground)
    openExposures(at: now)
    if isForeground { endPauses() }
    makeRoom(for: 0)
    // Due immediately: policies without dwell, and entries that a new period lets count again.
    for index in open { collectDue(Int(index), at: now) }
    if !due.isEmpty {
      sort(&due) { ($0.key, $0.impression.time) < ($1.key, $1.impression.time) }
      for item in due { impressions.append(item.impression) }
    }
    updateDeadline()
  }

  private mutating func closeExposures(at now: MonotonicTime, isForeground: Bool) {
    var position = 0
    while position < open.count {
      let index = Int(open[position])
      let policy = policies[table.entries[index].policy]
      if table.entries[index].visibleCount > 0 {
        table.entries[index].setCalm(table.entries[index].calmCount > 0, at: now, policy)
        position += 1
        continue
      }
      table.entries[index].close(at: now, isForeground: isForeground, policy)
      if table.entries[index].isPaused {
        paused.append(open[position])
      } else {
        table.list(index)
      }
      open.swapAt(position, open.count - 1)
      open.removeLast()
    }
  }

  private mutating func openExposures(at now: MonotonicTime) {
    for index in touched {
      let entry = Int(index)
      table.entries[entry].isTouched = false
      if table.entries[entry].visibleCount > 0 {
        table.entries[entry].open(at: now, policies[table.entries[entry].policy])
        open.append(index)
      } else if table.entries[entry].exposures == 0 && table.entries[entry].count == 0 {
        // It was forgotten while on screen, and has left.
        drop(entry)
      } else if !table.entries[entry].isPaused {
        table.list(entry)
      }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Ends pauses in the first pass of the foreground: identities no longer on screen have left.
  private mutating func endPauses() {
    if paused.isEmpty { return }
    for index in paused where table.entries[Int(index)].isPaused {
      table.entries[Int(index)].endPause(policies[table.entries[Int(index)].policy])
      table.list(Int(index))
    }
    paused.removeAll(keepingCapacity: true)
  }

  private mutating func collectDue(_ index: Int, at now: MonotonicTime) {
    let time = table.entries[index].dueTime(policies[table.entries[index].policy], period)
    // `never` is not due even for a pass at that time.
    guard time <= now && time < .never else { return }
    table.entries[index].count(at: time, period)
    let entry = table.entries[index]
    due.append(
      (
        entry.order,
        Impression(
          identity: entry.identity, target: entry.target, watch: entry.watch, time: time,
          count: entry.count, exposure: entry.exposure(at: time))
      ))
  }

  private mutating func updateDeadline() {
    for index in open {
      let policy = table.entries[Int(index)].policy
      nextDeadline = min(
        nextDeadline, table.entries[Int(index)].dueTime(policies[policy], period))
    }
    var position = 0
    while position < waiting.count {
      let subject = subjects[Int(waiting[position])]
      if subject.isCalm {
        waiting.swapAt(position, waiting.count - 1)
        waiting.removeLast()
      } else {
        let entry = table.entries[Int(subject.entry)]
        if !entry.isSpent(policies[subject.policy], period) {
          nextDeadline = min(nextDeadline, subject.calmAt)
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
    for index in table.entries.indices where table.entries[index].policy != none {
      let policy = policies[table.entries[index].policy]
      if table.entries[index].isConcerned(policy, by: nextPeriod, after: period) {
        table.entries[index].beginPeriod(at: now, policy)
      }
    }
    period = nextPeriod
  }
}
