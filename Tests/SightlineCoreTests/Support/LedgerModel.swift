import SightlineCore

/// What one identity's ledger entry must do under one policy, by counting milliseconds one by one:
/// slow, plain, and sharing nothing with the ledger but the meaning of the words.
struct LedgerModel {
  let repetition: ImpressionRepetition
  let dwell: Int
  let isCumulative: Bool
  let pauses: Bool

  var isOpen = false
  var gathered = 0
  var isPaused = false
  var hasCountedInExposure = false
  /// When it was counted, and in which periods.
  var counted: [(time: Int, period: Period)] = []
  // The exposures.
  var first: Int?
  var last = 0
  var total = 0
  var current = 0
  var longest = 0
  var exposures = 0

  struct Period: Equatable {
    var session = 0
    var visit = 0
    var day = 0
  }

  /// An impression, as far as the model tells.
  struct Seen: Equatable {
    var time: Int
    var count: Int
    var first: Int
    var total: Int
    var longest: Int
    var exposures: Int
  }

  init(_ policy: ImpressionPolicy) {
    repetition = policy.repetition
    dwell = Int(policy.dwell / .milliseconds(1))
    isCumulative = policy.accumulation == .cumulative
    pauses = policy.inactivity == .pauses
  }

  private func mayCount(at time: Int, _ period: Period) -> Bool {
    switch repetition {
    case .once: counted.isEmpty
    case .oncePerSession: !counted.contains { $0.period.session == period.session }
    case .oncePerScreenVisit: !counted.contains { $0.period.visit == period.visit }
    case .afterLeaving: !hasCountedInExposure
    case .afterCoolDown(let pause):
      !hasCountedInExposure
        && (counted.last.map { time >= $0.time + Int(pause / .milliseconds(1)) } ?? true)
    case .perDay(let limit):
      !hasCountedInExposure && counted.count { $0.period.day == period.day } < limit
    }
  }

  private mutating func countIfDue(at time: Int, _ period: Period) -> Seen? {
    guard isOpen && gathered >= dwell && mayCount(at: time, period) else { return nil }
    counted.append((time, period))
    hasCountedInExposure = true
    gathered = 0
    return Seen(
      time: time, count: counted.count, first: first ?? time, total: total,
      longest: max(longest, current), exposures: exposures)
  }

  /// A millisecond goes by without a pass.
  mutating func tick(to time: Int, _ period: Period) -> Seen? {
    guard isOpen else { return nil }
    gathered += 1
    current += 1
    total += 1
    return countIfDue(at: time, period)
  }

  /// A pass: a new period first, then what is visible now.
  mutating func pass(
    at time: Int, isVisible: Bool, isForeground: Bool, from old: Period, to period: Period
  ) -> Seen? {
    let isNew =
      switch repetition {
      case .oncePerSession: old.session != period.session && !counted.isEmpty
      case .oncePerScreenVisit: old.visit != period.visit && !counted.isEmpty
      case .perDay(let limit):
        old.day != period.day && counted.count { $0.period.day == old.day } >= limit
      default: false
      }
    if isNew { gathered = 0 }
    if isOpen && !isVisible {
      isOpen = false
      last = time
      longest = max(longest, current)
      isPaused = !isForeground && pauses
      if !(isForeground ? isCumulative : pauses) { gathered = 0 }
    } else if !isOpen && isVisible {
      isOpen = true
      if first == nil { first = time }
      exposures += 1
      current = 0
      hasCountedInExposure = false
      if !isCumulative && !isPaused { gathered = 0 }
      isPaused = false
    }
    if isForeground && isPaused {
      isPaused = false
      if !isCumulative { gathered = 0 }
    }
    return countIfDue(at: time, period)
  }

  /// When it counts next if nothing changes, looking so many milliseconds ahead.
  func nextTime(after time: Int, within horizon: Int, _ period: Period) -> Int? {
    var future = self
    for t in (time + 1)...(time + horizon) {
      if let seen = future.tick(to: t, period) { return seen.time }
    }
    return nil
  }
}
