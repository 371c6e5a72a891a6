/// A width and a height in points.
@frozen
public struct LayoutSize: Hashable, Sendable {
  /// The horizontal extent in points.
  public var width: Double
  /// The vertical extent in points.
  public var height: Double

  /// Creates a size from its extents in points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = LayoutSize(width: 0, height: 0)

  /// Width times height, in square points.
  @inlinable
  public var area: Double { width * height }
}
