/// What many convex polygons leave of a convex polygon, by dividing it until few are left in a
/// cell.
///
/// Cutting one after the other out of the whole (`PolygonRemainder`) leaves up to *n*² pieces, and
/// visits all of them for each. So a cell in which many polygons meet is halved across its longer
/// side: most of them miss a half or cover it wholly, and both take no more work. A cell that is
/// upright, under upright boxes only, is left to `RectRemainder`.
///
/// No way is known to find the area of a union of convex polygons in less than *n*² steps: whether
/// triangles cover a triangle is as hard as 3SUM (Gajentaan and Overmars, 1995). The depth is
/// bounded so that the cells at which the edges of *n* polygons arrive number O(*n*²) at most.
struct PolygonDivision: Sendable {
  private struct Cover: Sendable {
    var corners: Range<Int>
    var bounds: Box
    var isBox: Bool
  }

  private enum Relation { case apart, crossing, covering }

  /// Up to here cutting is faster than dividing (measured with crossing stripes).
  private static let cuttingLimit = 6

  private var covers = Pile<Cover>()
  private var corners = Pile<LayoutPoint>()
  /// The cells on the way down to the present one, end to end.
  private var cells = Pile<LayoutPoint>()
  /// For each of these cells the covers that cross it, end to end.
  private var crossing = Pile<Int>()
  private var whole = Pile<LayoutPoint>()
  private var polygons = PolygonRemainder()
  private var rects = RectRemainder()
  private var steps = 0
  /// The space of `bounds`, from that of the polygons; `nil` where they are not needed.
  private var back: LayoutTransform?

  /// The bounding box, in the space given at the start, of what was left when `area()` was last
  /// called; inverted where nothing was. Pieces that rounding may have made are left out.
  private(set) var bounds = Box.nothing

  /// Polygons compared or cut since it was made.
  var work: Int { steps &+ polygons.work &+ rects.work }

  /// Begins anew with one polygon.
  ///
  /// - Parameter back: the transform to the space of `bounds`; `nil` if they are not needed.
  mutating func start(
    with polygon: UnsafeBufferPointer<LayoutPoint>, boundsIn back: LayoutTransform?
  ) {
    self.back = back
    covers.removeAll()
    corners.removeAll()
    whole.removeAll()
    for corner in polygon { whole.append(corner) }
  }

  /// Takes a convex polygon away.
  ///
  /// - Parameter isBox: whether `bounds` is its exact shape.
  mutating func subtract(
    _ cover: UnsafeBufferPointer<LayoutPoint>, bounds: Box, isBox: Bool
  ) {
    guard cover.count > 2, PolygonMath.area(cover) > 0 else { return }
    let start = corners.count
    for corner in cover { corners.append(corner) }
    covers.append(Cover(corners: start..<corners.count, bounds: bounds, isBox: isBox))
  }

  /// The area that is left, in square points.
  ///
  /// - Complexity: O(*n* log *n*) where the polygons do not cross, O(*n*² log *n*) where all do.
  mutating func area() -> Double {
    bounds = .nothing
    cells.removeAll()
    crossing.removeAll()
    for i in whole.indices { cells.append(whole[i]) }
    for i in covers.indices { crossing.append(i) }
    if covers.count <= PolygonDivision.cuttingLimit {
      return cut(0..<cells.count, 0..<crossing.count)
    }
    let bounds = whole.withElements(PolygonMath.bounds)
    let isBox =
      whole.count == 4
      && whole.indices.allSatisfy {
        (whole[$0].x == bounds.minX || whole[$0].x == bounds.maxX)
          && (whole[$0].y == bounds.minY || whole[$0].y == bounds.maxY)
      }
    // Two halvings divide both sides by two: enough for 8 cells a polygon along each side.
    let bits = Int.bitWidth - covers.count.leadingZeroBitCount
    return area(
      ofCell: 0..<cells.count, isBox: isBox, under: 0..<crossing.count, divisions: 2 * (bits + 3))
  }

  /// The free area of a cell under those of the candidates that reach into it.
  private mutating func area(
    ofCell cell: Range<Int>, isBox: Bool, under candidates: Range<Int>, divisions: Int
  ) -> Double {
    steps &+= 1 &+ candidates.count
    let bounds = cells.withElements(cell, PolygonMath.bounds)
    let first = crossing.count
    var isUpright = isBox
    for i in candidates {
      switch relation(of: covers[crossing[i]], to: cell, bounds) {
      case .apart: continue
      case .covering:
        crossing.removeLast(downTo: first)
        return 0
      case .crossing:
        isUpright = isUpright && covers[crossing[i]].isBox
        crossing.append(crossing[i])
      }
    }
    let own = first..<crossing.count
    defer { crossing.removeLast(downTo: first) }
    if own.isEmpty, back == nil { return cells.withElements(cell, PolygonMath.area) }
    // The bounds of what boxes leave are exact where the box around them stays one.
    if isUpright, back?.isAxisAligned ?? true {
      rects.start(with: bounds)
      for i in own { rects.subtract(covers[crossing[i]].bounds) }
      let area = rects.area()
      if let back, !rects.bounds.isInverted {
        self.bounds = self.bounds.union(back.boundingBox(of: rects.bounds))
      }
      return area
    }
    if own.count <= PolygonDivision.cuttingLimit || divisions == 0 { return cut(cell, own) }
    return half(cell, bounds, isBox: isBox, own, side: 1, divisions - 1)
      + half(cell, bounds, isBox: isBox, own, side: -1, divisions - 1)
  }

  /// The free area of the half of a cell before (`side` 1) or behind the middle of its longer side.
  private mutating func half(
    _ cell: Range<Int>, _ bounds: Box, isBox: Bool, _ covers: Range<Int>, side: Double,
    _ divisions: Int
  ) -> Double {
    let middle = LayoutPoint(
      x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2)
    // The inner side is on the right of the edge: below x or y.
    let along =
      bounds.width > bounds.height ? LayoutPoint(x: 0, y: 1) : LayoutPoint(x: -1, y: 0)
    whole.removeAll()
    for i in cell { whole.append(cells[i]) }
    let start = cells.count
    whole.withElements {
      PolygonMath.clip($0, edgeFrom: middle, to: middle + along, side: side, into: &cells)
    }
    let area = area(
      ofCell: start..<cells.count, isBox: isBox, under: covers, divisions: divisions)
    cells.removeLast(downTo: start)
    return area
  }

  private mutating func cut(_ cell: Range<Int>, _ own: Range<Int>) -> Double {
    cells.withElements(cell) { polygons.start(with: $0) }
    for i in own {
      corners.withElements(covers[crossing[i]].corners) { polygons.subtract($0) }
    }
    if let back { bounds = bounds.union(polygons.bounds(transformedBy: back)) }
    return polygons.area
  }

  private func relation(of cover: Cover, to cell: Range<Int>, _ bounds: Box) -> Relation {
    if !cover.bounds.overlaps(bounds) { return .apart }
    return corners.withElements(cover.corners) { cover in
      cells.withElements(cell) { cell in
        if cell.isEmpty { return .apart }
        if PolygonMath.contains(cover, cell) { return .covering }
        return PolygonMath.isApart(cover, cell) || PolygonMath.isApart(cell, cover)
          ? .apart : .crossing
      }
    }
  }
}
