import SightlineCore

/// What one identity's ledger entry must do under one policy, by counting milliseconds one by one:
/// slow, plain, and sharing nothing with the ledger but the meaning of the words.
struct LedgerModel {
  let repetition: ImpressionRepetition
  let dwell: Int
  let isCumulative: Bool
  let pauses: Bool

  var isOpen = false
  /// Whether a target that shows it is slow enough.
  var isCalm = false
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

  /// What a pass finds: whether it is visible, and whether slow enough.
  struct Finding {
    var isVisible: Bool
    var isCalm: Bool
    var isForeground: Bool
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

  /// Whether it was counted as often as it may be, in a period.
  private func isSpent(_ period: Period) -> Bool {
    switch repetition {
    case .once: !counted.isEmpty
    case .oncePerSession: counted.contains { $0.period.session == period.session }
    case .oncePerScreenVisit: counted.contains { $0.period.visit == period.visit }
    case .afterLeaving, .afterCoolDown: hasCountedInExposure
    case .perDay(let limit):
      hasCountedInExposure || counted.count { $0.period.day == period.day } >= limit
    }
  }

  private func isCoolingDown(at time: Int) -> Bool {
    if case .afterCoolDown(let pause) = repetition, let last = counted.last {
      return time < last.time + Int(pause / .milliseconds(1))
    }
    return false
  }

  private mutating func countIfDue(at time: Int, _ period: Period) -> Seen? {
    guard isOpen && isCalm && gathered >= dwell && !isSpent(period) && !isCoolingDown(at: time)
    else { return nil }
    counted.append((time, period))
    hasCountedInExposure = true
    gathered = 0
    return Seen(
      time: time, count: counted.count, first: first ?? time, total: total,
      longest: max(longest, current), exposures: exposures)
  }

  /// How much of the dwell is gathered, 0...1.
  func progress(_ period: Period) -> Double {
    dwell == 0 || isSpent(period) ? 1 : min(1, Double(gathered) / Double(dwell))
  }

  /// A millisecond goes by without a pass. At its end, the scrolling may have become slow enough.
  mutating func tick(to time: Int, isCalm: Bool, _ period: Period) -> Seen? {
    guard isOpen else { return nil }
    if self.isCalm { gathered += 1 }
    current += 1
    total += 1
    if isCalm { self.isCalm = true }
    return countIfDue(at: time, period)
  }

  /// A pass: a new period first, then what is visible now.
  mutating func pass(
    at time: Int, _ finding: Finding, from old: Period, to period: Period
  ) -> Seen? {
    let isNew =
      switch repetition {
      case .oncePerSession: old.session != period.session
      case .oncePerScreenVisit: old.visit != period.visit
      case .perDay(let limit):
        old.day != period.day && counted.count { $0.period.day == old.day } >= limit
      default: false
      }
    if isNew { gathered = 0 }
    if isOpen && !finding.isVisible {
      close(at: time, isForeground: finding.isForeground)
    } else if !isOpen && finding.isVisible {
      isOpen = true
      if first == nil { first = time }
      exposures += 1
      current = 0
      isPaused = false
    } else if isOpen && isCalm && !finding.isCalm && !isCumulative {
      gathered = 0
    }
    isCalm = finding.isCalm
    if finding.isForeground && isPaused {
      isPaused = false
      leave()
    }
    return countIfDue(at: time, period)
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

  /// When it counts next if nothing changes, looking so many milliseconds ahead.
  ///
  /// - Parameter calm: from when on it is slow enough.
  func nextTime(after time: Int, within horizon: Int, calm: Int, _ period: Period) -> Int? {
    if !isOpen { return nil }
    var future = self
    for t in (time + 1)...(time + horizon) {
      if let seen = future.tick(to: t, isCalm: t >= calm, period) { return seen.time }
    }
    return nil
  }
}
