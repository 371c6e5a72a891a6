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
  var cover: CoverSlot
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
  var path: ContiguousArray<ContainerSlot> = []
  /// What a search has come across in one index.
  var found = Findings()
  /// Containers that a search has come across and not entered yet.
  var waiting: ContiguousArray<(container: ContainerSlot, context: Context)> = []
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
