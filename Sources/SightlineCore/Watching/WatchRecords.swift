typealias WatchSlot = Slot<WatchRecord>
typealias ViewportSlot = Slot<ViewportRecord>
typealias SubjectSlot = Slot<WatchSubject>

/// The impressions that a watch is for, recorded by the ledger.
enum WatchSubject {}

/// An observation of a target.
struct WatchRecord: Generational {
  typealias Kind = VisibilityWatch

  var target: TargetSlot
  /// The target's watch registered before this one; `none` for its first.
  var previous: WatchSlot
  /// Above that of `previous`.
  var order: UInt32
  var rule: RuleSlot
  /// Its place in its viewport's list of active watches; `none` if it is not active.
  var active: UInt32 = none
  /// The ledger's subject for an impression; `none` for plain visibility.
  var subject: SubjectSlot
  var generation: UInt32 = 0
}

/// A watch with a threshold that holds, or with state kept over an interruption. The next pass must
/// evaluate it even if its search no longer finds it.
struct ActiveWatch: Sendable {
  var watch: WatchSlot
  var rule: RuleSlot
  /// The number of the last pass that found it.
  var stamp: UInt32 = 0
  /// The number of the rule's thresholds that hold.
  var level: UInt16 = 0
  /// The number of thresholds that hold or would hold without an interruption, inactivity or a
  /// cover: the sides of their hysteresis.
  var side: UInt16 = 0
  /// The edges seen since it came into the viewport and its clips (`Measurement.Edges`).
  var edges: UInt8 = 0
}

struct ViewportRecord: Generational {
  typealias Kind = VisibilityViewport

  var viewport: VisibilityViewport
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  var generation: UInt32 = 0
}

extension ViewportSlot {
  /// The initial viewport.
  static var window: ViewportSlot { ViewportSlot(raw: 0) }
}
