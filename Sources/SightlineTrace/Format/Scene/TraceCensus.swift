import SightlineCore

/// Counts the state that a reader holds for a trace, and rejects traces over ``TraceLimits``.
struct TraceCensus: Sendable {
  private var watches = 0
  private var thresholds = 0
  private var identities: Set<ItemIdentity> = []

  static func check(_ count: Int, _ limit: Int, _ what: String) throws(Problem) {
    if count >= limit { throw .tooMany(what, limit: limit) }
  }

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
    try Self.check(thresholds - 1, TraceLimits.thresholds, "thresholds of all watches together")
  }
}
