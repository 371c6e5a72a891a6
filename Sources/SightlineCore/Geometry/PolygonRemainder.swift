/// The remainder of a convex polygon after subtracting the convex polygons on top of it.
///
/// The area is summed along the boundary of the remainder (Green's theorem): the edges of the whole
/// outside every cover, and those of each cover inside the whole and outside every other cover. A
/// convex polygon hides one interval of an edge, so nothing is cut into pieces, and covers that
/// cross at flat angles cost no more than others.
///
/// Invariants:
/// 1. Every coordinate is relative to the first corner of the whole and within `window`. Rounding
///    thus depends on the whole's size only, not on its position or the size of covers.
/// 2. Cover *k* is grown by *k* steps. This orders edges that would coincide, so each stretch of
///    the boundary is counted once despite rounding. A step is 2^-40 of the whole's extent: a
///    thousand times the rounding, and for 200 covers less than a billionth of the area of a
///    square.
/// 3. The crossing of two edges is computed the same way for both, so the boundary closes even at
///    flat angles.
struct PolygonRemainder: ~Copyable {
  private struct Edge: Sendable {
    var start: LayoutPoint
    var vector: LayoutPoint
    var end: LayoutPoint { start + vector }

    /// The signed distance of a point from the edge, positive inside, in points times the length of
    /// the edge.
    @inline(__always)
    func distance(_ p: LayoutPoint) -> Double {
      vector.x * (p.y - start.y) - vector.y * (p.x - start.x)
    }

    @inline(__always)
    func point(at position: Double) -> LayoutPoint {
      LayoutPoint(x: start.x + position * vector.x, y: start.y + position * vector.y)
    }

    /// The position along the edge, 0...1, of a point on its line.
    @inline(__always)
    func position(of p: LayoutPoint) -> Double {
      ((p.x - start.x) * vector.x + (p.y - start.y) * vector.y)
        / (vector.x * vector.x + vector.y * vector.y)
    }
  }

  private struct Part: Sendable {
    var edges: Range<Int>
    var bounds: Box
  }

  private struct Interval: Sendable {
    var start: Double
    var end: Double
  }

  private static let step = 0x1p-40
  /// The least distance between corners, as a share of the whole's extent. Closer ones are merged:
  /// rounding would decide the direction of an edge between them.
  private static let leastEdge = 1e-9
  /// The most a corner moves when its edges do, as a multiple of their distance.
  private static let sharpest = 20.0

  private var origin = LayoutPoint.zero
  private var extent = 0.0
  /// The bounds of the whole, and the larger box to which covers are clipped.
  private var whole = Box.nothing
  private var window = Box.nothing
  /// The whole first, then the covers.
  private var parts = ScratchBuffer<Part>()
  private var edges = ScratchBuffer<Edge>()
  private var corners = ScratchBuffer<LayoutPoint>()
  private var spare = ScratchBuffer<LayoutPoint>()
  /// The covers whose bounds meet those of one part.
  private var neighbours = ScratchBuffer<Int>()
  private var hidden: ContiguousArray<Interval> = []
  /// The transform from the polygons' space to that of `bounds`; `nil` if they are not needed.
  private var back: LayoutTransform?
  /// The bounding box of the remainder at the last call of `area()`, in the space given at the
  /// start; inverted if nothing remained.
  private(set) var bounds = Box.nothing

  // MARK: Polygons

  /// Starts with a polygon.
  ///
  /// - Parameter back: the transform to the space of `bounds`; `nil` if they are not needed.
  mutating func start(
    with polygon: UnsafeBufferPointer<LayoutPoint>, boundsIn back: LayoutTransform? = nil
  ) {
    self.back = back
    parts.removeAll()
    edges.removeAll()
    corners.removeAll()
    guard let first = polygon.first else { return }
    origin = first
    for corner in polygon { corners.append(corner - first) }
    whole = corners.bounds
    extent = max(whole.width, whole.height)
    window = Box(
      minX: whole.minX - extent, minY: whole.minY - extent,
      maxX: whole.maxX + extent, maxY: whole.maxY + extent)
    add(grownBy: 0)
  }

  /// Subtracts a convex polygon.
  mutating func subtract(_ cover: UnsafeBufferPointer<LayoutPoint>) {
    guard parts.count > 0, cover.count > 2 else { return }
    corners.removeAll()
    for corner in cover { corners.append(corner - origin) }
    let bounds = corners.bounds
    guard bounds.overlaps(whole), corners.area > 0 else { return }
    if !window.contains(bounds) { clipToWindow() }
    add(grownBy: Double(parts.count) * PolygonRemainder.step * extent)
  }

  private mutating func clipToWindow() {
    let window = window
    func corner(_ i: Int) -> LayoutPoint {
      LayoutPoint(
        x: i == 0 || i == 3 ? window.minX : window.maxX, y: i < 2 ? window.minY : window.maxY)
    }
    for i in 0..<4 {
      spare.removeAll()
      corners.withElements {
        PolygonMath.clip($0, edgeFrom: corner(i), to: corner((i + 1) % 4), into: &spare)
      }
      swap(&corners, &spare)
    }
  }

  /// Adds the polygon in `corners`, with every edge moved outwards.
  private mutating func add(grownBy growth: Double) {
    mergeCorners()
    let count = corners.count
    guard count > 2 else { return }
    func inward(_ i: Int) -> LayoutPoint {
      let edge = corners[(i + 1) % count] - corners[i]
      let length = (edge.x * edge.x + edge.y * edge.y).squareRoot()
      return LayoutPoint(x: -edge.y / length, y: edge.x / length)
    }
    spare.removeAll()
    var before = inward(count - 1)
    for i in 0..<count {
      let after = inward(i)
      let cosine = before.x * after.x + before.y * after.y
      let reach = growth / max(1 + cosine, 1 / PolygonRemainder.sharpest)
      spare.append(
        LayoutPoint(
          x: corners[i].x - reach * (before.x + after.x),
          y: corners[i].y - reach * (before.y + after.y)))
      before = after
    }
    let first = edges.count
    for i in 0..<count {
      edges.append(Edge(start: spare[i], vector: spare[(i + 1) % count] - spare[i]))
    }
    parts.append(
      Part(edges: first..<edges.count, bounds: spare.bounds))
  }

  private mutating func mergeCorners() {
    let least = PolygonRemainder.leastEdge * extent
    spare.removeAll()
    for i in corners.indices {
      let last = spare.isEmpty ? corners[corners.count - 1] : spare[spare.count - 1]
      let vector = corners[i] - last
      if max(abs(vector.x), abs(vector.y)) > least { spare.append(corners[i]) }
    }
    swap(&corners, &spare)
  }

  // MARK: The area

  /// The area of the remainder, in square points.
  ///
  /// - Complexity: O(*n*² log *n*). Pairs whose bounds are apart cost one comparison.
  mutating func area() -> Double {
    bounds = .nothing
    var twice = 0.0
    for part in parts.indices {
      neighbours.removeAll()
      let bounds = parts[part].bounds
      for cover in 1..<parts.count where cover != part && parts[cover].bounds.touches(bounds) {
        neighbours.append(cover)
      }
      for edge in parts[part].edges { twice += addFreeParts(of: edge, part) }
    }
    return max(0, twice / 2)
  }

  /// Adds the parts of an edge that no cover hides. For a cover's edge, only those inside the
  /// whole.
  ///
  /// - Returns: their contribution to twice the area.
  private mutating func addFreeParts(of edge: Int, _ part: Int) -> Double {
    var own = Interval(start: 0, end: 1)
    if part > 0 {
      guard let inside = interval(of: edge, part, in: 0) else { return 0 }
      own = inside
    }
    hidden.removeAll(keepingCapacity: true)
    // Most grown first: of coinciding covers, the last hides the others.
    for i in neighbours.indices.reversed() {
      guard let inside = interval(of: edge, part, in: neighbours[i]) else { continue }
      if inside.start <= own.start && inside.end >= own.end { return 0 }
      hidden.append(inside)
    }
    if hidden.count > 1 { hidden.sort { $0.start < $1.start } }
    var twice = 0.0
    var start = own.start
    for interval in hidden {
      if interval.start > start {
        twice += addFreePart(of: edge, part, start, min(interval.start, own.end))
      }
      start = max(start, interval.end)
      if start >= own.end { return twice }
    }
    return twice + addFreePart(of: edge, part, start, own.end)
  }

  private mutating func addFreePart(
    of edge: Int, _ part: Int, _ start: Double, _ end: Double
  ) -> Double {
    let edge = edges[edge]
    let (p, q) = (edge.point(at: start), edge.point(at: end))
    if let back {
      for point in [p, q] {
        let place = back.apply(to: point + origin)
        bounds = bounds.union(
          Box(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y))
      }
    }
    let twice = p.x * q.y - p.y * q.x
    return part == 0 ? twice : -twice
  }

  /// The interval of an edge, 0...1, that lies in another polygon; `nil` if none does.
  @inline(__always)
  private func interval(of index: Int, _ part: Int, in other: Int) -> Interval? {
    let edge = edges[index]
    let (start, end) = (edge.start, edge.end)
    let box = parts[other].bounds
    if max(start.x, end.x) < box.minX || min(start.x, end.x) > box.maxX
      || max(start.y, end.y) < box.minY || min(start.y, end.y) > box.maxY
    {
      return nil
    }
    var interval = Interval(start: 0, end: 1)
    for side in parts[other].edges {
      let side = edges[side]
      let (from, to) = (side.distance(start), side.distance(end))
      if from >= 0 && to >= 0 { continue }
      if from <= 0 && to <= 0 { return nil }
      // Use the same point for both edges: that of the earlier part.
      let crossing: Double
      if part < other {
        crossing = from / (from - to)
      } else {
        let (before, after) = (edge.distance(side.start), edge.distance(side.end))
        let point = side.point(at: before == after ? 0 : before / (before - after))
        crossing = edge.position(of: point)
      }
      if from < to {
        interval.start = max(interval.start, crossing)
      } else {
        interval.end = min(interval.end, crossing)
      }
      if interval.start >= interval.end { return nil }
    }
    return interval
  }
}
