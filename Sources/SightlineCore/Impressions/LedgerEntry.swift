/// What is known about one identity under one policy.
struct LedgerEntry: Sendable {
  var identity: ItemIdentity
  var policy: UInt32

  /// The last target to come on screen, and its place in the order of registration.
  var target = TargetID(index: none, generation: 0)
  var watch = WatchID(index: none, generation: 0)
  var order: UInt64 = 0
  /// Targets on screen that show the identity, and those of them that are not scrolled too fast.
  var visibleCount: Int32 = 0
  var calmCount: Int32 = 0
  var isOpen = false
  var isTouched = false

  // The exposure that is going on, and the sum of those before.
  var exposureStart = MonotonicTime.zero
  var firstSeen: MonotonicTime?
  var lastSeen = MonotonicTime.zero
  var total: Int64 = 0
  var longest: Int64 = 0
  var greatestFraction = 0.0
  var exposures = 0

  // The dwell: what was gathered before `dwellStart`, and since when it is being gathered.
  var isCounting = false
  var dwellStart = MonotonicTime.zero
  var progress: Int64 = 0
  /// Whether `progress` is kept over an inactivity.
  var isPaused = false

  // What was counted.
  var count = 0
  var lastImpression: MonotonicTime?
  var hasCountedInExposure = false
  /// The periods of the last impression.
  var period = LedgerPeriod()
  var countOnDay = 0

  init(identity: ItemIdentity, policy: UInt32) {
    self.identity = identity
    self.policy = policy
  }

  // MARK: Exposures

  mutating func open(at now: MonotonicTime, _ policy: ImpressionPolicy) {
    isOpen = true
    hasCountedInExposure = false
    exposureStart = now
    exposures += 1
    if firstSeen == nil { firstSeen = now }
    if policy.accumulation == .continuous && !isPaused { progress = 0 }
    isPaused = false
    isCounting = false
    setCalm(calmCount > 0, at: now, policy)
  }

  mutating func close(at now: MonotonicTime, isForeground: Bool, _ policy: ImpressionPolicy) {
    let length = now.nanoseconds(since: exposureStart)
    lastSeen = now
    total += length
    longest = max(longest, length)
    let gathered = progress + (isCounting ? now.nanoseconds(since: dwellStart) : 0)
    if isForeground {
      progress = policy.accumulation == .cumulative ? gathered : 0
    } else {
      isPaused = policy.inactivity == .pauses
      progress = isPaused ? gathered : 0
    }
    isOpen = false
    isCounting = false
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

  /// Gives up what was kept over an inactivity, when the target is not there any more after it.
  mutating func endPause(_ policy: ImpressionPolicy) {
    guard isPaused && !isOpen else { return }
    isPaused = false
    if policy.accumulation == .continuous { progress = 0 }
  }

  func exposure(at now: MonotonicTime) -> Exposure {
    let current = isOpen ? max(0, now.nanoseconds(since: exposureStart)) : 0
    return Exposure(
      firstSeen: firstSeen ?? now, lastSeen: isOpen ? now : lastSeen,
      total: .nanoseconds(total + current), longest: .nanoseconds(max(longest, current)),
      greatestFraction: greatestFraction, count: exposures)
  }

  // MARK: Counting

  /// When it counts next if nothing changes; `never` if it does not.
  func dueTime(_ policy: ImpressionPolicy, _ now: LedgerPeriod) -> MonotonicTime {
    guard isOpen && isCounting else { return .never }
    var earliest = MonotonicTime(nanoseconds: .min)
    switch policy.repetition {
    case .once:
      if count > 0 { return .never }
    case .oncePerSession:
      // Where it was seen in another window it may be a session ahead of this one's next pass.
      if count > 0 && Int32(bitPattern: period.session &- now.session) >= 0 { return .never }
    case .oncePerScreenVisit:
      if count > 0 && period.screenVisit == now.screenVisit { return .never }
    case .afterLeaving:
      if hasCountedInExposure { return .never }
    case .afterCoolDown(let duration):
      if hasCountedInExposure { return .never }
      if let lastImpression { earliest = lastImpression + duration }
    case .perDay(let limit):
      if hasCountedInExposure || (period.day == now.day ? countOnDay : 0) >= limit {
        return .never
      }
    }
    let missing = max(0, policy.dwell.saturatedNanoseconds - progress)
    return max(dwellStart.advanced(by: missing), earliest)
  }

  mutating func count(at time: MonotonicTime, _ now: LedgerPeriod) {
    countOnDay = count > 0 && period.day == now.day ? countOnDay + 1 : 1
    count += 1
    period = now
    lastImpression = time
    hasCountedInExposure = true
    progress = 0
    dwellStart = time
  }

  /// Lets the dwell begin anew when a new period begins.
  mutating func beginPeriod(at now: MonotonicTime) {
    progress = 0
    if isCounting { dwellStart = now }
  }

  /// How much of the dwell has been gathered, 0...1; 1 without a dwell.
  func dwellProgress(at now: MonotonicTime, _ policy: ImpressionPolicy) -> Double {
    let dwell = policy.dwell.saturatedNanoseconds
    if dwell == 0 { return 1 }
    let gathered = progress + (isCounting ? max(0, now.nanoseconds(since: dwellStart)) : 0)
    return min(1, Double(gathered) / Double(dwell))
  }
}

/// The periods by which repetition is limited, each counted by the host.
struct LedgerPeriod: Hashable, Sendable {
  var session: UInt32 = 0
  var screenVisit: UInt32 = 0
  var day = 0
}
