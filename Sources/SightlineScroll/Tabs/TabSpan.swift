/// The horizontal place of a tab, an underline or a capsule, in points from the **left** edge of
/// the strip's content, in either layout direction. Unusable numbers count as 0.
public struct TabSpan: Hashable, Sendable {
  /// The left edge in points.
  public let x: Double
  /// The width in points; finite and never negative.
  public let width: Double

  /// Creates a span from its left edge and width in points.
  public init(x: Double, width: Double) {
    self.x = x.isFinite ? x : 0
    self.width = width.asExtent
  }

  /// The horizontal centre, in points.
  public var midX: Double { x + width / 2 }

  /// The right edge, in points.
  public var maxX: Double { x + width }
}

extension TabSpan: Interpolatable {
  /// Returns the span at a fraction of the way from this one to another.
  public func interpolated(to other: TabSpan, at fraction: Double) -> TabSpan {
    TabSpan(
      x: x.interpolated(to: other.x, at: fraction),
      width: width.interpolated(to: other.width, at: fraction))
  }
}
