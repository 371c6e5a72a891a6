/// What is left of a convex polygon after convex polygons on top of it are taken away, one by one.
///
/// Invariants: the pieces are convex, do not overlap, and lie end to end in `points` (`ends[i]` is
/// where piece *i* stops). Taking a polygon away cuts each piece along the polygon's edges: what
/// lies outside an edge stays as a piece, what is inside all of them goes. The areas are therefore
/// exact for any number of overlapping covers; no inclusion and exclusion is needed. Buffers are
/// kept from one use to the next, so a steady pass allocates nothing.
struct PolygonRemainder: Sendable {
  private var points = Pile<LayoutPoint>()
  private var ends = Pile<Int>()
  private var nextPoints = Pile<LayoutPoint>()
  private var nextEnds = Pile<Int>()
  private var rest = Pile<LayoutPoint>()
  private var spare = Pile<LayoutPoint>()
  /// Pieces cut since it was made.
  private(set) var work = 0

  /// Begins anew with one polygon.
  mutating func start(with polygon: UnsafeBufferPointer<LayoutPoint>) {
    points.removeAll()
    ends.removeAll()
    for corner in polygon { points.append(corner) }
    ends.append(points.count)
  }

  /// The area that is left, in square points.
  var area: Double {
    var sum = 0.0
    forEachPiece { sum += PolygonMath.area($0) }
    return sum
  }

  /// The bounding box of what is left in another space; inverted where nothing is. Pieces that
  /// rounding may have made are left out.
  func bounds(transformedBy transform: LayoutTransform) -> Box {
    var box = Box.nothing
    forEachPiece { piece in
      let own = PolygonMath.bounds(piece)
      if PolygonMath.area(piece) > PolygonMath.pointSlack * max(own.width, own.height) {
        for corner in piece {
          let p = transform.apply(to: corner)
          box = box.union(Box(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y))
        }
      }
    }
    return box
  }

  @inline(__always)
  private func forEachPiece(_ body: (UnsafeBufferPointer<LayoutPoint>) -> Void) {
    var start = 0
    for i in ends.indices {
      points.withElements(start..<ends[i], body)
      start = ends[i]
    }
  }

  /// Takes a convex polygon away.
  mutating func subtract(_ cover: UnsafeBufferPointer<LayoutPoint>) {
    guard cover.count > 2, PolygonMath.area(cover) > 0 else { return }
    work &+= ends.count
    nextPoints.removeAll()
    nextEnds.removeAll()
    let coverBounds = PolygonMath.bounds(cover)
    var start = 0
    for i in ends.indices {
      let piece = start..<ends[i]
      if points.withElements(piece, PolygonMath.bounds).touches(coverBounds) {
        rest.removeAll()
        for corner in piece { rest.append(points[corner]) }
        split(by: cover)
      } else {
        for corner in piece { nextPoints.append(points[corner]) }
        nextEnds.append(nextPoints.count)
      }
      start = ends[i]
    }
    swap(&points, &nextPoints)
    swap(&ends, &nextEnds)
  }

  /// Cuts `rest` along every edge of the cover and keeps what lies outside.
  private mutating func split(by cover: UnsafeBufferPointer<LayoutPoint>) {
    var from = cover[cover.count - 1]
    for to in cover {
      if from != to {
        switch rest.withElements({ PolygonMath.side(of: $0, edgeFrom: from, to: to) }) {
        case .inside:
          from = to
          continue
        case .outside:
          if rest.withElements(PolygonMath.area) > 0 { keepRest() }
          return
        case nil: break
        }
        let first = nextPoints.count
        rest.withElements {
          PolygonMath.clip($0, edgeFrom: from, to: to, side: -1, into: &nextPoints)
        }
        if nextPoints.withElements(first..<nextPoints.count, PolygonMath.area) > 0 {
          nextEnds.append(nextPoints.count)
        } else {
          nextPoints.removeLast(downTo: first)
        }
        spare.removeAll()
        rest.withElements {
          PolygonMath.clip($0, edgeFrom: from, to: to, side: 1, into: &spare)
        }
        swap(&rest, &spare)
        if rest.isEmpty { return }
      }
      from = to
    }
  }

  private mutating func keepRest() {
    for i in rest.indices { nextPoints.append(rest[i]) }
    nextEnds.append(nextPoints.count)
  }
}
