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
  private var index = CoverIndex()
  private var clipper = PolygonClipper()
  /// The value of `ChangeLog.coverVersion` at the last gathering.
  private var version: UInt64 = 0

  /// The number of steps taken by `gatherOneByOne(_:)`: see `VisibilityEngine.work`.
  private(set) var work = StepCount()

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
    finish(scene.containers)
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
    work = path.work
    work &+= scene.covers.count
    finish(scene.containers)
  }

  private mutating func removeAll() {
    covers.removeAll()
    corners.removeAll()
    index.removeAll()
    bounds = .nothing
  }

  private mutating func finish(_ containers: ContainerTable) {
    for i in covers.indices { bounds = bounds.union(covers[i].bounds) }
    if covers.count <= CoverIndex.scanLimit { return }
    index.build(covers) { $0.paintPlace.isPainted(after: $1.paintPlace, in: containers) }
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
  }

  // MARK: Finding

  /// Finds the covers over a box on screen that are painted after a target. If one hides the whole
  /// box, it is the only result.
  ///
  /// - Complexity: O(covers that touch the box · depth + log covers).
  func find(
    paintedAfter target: PaintPlace, over box: Box, _ containers: ContainerTable,
    into matches: inout CoverMatches
  ) {
    matches.positions.removeAll()
    if !bounds.touches(box) { return }
    if index.isEmpty {
      matches.work &+= covers.count
      // The last cover painted is likely the last one gathered.
      for i in covers.indices.reversed() where match(i, target, box, containers, &matches) {
        return
      }
    } else {
      _ = find(atNode: 1, target, box, containers, &matches)
    }
  }

  /// Returns whether a cover hides the whole box.
  private func find(
    atNode node: Int, _ target: PaintPlace, _ box: Box, _ containers: ContainerTable,
    _ matches: inout CoverMatches
  ) -> Bool {
    matches.work &+= 1
    if !index.box(ofNode: node).touches(box) { return false }
    guard let places = index.places(ofNode: node) else {
      return find(atNode: 2 * node, target, box, containers, &matches)
        || find(atNode: 2 * node + 1, target, box, containers, &matches)
    }
    for place in places
    where match(index.cover(atPlace: place), target, box, containers, &matches) { return true }
    return false
  }

  @inline(__always)
  private func match(
    _ position: Int, _ target: PaintPlace, _ box: Box, _ containers: ContainerTable,
    _ matches: inout CoverMatches
  ) -> Bool {
    matches.work &+= 1
    guard covers[position].bounds.touches(box),
      covers[position].paintPlace.isPainted(after: target, in: containers)
    else { return false }
    let isHiding = covers[position].isBox && covers[position].bounds.contains(box)
    if isHiding { matches.positions.removeAll() }
    matches.positions.append(position)
    return isHiding
  }
}

/// The covers over a target, as positions in `VisibleCovers`.
struct CoverMatches: Sendable {
  var positions = ScratchBuffer<Int>()
  /// The number of steps taken so far: see `VisibilityEngine.work`.
  var work = StepCount()
}
