/// The tolerance of comparisons of positions: a device pixel.
///
/// Toolkits round scroll offsets to whole pixels, layouts don't: 19 rows of 219.375 points end at
/// 3,324.125, where a screen with 3 pixels a point stops at 3,324. A distance of less than a pixel
/// is therefore none: an edge that is cut by less is in view, and an offset that lacks less has
/// reached its end. Hosts know the scale of their screen.
public enum DevicePixel {
  /// The length in points where no host reports a scale: half a point, a pixel of a screen with 2
  /// pixels a point.
  public static let defaultLength = 0.5

  /// The greatest cut in points that is none: less than a pixel, also after rounding.
  static func greatestCut(_ length: Double) -> Double { length * (1 - 1e-6) }

  /// Returns the length in points on a screen with this many pixels a point, or ``defaultLength``
  /// if the scale is not a positive number.
  public static func length(scale: Double) -> Double {
    scale > 0 && scale.isFinite ? 1 / scale : defaultLength
  }
}

extension Double {
  /// Whether the position is at or beyond another one, or lacks less than a pixel.
  @inline(__always)
  package func reaches(_ other: Double, pixel: Double) -> Bool { self > other - pixel }

  /// Whether two positions differ by a pixel at most, since each may have been rounded to one.
  @inline(__always)
  package func isAt(_ other: Double, pixel: Double) -> Bool { abs(self - other) <= pixel }
}
