/// One observation of a target: 24 bytes.
struct WatchRecord: Sendable {
  var target: UInt32
  /// Index into the engine's links; `none` for the only watch of a target, in the window.
  var link: UInt32
  /// Index into the rule table.
  var rule: UInt32
  var generation: UInt32
  /// Where it stands in its viewport's list of active watches; `none` while nothing holds.
  var active: UInt32
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
  var left = none
  var right = none
  /// Its neighbours among the watches of a viewport other than the window's.
  var previousInViewport = none
  var nextInViewport = none
}

/// A watch of which something holds: what the next pass must look at even if the search does not
/// come across it any more.
struct ActiveWatch: Sendable {
  var watch: UInt32
  /// The pass that last came across it.
  var stamp: UInt32
  /// How many of the rule's thresholds hold.
  var level: UInt16
  /// The edges seen since it came on screen (`Measurement.Edges`).
  var edges: UInt8
}

struct ViewportRecord: Sendable {
  var viewport: VisibilityViewport
  var generation: UInt32
  var isLive = true
  /// Whether it must be evaluated even if nothing in the scene changed.
  var isStale = true
  var active: ContiguousArray<ActiveWatch> = []
  /// The watches in it, tied by their links; none of them and 0 for the window.
  var firstWatch = none
  var lastWatch = none
  var watchCount = 0
}

/// A threshold that one watch crossed in a pass, before it becomes an event.
struct Crossing: Sendable {
  /// Order of the target's registration, then of the watch's among the target's.
  var key: UInt64
  var target: TargetID
  var watch: WatchID
  var threshold: UInt16
  var fraction: Double
  var reason: InvisibilityReason?
}

/// An opaque cover as it is on screen in this pass.
struct VisibleCover: Sendable {
  var index: Int
  /// In the root container's own space.
  var bounds: Box
  /// Whether `bounds` is its exact shape.
  var isBox: Bool
  /// Its corners in `PassScratch.coverPoints`.
  var points: Range<Int>
}

/// Buffers that passes use again and again, so that a steady pass allocates nothing.
struct PassScratch: Sendable {
  var leaves: ContiguousArray<Crossing> = []
  var enters: ContiguousArray<Crossing> = []
  var covers: ContiguousArray<VisibleCover> = []
  var coverPoints: ContiguousArray<LayoutPoint> = []
  /// Around all of `covers`.
  var coverBounds = Box.nothing
  var coverIndex = CoverIndex()
  /// Those of `covers` that the target being measured lies under.
  var over: ContiguousArray<Int> = []
  /// The work at which the search that is going on is given up.
  var searchLimit = Int.max
  /// The containers from a target's up to a viewport's.
  var path: ContiguousArray<UInt32> = []
  /// What a search has come across in one index.
  var found = Findings()
  /// Containers that a search has come across and not entered yet.
  var waiting: ContiguousArray<(container: Int, context: Context)> = []
  /// The clip polygons that a search has met, end to end.
  var clips: ContiguousArray<LayoutPoint> = []
  var shape: ContiguousArray<LayoutPoint> = []
  var clip: ContiguousArray<LayoutPoint> = []
  var visible: ContiguousArray<LayoutPoint> = []
  var spare: ContiguousArray<LayoutPoint> = []
  var viewport = ViewportShape(clip: .nothing, toRoot: .identity, isAligned: true)
  var rects = RectRemainder()
  var division = PolygonDivision()
  /// Steps taken since the engine was made, beside those that the buffers count: see
  /// `VisibilityEngine.work`.
  var work = 0
}
