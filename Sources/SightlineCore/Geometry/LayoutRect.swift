/// An axis-aligned rectangle in points, y down.
///
/// A rect is always *standardised*: a negative width or height given to an initialiser moves the
/// origin instead, so `width` and `height` are never negative. Non-finite numbers are kept; their
/// effect depends on the use (a target becomes *not measurable*).
@frozen
public struct LayoutRect: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public private(set) var origin: LayoutPoint
  /// The extent; never negative.
  public private(set) var size: LayoutSize

  /// Creates a rect from its origin and extent in points, standardising negative extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = LayoutPoint(x: width < 0 ? x + width : x, y: height < 0 ? y + height : y)
    size = LayoutSize(width: width < 0 ? -width : width, height: height < 0 ? -height : height)
  }

  /// Creates a rect from a corner and an extent in points, standardising negative extents.
  public init(origin: LayoutPoint, size: LayoutSize) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The empty rect at (0, 0).
  public static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The horizontal extent; never negative.
  public var width: Double { size.width }
  /// The vertical extent; never negative.
  public var height: Double { size.height }
  /// Width times height, in square points.
  public var area: Double { size.width * size.height }
  /// Whether width or height is zero.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }
  /// Whether all four numbers are finite.
  public var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }

  /// Returns the rect moved by a vector.
  public func offset(by vector: LayoutPoint) -> LayoutRect {
    LayoutRect(x: minX + vector.x, y: minY + vector.y, width: width, height: height)
  }

  /// Returns the intersection of two rects, which may be empty, or `nil` if they are apart.
  ///
  /// Edges are inclusive: two rects that only touch have a zero-area intersection.
  public func intersection(_ other: LayoutRect) -> LayoutRect? {
    let common = Box(self).intersection(Box(other))
    return common.isInverted ? nil : common.rect
  }

  /// Returns whether the other rect lies inside this one, edges included.
  public func contains(_ other: LayoutRect) -> Bool { Box(self).contains(Box(other)) }

  /// Returns whether a point lies inside this rect or on its edge.
  public func contains(_ point: LayoutPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Returns the rect grown by insets. If a side shrinks past the opposite one, a line remains at
  /// the top (or left) inset, as on the web.
  public func grown(by insets: LayoutInsets) -> LayoutRect { Box(self).grown(by: insets).rect }
}

extension LayoutRect: CustomStringConvertible {
  /// `[x, y, width, height]`.
  public var description: String { "[\(minX), \(minY), \(width), \(height)]" }
}
