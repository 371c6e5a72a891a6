import SightlineCore

/// A model of an identity's ledger entry under a policy that counts single milliseconds: slow,
/// plain, and sharing only definitions with the ledger.
struct LedgerModel {
  private(set) var policy: ImpressionPolicy
  private var repetition: ImpressionRepetition { policy.repetition }
  private var dwell: Int { Int(policy.dwell / .milliseconds(1)) }
  private var isCumulative: Bool { policy.accumulation == .cumulative }
  private var pauses: Bool { policy.inactivity == .pauses }

  var isOpen = false
  /// Whether a target that shows the identity is slow enough.
  var isBelowSpeedLimit = false
  var gathered = 0
  /// Whether the policy has been replaced since the last pass.
  private var isReplaced = false
  var isPaused = false
  var hasCountedInExposure = false
  /// The times, including sleep, and periods in which it was counted.
  var counted: [(time: Int, period: Period)] = []
  // The exposures.
  var first: Int?
  var last = Int.min
  /// The end of the last exposure, including sleep.
  var lastOnScreen = Int.min
  var total = 0
  var current = 0
  var longest = 0
  var exposures = 0

  struct Period: Equatable {
    var session = 0
    var visit = 0
    var day = 0
  }

  /// The milliseconds slept, as of the last pass and of the next.
  struct Sleep {
    var before = 0
    var after = 0
  }

  /// The finding of a pass: whether it is visible and slow enough.
  struct Finding {
    var isVisible: Bool
    var isBelowSpeedLimit: Bool
    var isForeground: Bool
  }

  /// An impression as predicted by the model.
  struct Seen: Equatable {
    var time: Int
    var count: Int
    var first: Int
    var total: Int
    var longest: Int
    var exposures: Int
  }

  init(_ policy: ImpressionPolicy) { self.policy = policy }

  /// Returns whether a dwell has the same meaning under two policies.
  static func isSame(_ a: ImpressionPolicy, _ b: ImpressionPolicy) -> Bool {
    a.rule == b.rule && a.accumulation == b.accumulation
      && a.scrollSpeedLimit == b.scrollSpeedLimit
  }

  /// Replaces the policy. What it counted stays; a dwell with another meaning starts over.
  mutating func replace(with successor: ImpressionPolicy) {
    if !LedgerModel.isSame(policy, successor) {
      gathered = 0
      isBelowSpeedLimit = false
    }
    policy = successor
    isReplaced = true
  }

  /// Merges the record under another policy, which this one replaces: the larger count, the later
  /// impression, and the larger daily count. A running exposure and its dwell continue.
  mutating func join(_ other: LedgerModel) {
    let last = [counted.last, other.counted.last].compactMap { $0 }.max { $0.time < $1.time }
    if let last {
      let count = max(counted.count, other.counted.count)
      let day = max(counted.last?.period.day ?? .min, other.counted.last?.period.day ?? .min)
      let onDay = max(countOnDay(day), other.countOnDay(day))
      counted = (0..<count).map { index in
        var time = last
        time.period.day = index < count - onDay ? day - 1 : day
        return time
      }
    }
    let counted = counted
    let goesOn = isOpen || isPaused
    if first == nil || (other.isOpen || other.isPaused) && !goesOn {
      let policy = policy
      self = other
      replace(with: policy)
      self.counted = counted
    } else {
      hasCountedInExposure = hasCountedInExposure || goesOn && other.hasCountedInExposure
      isBelowSpeedLimit =
        isBelowSpeedLimit
        || isOpen && other.isBelowSpeedLimit && LedgerModel.isSame(policy, other.policy)
    }
  }

  /// Restores impressions of an earlier session and screen visit, one of them on a given day.
  mutating func restore(_ count: Int, at time: Int, on day: Int) {
    counted = (0..<count).map { index in
      (time, Period(session: -1, visit: -1, day: index == count - 1 ? day : day - 1))
    }
    lastOnScreen = max(lastOnScreen, time)
  }

  /// Returns the impressions on a day or, if clocks were set back, on a later one.
  private func countOnDay(_ day: Int) -> Int { counted.count { $0.period.day >= day } }

  /// Counts a dwell that is long enough under a policy put in force after the last pass.
  mutating func countReplaced(at time: Int, _ period: Period, _ sleep: Sleep) -> Seen? {
    defer { isReplaced = false }
    return isReplaced ? countIfDue(at: time, period, sleep) : nil
  }

  /// Returns whether it has reached its limit in a period.
  func isSpent(_ period: Period) -> Bool {
    switch repetition {
    case .once: !counted.isEmpty
    case .oncePerSession: counted.contains { $0.period.session == period.session }
    case .oncePerScreenVisit: counted.contains { $0.period.visit == period.visit }
    case .afterLeaving, .afterCoolDown: hasCountedInExposure
    case .perDay(let limit):
      hasCountedInExposure || countOnDay(period.day) >= limit
    }
  }

  /// - Parameter time: the time, including sleep.
  private func isCoolingDown(at time: Int) -> Bool {
    if case .afterCoolDown(let pause) = repetition, let last = counted.last {
      return time < last.time + Int(pause / .milliseconds(1))
    }
    return false
  }

  private mutating func countIfDue(at time: Int, _ period: Period, _ sleep: Sleep) -> Seen? {
    guard isOpen && isBelowSpeedLimit && gathered >= dwell && !isSpent(period),
      !isCoolingDown(at: time + sleep.before)
    else { return nil }
    counted.append((time + sleep.after, period))
    hasCountedInExposure = true
    gathered = 0
    return Seen(
      time: time, count: counted.count, first: first ?? time, total: total,
      longest: max(longest, current), exposures: exposures)
  }

  /// Returns the gathered share of the dwell, 0...1.
  func progress(_ period: Period) -> Double {
    dwell == 0 || isSpent(period) ? 1 : min(1, Double(gathered) / Double(dwell))
  }

  /// Advances by a millisecond without a pass. At its end, scrolling may have become slow enough.
  mutating func tick(
    to time: Int, isBelowSpeedLimit: Bool, _ period: Period, _ sleep: Sleep
  ) -> Seen? {
    guard isOpen else { return nil }
    if self.isBelowSpeedLimit { gathered += 1 }
    current += 1
    total += 1
    if isBelowSpeedLimit { self.isBelowSpeedLimit = true }
    return countIfDue(at: time, period, sleep)
  }

  /// Runs a pass: a new period first, then the current visibility.
  mutating func pass(
    at time: Int, _ finding: Finding, from old: Period, to period: Period, asleep: Int
  ) -> Seen? {
    let isNew =
      switch repetition {
      case .oncePerSession: old.session != period.session
      case .oncePerScreenVisit: old.visit != period.visit
      case .perDay(let limit):
        countOnDay(old.day) >= limit && countOnDay(period.day) < limit
      default: false
      }
    if isNew {
      gathered = 0
      // A daily limit applies in addition to once per exposure.
      if case .perDay = repetition {} else { hasCountedInExposure = false }
    }
    if isOpen && !finding.isVisible {
      lastOnScreen = time + asleep
      close(at: time, isForeground: finding.isForeground)
    } else if !isOpen && finding.isVisible {
      if !finding.isBelowSpeedLimit && !isCumulative { gathered = 0 }
      isOpen = true
      if first == nil { first = time }
      exposures += 1
      current = 0
      isPaused = false
    } else if isOpen && isBelowSpeedLimit && !finding.isBelowSpeedLimit && !isCumulative {
      gathered = 0
    }
    isBelowSpeedLimit = finding.isBelowSpeedLimit
    if finding.isForeground && isPaused {
      isPaused = false
      leave()
    }
    return countIfDue(at: time, period, Sleep(before: asleep, after: asleep))
  }

  private mutating func close(at time: Int, isForeground: Bool) {
    isOpen = false
    last = time
    longest = max(longest, current)
    if isForeground {
      leave()
    } else if pauses {
      isPaused = true
    } else {
      leave()
      gathered = 0
    }
  }

  private mutating func leave() {
    if !isCumulative || hasCountedInExposure { gathered = 0 }
    hasCountedInExposure = false
  }

  /// Returns the next time it counts if nothing changes, within a horizon in milliseconds.
  ///
  /// - Parameter settlesAt: the time from which it is slow enough.
  func nextTime(
    after time: Int, within horizon: Int, settlesAt: Int, _ period: Period, asleep: Int
  ) -> Int? {
    if !isOpen { return nil }
    var future = self
    let sleep = Sleep(before: asleep, after: asleep)
    for t in (time + 1)...(time + horizon) {
      if let seen = future.tick(to: t, isBelowSpeedLimit: t >= settlesAt, period, sleep) {
        return seen.time
      }
    }
    return nil
  }
}

extension LedgerModel.Seen {
  init(_ impression: Impression) {
    func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
    self.init(
      time: milliseconds(impression.time - .zero), count: impression.count,
      first: milliseconds(impression.exposure.firstSeen - .zero),
      total: milliseconds(impression.exposure.total),
      longest: milliseconds(impression.exposure.longest), exposures: impression.exposure.count)
  }
}
