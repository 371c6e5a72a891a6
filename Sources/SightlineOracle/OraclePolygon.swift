internal import SightlineCore

/// The oracle's convex polygon: a list of corners, clockwise on screen.
///
/// It shares no code with `PolygonMath`. A polygon without area contains nothing.
struct OraclePolygon {
  var corners: [LayoutPoint]

  init(_ rect: OracleRect, _ transform: LayoutTransform) {
    corners = [
      transform.apply(to: LayoutPoint(x: rect.left, y: rect.top)),
      transform.apply(to: LayoutPoint(x: rect.right, y: rect.top)),
      transform.apply(to: LayoutPoint(x: rect.right, y: rect.bottom)),
      transform.apply(to: LayoutPoint(x: rect.left, y: rect.bottom)),
    ]
    // Mirroring reverses the orientation.
    if transform.a * transform.d < transform.b * transform.c { corners.reverse() }
  }

  private init(_ corners: [LayoutPoint]) { self.corners = corners }

  /// The area by the shoelace formula, about the first corner so that distant polygons lose no
  /// digits.
  var area: Double {
    var twice = 0.0
    for i in corners.indices.dropFirst() {
      let (u, v) = (corners[i - 1] - corners[0], corners[i] - corners[0])
      twice += u.x * v.y - u.y * v.x
    }
    return max(0, twice / 2)
  }

  /// The signed distance of a point from the edge that ends in corner `i`, times the edge's length:
  /// positive inside, on the right.
  private func side(of p: LayoutPoint, atEdge i: Int) -> Double {
    let (a, b) = (corners[i == 0 ? corners.count - 1 : i - 1], corners[i])
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }

  /// The part of another polygon inside (`sign` 1) or outside (-1) an edge of this one: a step of
  /// Sutherland and Hodgman's algorithm.
  private func part(of other: OraclePolygon, atEdge i: Int, _ sign: Double) -> OraclePolygon {
    var result: [LayoutPoint] = []
    guard var from = other.corners.last else { return other }
    var before = sign * side(of: from, atEdge: i)
    for to in other.corners {
      let here = sign * side(of: to, atEdge: i)
      if min(before, here) < 0 && max(before, here) > 0 {
        let t = before / (before - here)
        result.append(
          LayoutPoint(x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y)))
      }
      if here >= 0 { result.append(to) }
      (from, before) = (to, here)
    }
    return OraclePolygon(result)
  }

  func intersection(_ other: OraclePolygon) -> OraclePolygon {
    guard other.area > 0 else { return OraclePolygon([]) }
    var rest = self
    for i in other.corners.indices { rest = other.part(of: rest, atEdge: i, 1) }
    return rest
  }

  /// The pieces of this polygon outside another: for each edge of the other, the piece beyond that
  /// edge and within the previous ones.
  func subtracting(_ other: OraclePolygon) -> [OraclePolygon] {
    guard intersection(other).area > 0 else { return [self] }
    var pieces: [OraclePolygon] = []
    var rest = self
    for i in other.corners.indices {
      let beyond = other.part(of: rest, atEdge: i, -1)
      if beyond.area > 0 { pieces.append(beyond) }
      rest = other.part(of: rest, atEdge: i, 1)
    }
    return pieces
  }

  /// Whether another polygon lies inside, edges included.
  func contains(_ other: OraclePolygon) -> Bool {
    for i in corners.indices {
      for corner in other.corners where side(of: corner, atEdge: i) < 0 { return false }
    }
    return true
  }

  func bounds(_ transform: LayoutTransform = .identity) -> OracleRect? {
    var bounds: OracleRect?
    for corner in corners {
      let p = transform.apply(to: corner)
      let (left, right) = (min(bounds?.left ?? p.x, p.x), max(bounds?.right ?? p.x, p.x))
      let (top, bottom) = (min(bounds?.top ?? p.y, p.y), max(bounds?.bottom ?? p.y, p.y))
      bounds = OracleRect(left: left, top: top, right: right, bottom: bottom)
    }
    return bounds
  }
}

/// The oracle's rect, stored as four sides.
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

  /// Creates a rect at the origin with the extent of another.
  init(extentOf rect: LayoutRect) {
    self.init(left: 0, top: 0, right: rect.width, bottom: rect.height)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The rect of the same size centred on the origin.
  var centred: OracleRect {
    OracleRect(left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2)
  }

  /// The rect with each side moved inwards by nearly a pixel of its image, at most to the middle.
  func shrunk(by pixel: Double, _ toWindow: LayoutTransform) -> OracleRect {
    let linear = toWindow.linear
    let area = abs(linear.a * linear.d - linear.b * linear.c)
    let distance = pixel * 0.999_999
    // A side moves by the height of the image's parallelogram over it.
    func inset(_ u: Double, _ v: Double, atMost middle: Double) -> Double {
      area > 0 ? min(distance * (u * u + v * v).squareRoot() / area, middle) : middle
    }
    let x = inset(linear.c, linear.d, atMost: width / 2)
    let y = inset(linear.a, linear.b, atMost: height / 2)
    return OracleRect(left: left + x, top: top + y, right: right - x, bottom: bottom - y)
  }

  /// The rect with each side moved by its margin: see `ViewportMargins`. Non-finite margins do not
  /// move a side.
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

  /// Whether all sides are within the measurable range of 2^50 points.
  var isMeasurable: Bool { [left, top, right, bottom].allSatisfy { abs($0) <= Oracle.farthest } }

  /// The rect with its sides clamped to that range.
  var withinReach: OracleRect {
    func bounded(_ side: Double) -> Double { max(-Oracle.farthest, min(Oracle.farthest, side)) }
    return OracleRect(
      left: bounded(left), top: bounded(top), right: bounded(right), bottom: bounded(bottom))
  }
}

extension LayoutTransform {
  /// The transform without its translation.
  var linear: LayoutTransform { LayoutTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }
}
