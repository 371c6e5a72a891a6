/// The visible part of an opaque cover.
struct VisibleCover: Sendable {
  /// In the root container's own space.
  var bounds: Box
  /// Whether `bounds` is its exact shape.
  var isBox: Bool
  var paintPlace: PaintPlace
  /// The range of its corners in `VisibleCovers`.
  fileprivate(set) var corners: Range<Int>
}

/// The opaque covers on screen, clipped by their ancestors, with a search for those over a box.
struct VisibleCovers: Sendable {
  private var covers = ScratchBuffer<VisibleCover>()
  private var corners = ScratchBuffer<LayoutPoint>()
  /// The bounds of all covers.
  private(set) var bounds = Box.nothing
  private var clipper = PolygonClipper()
  /// The value of `ChangeLog.coverVersion` at the last gathering.
  private var version: UInt64 = 0

  var isEmpty: Bool { covers.isEmpty }

  var positions: Range<Int> { covers.indices }

  subscript(position: Int) -> VisibleCover {
    @inline(__always) get { covers[position] }
  }

  @inline(__always)
  func withCorners<Result>(
    _ position: Int, _ body: (UnsafeBufferPointer<LayoutPoint>) -> Result
  ) -> Result {
    corners.withElements(covers[position].corners, body)
  }

  // MARK: Gathering

  /// Gathers a scene's covers with a search, regardless of viewports. Does nothing if no cover has
  /// changed since the last gathering.
  mutating func gather(
    _ scene: inout VisibilityScene, by search: inout TreeSearch, _ clips: inout ClipStack
  ) {
    if scene.changes.coverVersion == version { return }
    version = scene.changes.coverVersion
    removeAll()
    guard let context = scene.containers.contextOfCovers(in: scene.rootSlot) else { return }
    clips.removeAll()
    search.begin(inRoot: context, &scene)
    while search.advance(&scene, &clips) {
      for i in search.found.covers.indices {
        add(scene.covers[search.found.covers[i]], search.context, clips)
      }
    }
  }

  /// Gathers a scene's covers one by one. A search would refresh the indexes, copying them unless
  /// the scene is the engine's own.
  mutating func gatherOneByOne(_ scene: VisibilityScene) {
    guard let root = scene.containers.contextOfCovers(in: scene.rootSlot) else { return }
    var path = PathToItem()
    var clips = ClipStack()
    path.begin(root, clips)
    // Most covers have a neighbour in the same container.
    var (container, context) = (ContainerSlot.none, Context?.none)
    for slot in scene.covers.live {
      if scene.covers[slot].container != container {
        container = scene.covers[slot].container
        _ = path.find(container, below: scene.rootSlot, scene.containers)
        context = path.context(ofItemThatIsPinned: true, Clipping(), scene.containers, &clips)
      }
      guard var context else { continue }
      if !scene.covers[slot].cover.appearance.isPinned {
        scene.containers.scroll(&context, intoContentOf: container, at: .never)
      }
      if scene.covers[slot].bounds.touches(context.clip) {
        add(scene.covers[slot], context, clips)
      }
    }
  }

  private mutating func removeAll() {
    covers.removeAll()
    corners.removeAll()
    bounds = .nothing
  }

  /// Adds the visible part of a cover, if any.
  private mutating func add(_ record: CoverRecord, _ context: Context, _ clips: ClipStack) {
    let appearance = record.cover.appearance
    guard !record.cover.isFriendly, !appearance.isHidden,
      context.opacity * appearance.effectiveOpacity >= SceneCover.opaqueLimit
    else { return }
    let start = corners.count
    var cover = VisibleCover(
      bounds: .nothing, isBox: context.isAligned && appearance.transform.isAxisAligned,
      paintPlace: PaintPlace(record), corners: start..<start)
    if cover.isBox {
      cover.bounds = context.toRoot.boundingBox(of: record.bounds.intersection(context.clip))
      if !(cover.bounds.width > 0 && cover.bounds.height > 0) { return }
      PolygonMath.appendCorners(of: cover.bounds, transformedBy: .identity, to: &corners)
    } else {
      let frame = record.cover.frame
      clipper.shape.set(
        to: Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
        record.transform.followed(by: context.toRoot))
      clipper.clip.set(toClipOf: context, in: clips)
      clipper.clipShape()
      if !(clipper.result.area > 0) { return }
      cover.bounds = clipper.result.bounds
      corners.append(contentsOf: clipper.result)
    }
    cover.corners = start..<corners.count
    covers.append(cover)
    bounds = bounds.union(cover.bounds)
  }

  // MARK: Finding

  /// Finds the covers over a box on screen that are painted after a target, as positions. If one
  /// hides the whole box, it is the only result.
  ///
  /// - Complexity: O(covers), plus O(depth) for each that touches the box.
  func find(
    paintedAfter target: PaintPlace, over box: Box, _ containers: ContainerTable,
    into found: inout ScratchBuffer<Int>
  ) {
    found.removeAll()
    if !bounds.touches(box) { return }
    // The last cover painted is likely the last one gathered.
    for i in covers.indices.reversed()
    where covers[i].bounds.touches(box)
      && covers[i].paintPlace.isPainted(after: target, in: containers)
    {
      let isHiding = covers[i].isBox && covers[i].bounds.contains(box)
      if isHiding { found.removeAll() }
      found.append(i)
      if isHiding { return }
    }
  }
}
