/// A convex polygon in points, y down: a rotated target, or what clips have left of it.
///
/// Its corners run clockwise on screen. It may be empty (no corner) or degenerate (a line or a
/// point): those have no area but still lie somewhere, which the rule for targets of zero area
/// needs.
public struct ConvexPolygon: Hashable, Sendable {
  /// The corners, clockwise on screen.
  public private(set) var corners: ContiguousArray<LayoutPoint>

  /// The polygon of a rect.
  public init(_ rect: LayoutRect) { self.init(Box(rect), .identity) }

  /// The image of a rect under a transform.
  public init(_ rect: LayoutRect, transformedBy transform: LayoutTransform) {
    self.init(Box(rect), transform)
  }

  init(_ box: Box, _ transform: LayoutTransform) {
    var corners = Pile<LayoutPoint>()
    PolygonMath.appendCorners(of: box, transformedBy: transform, to: &corners)
    self.init(corners)
  }

  private init(_ corners: Pile<LayoutPoint>) {
    self.corners = corners.withElements { ContiguousArray($0) }
  }

  /// The area in square points.
  public var area: Double {
    corners.withUnsafeBufferPointer { PolygonMath.area($0) }
  }

  /// Whether nothing is left, not even a point.
  public var isEmpty: Bool { corners.isEmpty }

  /// The smallest rect that holds the polygon; `nil` where it is empty.
  public var bounds: LayoutRect? {
    isEmpty ? nil : corners.withUnsafeBufferPointer { PolygonMath.bounds($0).rect }
  }

  /// The common part of two convex polygons, edges inclusive.
  ///
  /// - Complexity: O(*n*·*m*) in the numbers of corners.
  public func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    var result = Pile<LayoutPoint>()
    var spare = Pile<LayoutPoint>()
    corners.withUnsafeBufferPointer { subject in
      other.corners.withUnsafeBufferPointer { clip in
        PolygonMath.intersect(subject, clip, into: &result, spare: &spare)
      }
    }
    return ConvexPolygon(result)
  }

  /// The area in square points that is left of this polygon when others lie on top of it.
  ///
  /// - Complexity: O(*p*·*n*) for *n* others and *p* pieces, at most 4*n* + 1 for rects.
  public func area(minus others: [ConvexPolygon]) -> Double {
    var remainder = PolygonRemainder()
    corners.withUnsafeBufferPointer { remainder.start(with: $0) }
    for other in others {
      other.corners.withUnsafeBufferPointer { remainder.subtract($0) }
    }
    return remainder.area
  }
}
