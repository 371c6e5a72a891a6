/// A convex polygon as the oracle computes with it: a list of corners, clockwise on screen.
///
/// It shares nothing with `PolygonMath`. A polygon without area holds nothing.
struct OraclePolygon {
  var corners: [LayoutPoint]

  /// The image of a rect.
  init(_ rect: OracleRect, _ transform: LayoutTransform) {
    let image = [
      LayoutPoint(x: rect.left, y: rect.top), LayoutPoint(x: rect.right, y: rect.top),
      LayoutPoint(x: rect.right, y: rect.bottom), LayoutPoint(x: rect.left, y: rect.bottom),
    ].map { transform.apply(to: $0) }
    // A mirror image runs the other way round.
    let isMirrored = transform.a * transform.d < transform.b * transform.c
    corners = isMirrored ? image.reversed() : image
  }

  private init(_ corners: [LayoutPoint]) { self.corners = corners }

  /// The edges, from corner to corner.
  private var edges: [(from: LayoutPoint, to: LayoutPoint)] {
    zip(corners, corners.dropFirst() + corners.prefix(1)).map { (from: $0, to: $1) }
  }

  /// By the shoelace formula, about the first corner: far from the origin it loses no digits.
  var area: Double {
    guard let first = corners.first else { return 0 }
    let twice = edges.reduce(0) { sum, edge in
      let (u, v) = (edge.from - first, edge.to - first)
      return sum + u.x * v.y - u.y * v.x
    }
    return max(0, twice / 2)
  }

  /// The part on the right of a line or on it: one step of Sutherland's and Hodgman's algorithm.
  private func part(rightOf a: LayoutPoint, _ b: LayoutPoint) -> OraclePolygon {
    func distance(_ p: LayoutPoint) -> Double {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
    var result: [LayoutPoint] = []
    for edge in edges {
      let (from, to) = (distance(edge.from), distance(edge.to))
      if from >= 0 { result.append(edge.from) }
      if min(from, to) < 0 && max(from, to) > 0 {
        let t = from / (from - to)
        result.append(
          LayoutPoint(
            x: edge.from.x + t * (edge.to.x - edge.from.x),
            y: edge.from.y + t * (edge.to.y - edge.from.y)))
      }
    }
    return OraclePolygon(result)
  }

  /// What two polygons have in common.
  func intersection(_ other: OraclePolygon) -> OraclePolygon {
    guard other.area > 0 else { return OraclePolygon([]) }
    return other.edges.reduce(self) { $0.part(rightOf: $1.from, $1.to) }
  }

  /// What another polygon leaves of this one: for each of its edges the piece beyond it, of what is
  /// within the edges before.
  func subtracting(_ other: OraclePolygon) -> [OraclePolygon] {
    guard intersection(other).area > 0 else { return [self] }
    var pieces: [OraclePolygon] = []
    var rest = self
    for edge in other.edges {
      pieces.append(rest.part(rightOf: edge.to, edge.from))
      rest = rest.part(rightOf: edge.from, edge.to)
    }
    return pieces.filter { $0.area > 0 }
  }

  /// Whether another polygon lies inside, edges included.
  func contains(_ other: OraclePolygon) -> Bool {
    edges.allSatisfy { edge in
      let along = edge.to - edge.from
      return other.corners.allSatisfy {
        along.x * ($0.y - edge.from.y) - along.y * ($0.x - edge.from.x) >= 0
      }
    }
  }

  /// The rect around its image.
  func bounds(_ transform: LayoutTransform = .identity) -> OracleRect? {
    let image = corners.map { transform.apply(to: $0) }
    guard let left = image.map({ $0.x }).min(), let right = image.map({ $0.x }).max(),
      let top = image.map({ $0.y }).min(), let bottom = image.map({ $0.y }).max()
    else { return nil }
    return OracleRect(left: left, top: top, right: right, bottom: bottom)
  }
}

/// A rect as the oracle computes with it, by its sides.
struct OracleRect: Equatable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ rect: LayoutRect) {
    self.init(left: rect.minX, top: rect.minY, right: rect.maxX, bottom: rect.maxY)
  }

  /// From the origin, with the extent of another.
  init(extentOf rect: LayoutRect) {
    self.init(left: 0, top: 0, right: rect.width, bottom: rect.height)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// Around the origin.
  var centred: OracleRect {
    OracleRect(left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2)
  }

  /// Each side moved inwards, at most to the middle.
  func shrunk(by distance: Double) -> OracleRect {
    let (x, y) = (min(distance, width / 2), min(distance, height / 2))
    return OracleRect(left: left + x, top: top + y, right: right - x, bottom: bottom - y)
  }

  /// Each side moved by its margin: see `ViewportMargins`. Margins that are no number move nothing.
  func grown(by margins: ViewportMargins) -> OracleRect {
    func margin(_ points: Double, _ fraction: Double, of extent: Double) -> Double {
      guard points.isFinite, fraction.isFinite else { return 0 }
      return min(0x1p51, max(-0x1p51, points + fraction * extent))
    }
    let (points, fractions) = (margins.points, margins.fractions)
    let left = left - margin(points.left, fractions.left, of: width)
    let top = top - margin(points.top, fractions.top, of: height)
    return OracleRect(
      left: left, top: top,
      right: max(left, right + margin(points.right, fractions.right, of: width)),
      bottom: max(top, bottom + margin(points.bottom, fractions.bottom, of: height)))
  }

  /// Whether nothing in it is further away than can be measured: 2^50 points.
  var isMeasurable: Bool {
    [left, top, right, bottom].allSatisfy { abs($0) <= Oracle.farthest }
  }

  /// With sides that are no further away than that.
  var withinReach: OracleRect {
    func bounded(_ side: Double) -> Double { max(-Oracle.farthest, min(Oracle.farthest, side)) }
    return OracleRect(
      left: bounded(left), top: bounded(top), right: bounded(right), bottom: bounded(bottom))
  }
}
