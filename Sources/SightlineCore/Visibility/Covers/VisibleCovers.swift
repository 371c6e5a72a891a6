/// An opaque cover as it is on screen.
struct VisibleCover: Sendable {
  /// In the root container's own space.
  var bounds: Box
  /// Whether `bounds` is its exact shape.
  var isBox: Bool
  var paintPlace: PaintPlace
  /// Its corners, in `VisibleCovers`.
  fileprivate(set) var corners: Range<Int>
}

/// The opaque covers on screen, as far as their ancestors let them be seen: gathered from a scene,
/// and found again by what they lie over.
struct VisibleCovers: Sendable {
  private var covers = Pile<VisibleCover>()
  private var corners = Pile<LayoutPoint>()
  /// Around all of them.
  private(set) var bounds = Box.nothing
  private var index = CoverIndex()
  private var clipper = PolygonClipper()
  /// `ChangeLog.coverVersion` when they were gathered.
  private var version: UInt64 = 0

  /// Steps taken to gather them one by one: see `VisibilityEngine.work`.
  private(set) var work = 0

  var isEmpty: Bool { covers.isEmpty }

  var positions: Range<Int> { covers.indices }

  subscript(position: Int) -> VisibleCover {
    @inline(__always) get { covers[position] }
  }

  /// The corners of a cover, for as long as the closure runs.
  @inline(__always)
  func withCorners<Result>(
    _ position: Int, _ body: (UnsafeBufferPointer<LayoutPoint>) -> Result
  ) -> Result {
    corners.withElements(covers[position].corners, body)
  }

  // MARK: Gathering

  /// Gathers those of a scene with a search, whatever the viewport. Those that were gathered stay
  /// for as long as nothing has changed about any cover.
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

  /// Gathers those of a scene one by one. A search would bring the indexes up to date, and copy
  /// them to do so where the scene is not the engine's own.
  mutating func gatherOneByOne(_ scene: VisibilityScene) {
    guard let root = scene.containers.contextOfCovers(in: scene.rootSlot) else { return }
    var descent = Descent()
    var clips = ClipStack()
    descent.begin(root, clips)
    // Most covers have a neighbour in the same container.
    var (container, context) = (ContainerSlot.none, Context?.none)
    for slot in scene.covers.live {
      if scene.covers[slot].container != container {
        container = scene.covers[slot].container
        _ = descent.find(container, below: scene.rootSlot, scene.containers)
        context = descent.context(Clipping(), scene.containers, &clips, at: .never)
      }
      guard var context else { continue }
      if !scene.covers[slot].cover.appearance.isPinned {
        scene.containers.scroll(&context, intoContentOf: container, at: .never)
      }
      if scene.covers[slot].bounds.touches(context.clip) {
        add(scene.covers[slot], context, clips)
      }
    }
    work = scene.covers.count &+ descent.work
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

  /// Adds what can be seen of a cover, if anything.
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
      clipper.setShape(
        to: Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height),
        record.transform.followed(by: context.toRoot))
      clipper.setClip(toClipOf: context, in: clips)
      clipper.clipShape()
      if !(clipper.area > 0) { return }
      cover.bounds = clipper.bounds
      clipper.append(to: &corners)
    }
    cover.corners = start..<corners.count
    covers.append(cover)
  }

  // MARK: Finding

  /// Finds those that lie over a box on screen and are painted after a target. One that hides all
  /// of the box is enough: then it is the only one.
  ///
  /// - Complexity: O(covers that touch the box · depth), and O(log of the covers).
  func find(
    paintedAfter target: PaintPlace, over box: Box, _ containers: ContainerTable,
    into matches: inout CoverMatches
  ) {
    matches.removeAll()
    if !bounds.touches(box) { return }
    if index.isEmpty {
      matches.work &+= covers.count
      // The last one to be painted is likely to be the last one gathered.
      for i in covers.indices.reversed() where match(i, target, box, containers, &matches) {
        return
      }
    } else {
      _ = find(atNode: 1, target, box, containers, &matches)
    }
  }

  /// Returns whether one was found that hides all of the box.
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
    if isHiding { matches.removeAll() }
    matches.append(position)
    return isHiding
  }
}

/// Covers that were found over a target, as positions in `VisibleCovers`.
struct CoverMatches: Sendable {
  private var positions = Pile<Int>()
  /// Steps taken since it was made: see `VisibilityEngine.work`.
  fileprivate(set) var work = 0

  var isEmpty: Bool { positions.isEmpty }
  var indices: Range<Int> { positions.indices }

  subscript(i: Int) -> Int {
    @inline(__always) get { positions[i] }
  }

  mutating func removeAll() { positions.removeAll() }

  fileprivate mutating func append(_ position: Int) { positions.append(position) }
}
