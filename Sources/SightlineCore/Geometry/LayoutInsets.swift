/// Distances in points by which the four sides of a rect move **outwards**; negative ones move
/// inwards.
@frozen
public struct LayoutInsets: Hashable, Sendable {
  /// How far the top side moves up.
  public var top: Double
  /// How far the left side moves left.
  public var left: Double
  /// How far the bottom side moves down.
  public var bottom: Double
  /// How far the right side moves right.
  public var right: Double

  /// Creates insets from a distance for each side, in points.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets with the same distance on every side, in points.
  @inlinable
  public init(_ all: Double) { self.init(top: all, left: all, bottom: all, right: all) }

  /// No change on any side.
  public static let zero = LayoutInsets(0)
}
