import SightlineCore

/// Counts the state a trace makes a reader hold, and rejects traces over ``TraceLimits``.
struct TraceCensus: Sendable {
  private var watches = 0
  private var thresholds = 0
  /// Thresholds of all observers, plus one each for "intersects".
  private var observerThresholds = 0
  private var observers = 0
  /// Nodes watched by the observers.
  private var observed = 0
  private var reports = 0
  private var identities: Set<ItemIdentity> = []

  static func check(_ count: Int, _ limit: Int, _ what: String) throws(Problem) {
    if count >= limit { throw .tooMany(what, limit: limit) }
  }

  mutating func beginStep() { reports = 0 }

  mutating func addReport() throws(Problem) {
    try Self.check(reports, TraceLimits.reports, "reports in one step")
    reports += 1
  }

  mutating func add(_ observer: TraceObserver) throws(Problem) {
    try Self.check(observers, TraceLimits.views, "observers")
    observers += 1
    observerThresholds += observer.thresholds.count + 1
    try checkThresholds()
  }

  mutating func observe() throws(Problem) {
    observed += 1
    try checkThresholds()
  }

  mutating func stopObserving() { observed -= 1 }

  mutating func beginWatch(thresholds count: Int, _ identity: ItemIdentity?) throws(Problem) {
    try Self.check(watches, TraceLimits.elements, "watches at once")
    watches += 1
    thresholds += count
    try checkThresholds()
    try add(identity)
  }

  /// Counts an impression's policy outside a watch, which may stay until the end.
  mutating func keep(
    _ policy: ImpressionPolicy, of identity: ItemIdentity? = nil
  ) throws(Problem) {
    thresholds += policy.rule.thresholds.count
    try checkThresholds()
    try add(identity)
  }

  private mutating func add(_ identity: ItemIdentity?) throws(Problem) {
    if let identity, identities.insert(identity).inserted {
      try Self.check(identities.count - 1, TraceLimits.numbers, "different identities")
    }
  }

  mutating func endWatch(thresholds count: Int) {
    watches -= 1
    thresholds -= count
  }

  private func checkThresholds() throws(Problem) {
    let all = thresholds + observerThresholds * max(observed, 1)
    try Self.check(all - 1, TraceLimits.thresholds, "thresholds of all watches together")
  }
}
