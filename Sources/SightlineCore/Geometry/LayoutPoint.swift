/// A location in points, with x to the right and y **down**.
@frozen
public struct LayoutPoint: AdditiveArithmetic, Hashable, Sendable {
  /// The horizontal coordinate in points.
  public var x: Double
  /// The vertical coordinate in points, growing downwards.
  public var y: Double

  /// Creates a point from its coordinates in points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point at (0, 0).
  public static let zero = LayoutPoint(x: 0, y: 0)

  /// Whether both coordinates are finite.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum of two points taken as vectors.
  @inlinable
  public static func + (a: LayoutPoint, b: LayoutPoint) -> LayoutPoint {
    LayoutPoint(x: a.x + b.x, y: a.y + b.y)
  }

  /// The vector from `b` to `a`.
  @inlinable
  public static func - (a: LayoutPoint, b: LayoutPoint) -> LayoutPoint {
    LayoutPoint(x: a.x - b.x, y: a.y - b.y)
  }
}
