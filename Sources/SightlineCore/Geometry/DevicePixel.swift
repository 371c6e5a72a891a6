/// The tolerance of comparisons of positions: a device pixel.
///
/// Toolkits round scroll offsets to whole pixels, layouts don't: 19 rows of 219.375 points end at
/// 3,324.125, but a 3x screen stops scrolling at 3,324. Distances below a pixel are therefore
/// ignored: an edge cut by less is in view, and an offset short of its end by less has reached it.
/// Hosts supply the scale of their screen.
public enum DevicePixel {
  /// The length in points if no host reports a scale: half a point, a pixel of a 2x screen.
  public static let defaultLength = 0.5

  /// The greatest cut in points that is ignored: less than a pixel, even after rounding.
  static func greatestCut(_ length: Double) -> Double { length * (1 - 1e-6) }

  /// Returns the length in points on a screen with this many pixels per point, or ``defaultLength``
  /// if the scale is not a positive number.
  public static func length(scale: Double) -> Double {
    scale > 0 && scale.isFinite ? 1 / scale : defaultLength
  }
}

extension Double {
  /// Whether the position is at or beyond another one, or less than a pixel short of it.
  @inline(__always)
  package func reaches(_ other: Double, pixel: Double) -> Bool { self > other - pixel }

  /// Whether two positions differ by at most a pixel, since each may have been rounded to one.
  @inline(__always)
  package func isAt(_ other: Double, pixel: Double) -> Bool { abs(self - other) <= pixel }
}
