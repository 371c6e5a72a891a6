public import SightlineCore

/// A value that can be interpolated.
public protocol Interpolatable: Sendable {
  /// The value at a fraction of the way from this one to another.
  ///
  /// - Parameters:
  ///   - other: the value at the fraction 1.
  ///   - fraction: 0 gives exactly this value and 1 exactly the other; beyond them the change goes
  ///     on.
  func interpolated(to other: Self, at fraction: Double) -> Self

  /// The value that *is* a position, for ``Extrapolation/identity``; `nil`, the default, if there
  /// is none.
  static func identity(of position: Double) -> Self?
}

extension Interpolatable {
  /// No value is a position.
  public static func identity(of position: Double) -> Self? { nil }
}

extension Double: Interpolatable {
  /// The number at a fraction of the way from this one to another.
  public func interpolated(to other: Double, at fraction: Double) -> Double {
    // The sum need not give `other` exactly.
    fraction == 1 ? other : fraction == 0 ? self : self + (other - self) * fraction
  }

  /// The position itself.
  public static func identity(of position: Double) -> Double? { position }
}

extension LayoutPoint: Interpolatable {
  /// The point at a fraction of the straight way from this one to another.
  public func interpolated(to other: LayoutPoint, at fraction: Double) -> LayoutPoint {
    LayoutPoint(
      x: x.interpolated(to: other.x, at: fraction), y: y.interpolated(to: other.y, at: fraction))
  }
}

extension LayoutSize: Interpolatable {
  /// The size whose extents are at a fraction of the way from this one's to another's; an extent
  /// that would become negative is 0.
  public func interpolated(to other: LayoutSize, at fraction: Double) -> LayoutSize {
    LayoutSize(
      width: max(0, width.interpolated(to: other.width, at: fraction)),
      height: max(0, height.interpolated(to: other.height, at: fraction)))
  }
}

extension LayoutRect: Interpolatable {
  /// The rect whose origin and extents are at a fraction of the way from this one's to another's;
  /// an extent that would become negative is 0.
  public func interpolated(to other: LayoutRect, at fraction: Double) -> LayoutRect {
    LayoutRect(
      origin: origin.interpolated(to: other.origin, at: fraction),
      size: size.interpolated(to: other.size, at: fraction))
  }
}
