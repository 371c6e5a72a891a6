/// The thresholds crossed in a pass, collected in any order and emitted in order.
struct Crossings: ~Copyable {
  /// A change, and its sort key: the target's order of registration, then the watch's within the
  /// target.
  private typealias Crossing = (key: UInt64, change: VisibilityChange)

  private var leaves: ContiguousArray<Crossing> = []
  private var enters: ContiguousArray<Crossing> = []

  var count: Int { leaves.count + enters.count }

  mutating func add(_ change: VisibilityChange, key: UInt64) {
    if change.isVisible { enters.append((key, change)) } else { leaves.append((key, change)) }
  }

  /// Emits all changes and clears them: leaves before enters, each in order of registration.
  mutating func emit(into changes: inout ContiguousArray<VisibilityChange>) {
    if !leaves.isEmpty {
      leaves.sort { ($0.key, $1.change.threshold) < ($1.key, $0.change.threshold) }
      for crossing in leaves { changes.append(crossing.change) }
      leaves.removeAll(keepingCapacity: true)
    }
    if !enters.isEmpty {
      enters.sort { ($0.key, $0.change.threshold) < ($1.key, $1.change.threshold) }
      for crossing in enters { changes.append(crossing.change) }
      enters.removeAll(keepingCapacity: true)
    }
  }
}
