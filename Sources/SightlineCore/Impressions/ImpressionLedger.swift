/// What has been seen: one entry for each identity under each policy.
///
/// The engine reports what enters and leaves during a pass; ``endSpan(at:)`` and then
/// ``settle(at:isForeground:into:)`` go through everything that concerns: what the net effect of
/// the pass was (an identity whose view was recycled in it has neither left nor come), which dwells
/// were reached and when.
///
/// Invariants:
/// 1. `visibleCount` of an entry is the number of its active watches on screen, `calmCount` that of
///    those whose `isCalm` holds.
/// 2. An entry is in `open` exactly while an exposure of it is going on, and in `paused` while one
///    waits for the end of an inactivity.
/// 3. Entries come into being when an identity is first visible, and stay when its views go: "once"
///    belongs to the identity, not to a view.
/// 4. There are no more entries than `capacity`, unless more than that are open or paused. Those
///    that were last seen longest ago go first.
/// 5. Subjects that are on screen and not calm are in `waiting`.
/// 6. What an open entry names is on screen, unless the entry is in `doubtful` or nothing of it is.
struct ImpressionLedger: Sendable {
  /// One watched target's part: whom it shows, under which policy.
  struct Subject: Sendable {
    var identity: ItemIdentity
    var policy: UInt32
    /// Index into the entries; `none` until it is first visible. The entry may have been forgotten
    /// since, and the index may have a new owner.
    var entry: UInt32 = none
    /// Whether it does not wait for its scrolling to slow down.
    var isCalm = true
    /// When that will have happened, if nothing moves any more.
    var calmAt = MonotonicTime(nanoseconds: .min)
  }

  /// How many entries are kept unless a host says otherwise: one for each item of somebody who sees
  /// a new one every second (the shortest dwell of the Media Rating Council) for nine hours.
  static let defaultCapacity = 32_768

  var policies = PolicyTable()
  var table = EntryTable()
  private(set) var subjects: ContiguousArray<Subject> = []
  private var freeSubjects: ContiguousArray<UInt32> = []
  /// Entries whose exposure is going on.
  var open: ContiguousArray<UInt32> = []
  /// Entries that this pass has touched and that are not in `open` yet.
  private var touched: ContiguousArray<UInt32> = []
  /// Entries whose exposure waits for the end of the inactivity that is going on.
  var paused: ContiguousArray<UInt32> = []
  /// Entries of which a watch has left while others are on screen, and some that are gone.
  var doubtful: ContiguousArray<UInt32> = []
  /// Subjects that are scrolled too fast, and some that are not any more.
  private var waiting: ContiguousArray<UInt32> = []
  private var due: ContiguousArray<(key: UInt64, impression: Impression)> = []

  /// The time of the last pass, at which what is open was on screen.
  private(set) var lastPass = MonotonicTime.zero
  private(set) var period = LedgerPeriod()
  /// The period that begins with the next pass.
  private(set) var nextPeriod = LedgerPeriod()
  /// When there is something to settle if nothing else happens: the next impression, or the end of
  /// the scrolling that keeps one from coming.
  private(set) var nextDeadline = MonotonicTime.never
  /// Whether there is something to settle even if no deadline has come.
  var isTouched = false

  var capacity = ImpressionLedger.defaultCapacity
  /// How many entries had to go because of `capacity`.
  var forgottenCount = 0

  // MARK: Subjects

  mutating func addSubject(identity: ItemIdentity, policy: ImpressionPolicy) -> UInt32 {
    let subject = Subject(identity: identity, policy: policies.retain(policy))
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

  /// Takes what has become calm since the last pass as calm from that moment on. What becomes calm
  /// just now may move in this pass.
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
        // Another target of the identity may have become calm since the last pass too, but later.
        table.entries[index].dwellStart = min(table.entries[index].dwellStart, calmAt)
      } else {
        table.entries[index].setCalm(true, at: calmAt, policies[table.entries[index].policy])
      }
    }
  }

  mutating func enter(
    _ subject: UInt32, target: TargetID, watch: WatchID, key: UInt64, fraction: Double,
    calmAt: MonotonicTime, at now: MonotonicTime
  ) {
    let index = entryIndex(of: subject)
    table.entries[index].visibleCount += 1
    table.entries[index].calmCount += 1
    table.entries[index].target = target
    table.entries[index].watch = watch
    table.entries[index].order = key
    touch(index)
    update(subject, fraction: fraction, calmAt: calmAt, at: now)
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
    if table.entries[index].visibleCount > 0 && !table.entries[index].isDoubtful {
      table.entries[index].isDoubtful = true
      doubtful.append(UInt32(index))
    }
  }

  private mutating func entryIndex(of subject: UInt32) -> Int {
    let record = subjects[Int(subject)]
    // `none` is no index in any table, nor a number that a signed one of 32 bits can hold.
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

  /// Has the entry opened at the end of this pass or of the next.
  mutating func touch(_ index: Int) {
    if table.entries[index].isOpen || table.entries[index].isTouched { return }
    table.unlist(index)
    table.entries[index].isTouched = true
    touched.append(UInt32(index))
  }

  // MARK: After a pass

  /// Takes down what was seen until now: a dwell that ended before this pass counts, whatever the
  /// pass brought.
  ///
  /// - Returns: whether there is anything to settle.
  mutating func endSpan(at now: MonotonicTime) -> Bool {
    isTouched = false
    nextDeadline = .never
    // Most scenes have no impressions.
    if open.isEmpty && touched.isEmpty && paused.isEmpty && waiting.isEmpty
      && period == nextPeriod
    {
      return false
    }
    due.removeAll(keepingCapacity: true)
    for index in open { collectDue(Int(index), at: now) }
    return true
  }

  /// Adds up time, opens and closes exposures, and reports what was seen, once the span that this
  /// pass ends is taken down.
  mutating func settle(
    at now: MonotonicTime, isForeground: Bool, into impressions: inout ContiguousArray<Impression>
  ) {
    beginPeriod(at: now)
    if !waiting.isEmpty { becomeCalm(until: now) }
    closeExposures(at: now, isForeground: isForeground)
    openExposures(at: now)
    if isForeground { endPauses() }
    makeRoom(for: 0)
    // What is due at once: policies without dwell, and what a new period lets count again.
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
        // It was forgotten while on screen, and is gone.
        drop(entry)
      } else if !table.entries[entry].isPaused {
        table.list(entry)
      }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// The first pass of the foreground: what is not there any more has left.
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
    // A pass at the end of time is no deadline either.
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
        nextDeadline = min(nextDeadline, subject.calmAt)
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

  /// Days only go forward: a clock that is set back renews no limit.
  mutating func beginDay(_ day: Int) {
    nextPeriod.day = max(nextPeriod.day, day)
    isTouched = isTouched || period.day != nextPeriod.day
  }

  /// What a new period lets count again begins its dwell anew: with this pass if it is on screen,
  /// else with its next exposure. What was seen before belongs to the period before.
  ///
  /// - Complexity: O(entries), once a period.
  private mutating func beginPeriod(at now: MonotonicTime) {
    if period == nextPeriod { return }
    for index in table.entries.indices where table.entries[index].policy != none {
      let policy = policies[table.entries[index].policy]
      if table.entries[index].isConcerned(policy, by: nextPeriod, after: period) {
        table.entries[index].beginPeriod(at: now)
      }
    }
    period = nextPeriod
  }
}
