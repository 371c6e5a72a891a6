typealias WatchSlot = Slot<WatchRecord>
typealias LinkSlot = Slot<WatchLink>
typealias ViewportSlot = Slot<ViewportRecord>

/// One observation of a target: 24 bytes.
struct WatchRecord: Generational {
  typealias Kind = VisibilityWatch

  var target: TargetSlot
  /// `none` for the only watch of a target, in the window.
  var link = LinkSlot.none
  /// Index into the rule table.
  var rule: UInt32
  var generation: UInt32 = 0
  /// Where it stands in its viewport's list of active watches; `none` while nothing holds.
  var active: UInt32 = none
  /// Index into the ledger's subjects for an impression; `none` for plain visibility.
  var subject: UInt32
}

/// What ties a watch to the others of its target and of its viewport: 20 bytes.
///
/// Most targets are watched once, in the window, and need none.
struct WatchLink: Sendable {
  /// The order of registration among the watches of a target.
  var order: UInt32
  /// The watches below it in its target's treap.
  var left = WatchSlot.none
  var right = WatchSlot.none
  /// Its neighbours among the watches of a viewport other than the window's.
  var previousInViewport = WatchSlot.none
  var nextInViewport = WatchSlot.none
}

/// A watch of which something holds: what the next pass must evaluate even if the search does
/// not find it any more.
struct ActiveWatch: Sendable {
  var watch: WatchSlot
  /// The pass that last came across it.
  var stamp: UInt32
  /// How many of the rule's thresholds hold.
  var level: UInt16
  /// The edges seen since it came on screen (`Measurement.Edges`).
  var edges: UInt8
}

struct ViewportRecord: Generational {
  typealias Kind = VisibilityViewport

  var viewport: VisibilityViewport
  var generation: UInt32 = 0
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  /// The watches in it, tied by their links; none of them and 0 for the window.
  var firstWatch = WatchSlot.none
  var lastWatch = WatchSlot.none
  var watchCount = 0
}

extension ViewportSlot {
  /// The viewport that is there from the start.
  static var window: ViewportSlot { ViewportSlot(raw: 0) }
}
