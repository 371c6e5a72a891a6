public import SightlineCore

/// A value that can be interpolated.
public protocol Interpolatable: Sendable {
  /// Returns the value at a fraction of the way from this one to another.
  ///
  /// - Parameters:
  ///   - other: the value at the fraction 1.
  ///   - fraction: the fraction: 0 gives exactly this value and 1 exactly the other; values outside
  ///     extrapolate.
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

extension LayoutSize: Interpolatable {
  /// Returns the size at a fraction of the way from this one to another; negative extents become 0.
  public func interpolated(to other: LayoutSize, at fraction: Double) -> LayoutSize {
    LayoutSize(
      width: max(0, width.interpolated(to: other.width, at: fraction)),
      height: max(0, height.interpolated(to: other.height, at: fraction)))
  }
}

extension LayoutRect: Interpolatable {
  /// Returns the rect at a fraction of the way from this one to another; negative extents become 0.
  public func interpolated(to other: LayoutRect, at fraction: Double) -> LayoutRect {
    LayoutRect(
      origin: origin.interpolated(to: other.origin, at: fraction),
      size: size.interpolated(to: other.size, at: fraction))
  }
}
