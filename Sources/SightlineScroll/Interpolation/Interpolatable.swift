public import SightlineCore

/// A value that can be interpolated.
public protocol Interpolatable: Sendable {
  /// Returns the value at a fraction of the way to another: 0 gives exactly this value and 1
  /// exactly the other; values outside extrapolate.
  func interpolated(to other: Self, at fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// Returns the number at a fraction of the way from this one to another.
  public func interpolated(to other: Double, at fraction: Double) -> Double {
    // The sum may not equal `other` exactly.
    fraction == 1 ? other : fraction == 0 ? self : self + (other - self) * fraction
  }
}

extension LayoutPoint: Interpolatable {
  /// Returns the point at a fraction of the straight line from this one to another.
  public func interpolated(to other: LayoutPoint, at fraction: Double) -> LayoutPoint {
    LayoutPoint(
      x: x.interpolated(to: other.x, at: fraction), y: y.interpolated(to: other.y, at: fraction))
  }
}
