/// What is known about one identity under one policy.
///
/// What is small stands together: there is one of these for everything that was seen.
struct LedgerEntry: Sendable {
  var identity: ItemIdentity

  /// The target in which it is seen, and its place in the order of registration: the last one to
  /// come on screen, or the first of those that are left once that one has gone.
  var target = TargetID(index: none, generation: 0)
  var watch = WatchID(index: none, generation: 0)
  var order: UInt64 = 0

  // The exposure that is going on, and the sum of those before.
  var exposureStart = MonotonicTime.zero
  var firstSeen = MonotonicTime.zero
  var lastSeen = MonotonicTime(nanoseconds: .min)
  var total: Int64 = 0
  var longest: Int64 = 0
  var greatestFraction = 0.0

  /// The dwell: what was gathered before `dwellStart`, and since when it is being gathered.
  var progress: Int64 = 0
  var dwellStart = MonotonicTime.zero

  // What was counted.
  var count = 0
  var lastImpression: MonotonicTime?
  var countOnDay = 0
  /// The periods of the last impression.
  var period = LedgerPeriod()

  var policy: UInt32
  /// The neighbours in the list of those that are not on screen.
  var older = none
  var newer = none
  /// Targets on screen that show the identity, and those of them that are not scrolled too fast.
  var visibleCount: Int32 = 0
  var calmCount: Int32 = 0
  /// How many exposures there were.
  var exposures: UInt32 = 0

  var isListed = false
  var isOpen = false
  var isTouched = false
  /// Whether `watch` may have gone while another one of the identity is on screen.
  var isDoubtful = false
  /// Whether dwell is being gathered.
  var isCounting = false
  /// Whether its exposure waits for the end of an inactivity.
  var isPaused = false
  /// Whether the exposure that is going on or paused has brought an impression.
  var hasCountedInExposure = false

  init(identity: ItemIdentity, policy: UInt32) {
    self.identity = identity
    self.policy = policy
  }

  // MARK: Exposures

  mutating func open(at now: MonotonicTime, _ policy: ImpressionPolicy) {
    isOpen = true
    exposureStart = now
    exposures &+= 1
    if exposures == 1 { firstSeen = now }
    isPaused = false
    isCounting = false
    setCalm(calmCount > 0, at: now, policy)
  }

  mutating func close(at now: MonotonicTime, isForeground: Bool, _ policy: ImpressionPolicy) {
    let length = now.nanoseconds(since: exposureStart)
    lastSeen = now
    total += length
    longest = max(longest, length)
    if isCounting { progress += now.nanoseconds(since: dwellStart) }
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

  /// Ends the pause of what is not there any more after the inactivity: it has left.
  mutating func endPause(_ policy: ImpressionPolicy) {
    isPaused = false
    leave(policy)
  }

  /// The target has left: what repetition takes for one exposure is over. What it gathered after
  /// its impression does not count for the next.
  private mutating func leave(_ policy: ImpressionPolicy) {
    if policy.accumulation == .continuous || hasCountedInExposure { progress = 0 }
    hasCountedInExposure = false
  }

  /// Ends or resumes the gathering of dwell when scrolling becomes too fast or slow enough.
  mutating func setCalm(_ isCalm: Bool, at now: MonotonicTime, _ policy: ImpressionPolicy) {
    if isCalm == isCounting { return }
    isCounting = isCalm
    if isCalm {
      dwellStart = now
    } else if policy.accumulation == .cumulative {
      progress += now.nanoseconds(since: dwellStart)
    } else {
      progress = 0
    }
  }

  func exposure(at now: MonotonicTime) -> Exposure {
    let current = isOpen ? max(0, now.nanoseconds(since: exposureStart)) : 0
    return Exposure(
      firstSeen: firstSeen, lastSeen: isOpen ? now : lastSeen,
      total: .nanoseconds(total + current), longest: .nanoseconds(max(longest, current)),
      greatestFraction: greatestFraction, count: Int(exposures))
  }

  // MARK: Counting

  /// Whether it has counted as often as it may until it leaves or a new period begins.
  func isSpent(_ policy: ImpressionPolicy, _ now: LedgerPeriod) -> Bool {
    switch policy.repetition {
    case .once: count > 0
    // What was counted in another window may be of a session that begins here with the next pass.
    case .oncePerSession:
      count > 0 && Int32(bitPattern: period.session &- now.session) >= 0
    case .oncePerScreenVisit: count > 0 && period.screenVisit == now.screenVisit
    case .afterLeaving, .afterCoolDown: hasCountedInExposure
    case .perDay(let limit): hasCountedInExposure || counted(on: now.day) >= limit
    }
  }

  /// How often it was counted on a day or, where clocks were set back, on a later one.
  func counted(on day: Int) -> Int { count > 0 && period.day >= day ? countOnDay : 0 }

  /// When it counts next if nothing changes; `never` if it does not.
  func dueTime(_ policy: ImpressionPolicy, _ now: LedgerPeriod) -> MonotonicTime {
    guard isOpen && isCounting && !isSpent(policy, now) else { return .never }
    let missing = max(0, policy.dwell.saturatedNanoseconds - progress)
    let due = dwellStart.advanced(by: missing)
    if case .afterCoolDown(let duration) = policy.repetition, let lastImpression {
      return max(due, lastImpression + duration)
    }
    return due
  }

  mutating func count(at time: MonotonicTime, _ now: LedgerPeriod) {
    countOnDay = counted(on: now.day) + 1
    let day = count > 0 ? max(period.day, now.day) : now.day
    count += 1
    period = now
    period.day = day
    lastImpression = time
    hasCountedInExposure = true
    progress = 0
    dwellStart = time
  }

  /// Whether a new period lets it begin anew: what counts once a period always, what has a daily
  /// limit only where the limit held it back.
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

  /// Lets the dwell begin anew when a new period begins.
  mutating func beginPeriod(at now: MonotonicTime) {
    progress = 0
    if isCounting { dwellStart = now }
  }

  /// How much of the dwell has been gathered, 0...1; 1 without a dwell, and for as long as it
  /// cannot count again.
  func dwellProgress(
    at now: MonotonicTime, _ policy: ImpressionPolicy, _ period: LedgerPeriod
  ) -> Double {
    let dwell = policy.dwell.saturatedNanoseconds
    if dwell == 0 || isSpent(policy, period) { return 1 }
    let gathered = progress + (isCounting ? max(0, now.nanoseconds(since: dwellStart)) : 0)
    return min(1, Double(gathered) / Double(dwell))
  }

  // MARK: Forgetting

  /// Forgets all but who is on screen. The next pass begins its first exposure.
  mutating func reset() {
    var fresh = LedgerEntry(identity: identity, policy: policy)
    fresh.target = target
    fresh.watch = watch
    fresh.order = order
    fresh.visibleCount = visibleCount
    fresh.calmCount = calmCount
    fresh.isTouched = isTouched
    fresh.isDoubtful = isDoubtful
    self = fresh
  }
}

/// The periods by which repetition is limited, each counted by the host.
struct LedgerPeriod: Hashable, Sendable {
  var session: UInt32 = 0
  var screenVisit: UInt32 = 0
  var day = 0
}
