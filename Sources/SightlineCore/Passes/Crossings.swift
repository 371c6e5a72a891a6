/// The crossing of a threshold by a watch, before it becomes an event.
struct Crossing: Sendable {
  /// The sort key: the target's order of registration, then the watch's within the target.
  var key: UInt64
  var target: TargetID
  var watch: WatchID
  var threshold: UInt16 = 0
  var fraction: Double
  var reason: InvisibilityReason?
}

/// The thresholds crossed in a pass, collected in any order and emitted as sorted events.
struct Crossings: Sendable {
  private var leaves: ContiguousArray<Crossing> = []
  private var enters: ContiguousArray<Crossing> = []

  var count: Int { leaves.count + enters.count }

  mutating func enter(_ crossing: Crossing, _ threshold: Int) {
    var crossing = crossing
    crossing.threshold = UInt16(truncatingIfNeeded: threshold)
    enters.append(crossing)
  }

  mutating func leave(_ crossing: Crossing, _ threshold: Int, _ reason: InvisibilityReason) {
    var crossing = crossing
    crossing.threshold = UInt16(truncatingIfNeeded: threshold)
    crossing.reason = reason
    leaves.append(crossing)
  }

  /// Emits all crossings as events and clears them: leaves before enters, each in order of
  /// registration.
  mutating func emit(
    into changes: inout ContiguousArray<VisibilityChange>, at now: MonotonicTime
  ) {
    if !leaves.isEmpty {
      sort(&leaves) { ($0.key, $1.threshold) < ($1.key, $0.threshold) }
      for crossing in leaves { changes.append(VisibilityChange(crossing, .left, at: now)) }
      leaves.removeAll(keepingCapacity: true)
    }
    if !enters.isEmpty {
      sort(&enters) { ($0.key, $0.threshold) < ($1.key, $1.threshold) }
      for crossing in enters { changes.append(VisibilityChange(crossing, .entered, at: now)) }
      enters.removeAll(keepingCapacity: true)
    }
  }
}

extension VisibilityChange {
  fileprivate init(_ crossing: Crossing, _ kind: Kind, at now: MonotonicTime) {
    self.init(
      kind: kind, target: crossing.target, watch: crossing.watch,
      threshold: Int(crossing.threshold), fraction: crossing.fraction, reason: crossing.reason,
      time: now)
  }
}
