/// The state of one identity under one policy.
///
/// Small fields are grouped to save memory: every identity seen has an entry.
struct LedgerEntry: Sendable {
  var identity: ItemIdentity

  /// The target that shows the identity, its watch and its order of registration: the last one to
  /// come on screen or, once that has left, the first remaining one.
  var target = TargetID(index: none, generation: 0)
  var watch = WatchID(index: none, generation: 0)
  var order: UInt64 = 0

  // The running exposure, and the sum of previous ones.
  var exposureStart = MonotonicTime.zero
  var firstSeen = MonotonicTime.zero
  var lastSeen = MonotonicTime(nanoseconds: .min)
  /// When it was last on screen in any window, on the clock that continues during sleep.
  var lastOnScreen = MonotonicTime(nanoseconds: .min)
  var total: Int64 = 0
  var longest: Int64 = 0
  var greatestFraction = 0.0

  /// The dwell: the time gathered before `dwellStart`, and the start of the current gathering.
  var progress: Int64 = 0
  var dwellStart = MonotonicTime.zero

  // The counted impressions.
  var count = 0
  /// The time of the last one, on the clock that continues during sleep.
  var lastImpression: MonotonicTime?
  var countOnDay = 0
  /// The periods of the last impression.
  var period = LedgerPeriod()

  var policy: PolicySlot
  /// The neighbours in the list of entries that are not on screen.
  var older = EntrySlot.none
  var newer = EntrySlot.none
  /// The number of targets on screen that show the identity, and of those under the speed limit.
  var visibleCount: Int32 = 0
  var belowSpeedLimitCount: Int32 = 0
  var exposures: UInt32 = 0

  /// The reason it last left in this pass, if known.
  var departure: InvisibilityReason?
  var exit: VisibilityExit?
  var isListed = false
  var isOpen = false
  var isTouched = false
  /// Whether `watch` may have left while another watch of the identity is on screen.
  var needsReattribution = false
  /// Whether dwell is being gathered.
  var isCounting = false
  /// Whether its exposure waits for the end of an inactivity.
  var isPaused = false
  /// Whether the running or paused exposure has counted as an impression.
  var hasCountedInExposure = false

  init(identity: ItemIdentity, policy: PolicySlot) {
    self.identity = identity
    self.policy = policy
  }

  // MARK: Exposures

  /// Whether an exposure is running or paused.
  var isInExposure: Bool { isOpen || isPaused }

  mutating func open(at now: MonotonicTime, _ policy: ImpressionPolicy) {
    isOpen = true
    exposureStart = now
    exposures &+= 1
    if exposures == 1 { firstSeen = now }
    isPaused = false
    // A dwell kept through a pause starts over if the exposure did not continue.
    isCounting = true
    dwellStart = now
    setCounting(belowSpeedLimitCount > 0, at: now, policy)
  }

  mutating func close(
    at now: MonotonicTime, _ asleep: Int64, isForeground: Bool, _ policy: ImpressionPolicy
  ) {
    let length = now.nanoseconds(since: exposureStart)
    lastSeen = now
    lastOnScreen = now.advanced(by: asleep)
    total = total.addingSaturated(length)
    longest = max(longest, length)
    if isCounting { progress = gathered(at: now) }
    isOpen = false
    isCounting = false
    if isForeground {
      leave(policy)
    } else if policy.inactivity == .pauses {
      isPaused = true
    } else {
      leave(policy)
      progress = 0
    }
  }

  /// Ends the pause of a target that is no longer on screen after the inactivity.
  mutating func endPause(_ policy: ImpressionPolicy) {
    isPaused = false
    leave(policy)
  }

  /// Ends the exposure for the purposes of repetition. Dwell gathered after its impression does not
  /// count for the next one.
  private mutating func leave(_ policy: ImpressionPolicy) {
    if policy.accumulation == .continuous || hasCountedInExposure { progress = 0 }
    hasCountedInExposure = false
  }

  /// Stops or resumes gathering dwell when scrolling exceeds the limit or slows down.
  mutating func setCounting(_ counts: Bool, at now: MonotonicTime, _ policy: ImpressionPolicy) {
    if counts == isCounting { return }
    isCounting = counts
    if counts {
      dwellStart = now
    } else {
      progress =
        policy.accumulation == .cumulative
        ? progress.addingSaturated(max(0, now.nanoseconds(since: dwellStart))) : 0
    }
  }

  /// Adds the running dwell to that gathered before.
  mutating func gatherDwell(until now: MonotonicTime) {
    progress = gathered(at: now)
    if isCounting { dwellStart = max(dwellStart, now) }
  }

  /// The dwell gathered until a time.
  private func gathered(at now: MonotonicTime) -> Int64 {
    isCounting ? progress.addingSaturated(max(0, now.nanoseconds(since: dwellStart))) : progress
  }

  func exposure(at now: MonotonicTime) -> Exposure {
    let current = isOpen ? max(0, now.nanoseconds(since: exposureStart)) : 0
    return Exposure(
      firstSeen: firstSeen, lastSeen: isOpen ? now : lastSeen,
      total: .nanoseconds(total.addingSaturated(current)),
      longest: .nanoseconds(max(longest, current)),
      greatestFraction: greatestFraction, count: Int(exposures))
  }

  func exposureEvent(end: MonotonicTime?) -> ExposureEvent {
    ExposureEvent(
      identity: identity, target: target, watch: watch, start: exposureStart, end: end,
      greatestFraction: greatestFraction,
      reason: end == nil ? nil : departure ?? .outOfViewport, exit: end == nil ? nil : exit)
  }

  // MARK: Counting

  /// Returns whether it cannot count again until it leaves or a new period starts.
  @inline(__always)
  func isSpent(_ policy: ImpressionPolicy, _ now: LedgerPeriod) -> Bool {
    switch policy.repetition {
    case .once: count > 0
    // An impression from another window may belong to a session that starts here only with the next
    // pass.
    case .oncePerSession:
      count > 0 && Int32(bitPattern: period.session &- now.session) >= 0
    case .oncePerScreenVisit: count > 0 && period.screenVisit == now.screenVisit
    case .afterLeaving, .afterCoolDown: hasCountedInExposure
    case .perDay(let limit): hasCountedInExposure || counted(on: now.day) >= limit
    }
  }

  /// Returns the count on a day or, if the clock was set back, on a later one.
  func counted(on day: Int) -> Int { count > 0 && period.day >= day ? countOnDay : 0 }

  /// Returns when it will count if nothing changes; `never` if it won't.
  ///
  /// - Parameter asleep: the nanoseconds slept, by which a cool-down ends earlier.
  @inline(__always)
  func dueTime(
    _ policy: ImpressionPolicy, _ now: LedgerPeriod, _ asleep: Int64
  ) -> MonotonicTime {
    guard isOpen && isCounting && !isSpent(policy, now) else { return .never }
    // Even the longest dwell can end before `never` if it starts below zero.
    if policy.reportsExposures { return .never }
    let missing = max(0, policy.dwell.saturatedNanoseconds - progress)
    let due = dwellStart.advanced(by: missing)
    if case .afterCoolDown(let duration) = policy.repetition, let lastImpression {
      let end = lastImpression + duration
      return end == .never || duration.saturatedNanoseconds == .max
        ? .never : max(due, end.advanced(by: -asleep))
    }
    return due
  }

  mutating func count(at time: MonotonicTime, _ asleep: Int64, _ now: LedgerPeriod) {
    countOnDay = counted(on: now.day).incremented
    let day = count > 0 ? max(period.day, now.day) : now.day
    count = count.incremented
    period = now
    period.day = day
    lastImpression = time.advanced(by: asleep)
    hasCountedInExposure = true
    progress = 0
    dwellStart = time
  }

  /// Returns whether a new period restarts its dwell: always if it counts once per such period;
  /// with a daily limit, only if the limit held it back.
  func isConcerned(
    _ policy: ImpressionPolicy, by new: LedgerPeriod, after old: LedgerPeriod
  ) -> Bool {
    switch policy.repetition {
    case .oncePerSession: old.session != new.session
    case .oncePerScreenVisit: old.screenVisit != new.screenVisit
    case .perDay(let limit): counted(on: old.day) >= limit && counted(on: new.day) < limit
    case .once, .afterLeaving, .afterCoolDown: false
    }
  }

  /// Restarts the dwell when a new period starts. Entries that count once per period may count
  /// again in the running exposure; with a daily limit, still only once per exposure.
  mutating func beginPeriod(at now: MonotonicTime, _ policy: ImpressionPolicy) {
    progress = 0
    if isCounting { dwellStart = now }
    switch policy.repetition {
    case .oncePerSession, .oncePerScreenVisit: hasCountedInExposure = false
    case .once, .afterLeaving, .afterCoolDown, .perDay: break
    }
  }

  /// Returns the gathered share of the dwell, 0...1; 1 without a dwell, and while it cannot count
  /// again.
  func dwellProgress(
    at now: MonotonicTime, _ policy: ImpressionPolicy, _ period: LedgerPeriod
  ) -> Double {
    let dwell = policy.dwell.saturatedNanoseconds
    if dwell == 0 || isSpent(policy, period) { return 1 }
    return min(1, Double(gathered(at: now)) / Double(dwell))
  }

  // MARK: Forgetting

  /// Resets all but its targets on screen. The next pass starts its first exposure.
  mutating func reset() {
    var fresh = LedgerEntry(identity: identity, policy: policy)
    fresh.target = target
    fresh.watch = watch
    fresh.order = order
    fresh.visibleCount = visibleCount
    fresh.belowSpeedLimitCount = belowSpeedLimitCount
    fresh.isTouched = isTouched
    fresh.needsReattribution = needsReattribution
    self = fresh
  }
}

/// The periods that limit repetition. The host advances them.
struct LedgerPeriod: Equatable, Sendable {
  var session: UInt32 = 0
  var screenVisit: UInt32 = 0
  var day = 0
}

extension Int {
  /// The number plus one, saturating because a restored count may be `Int.max`.
  fileprivate var incremented: Int { self == .max ? self : self + 1 }
}
