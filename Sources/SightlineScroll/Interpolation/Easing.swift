/// How a change runs over its time: a cubic Bézier curve, as CSS defines it (CSS Easing Functions,
/// level 1).
///
/// The curve runs from (0, 0) to (1, 1). Its first coordinate is the share of the time that has
/// passed, its second the share of the change that is done.
///
/// 1. 0 gives exactly 0 and 1 gives exactly 1, so that a change ends where it should.
/// 2. Outside 0...1 the curve goes on along its tangent at that end, which is CSS's rule. With
///    ``Extrapolation/extend`` a change goes on without a corner.
/// 3. Not a number gives 0: nothing has moved.
public struct Easing: Hashable, Sendable {
  /// Time of the first control point, in 0...1.
  public let x1: Double
  /// Change at the first control point.
  public let y1: Double
  /// Time of the second control point, in 0...1.
  public let x2: Double
  /// Change at the second control point.
  public let y2: Double

  /// Creates the easing of a cubic Bézier curve from its two inner control points.
  ///
  /// - Precondition: all four are finite, and both times are in 0...1: otherwise one moment would
  ///   have several values.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) {
    for x in [x1, x2] {
      precondition(x >= 0 && x <= 1, "an easing's times must be in 0...1, not \(x)")
    }
    for y in [y1, y2] {
      precondition(y.isFinite, "an easing's control points must be finite, not \(y)")
    }
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// At an even speed.
  public static let linear = Easing(x1: 0, y1: 0, x2: 1, y2: 1)
  /// Slow at the start; CSS's `ease-in`.
  public static let easeIn = Easing(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at the end; CSS's `ease-out`.
  public static let easeOut = Easing(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at both ends; CSS's `ease-in-out`.
  public static let easeInOut = Easing(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The share of the change that is done at a share of the time.
  ///
  /// - Parameter progress: the share of the time, 0 at the start and 1 at the end.
  /// - Returns: the curve's value, exact to 1e-9 where the curve is not vertical.
  /// - Complexity: O(1): at most 64 steps, usually about 5.
  public func value(at progress: Double) -> Double {
    if progress.isNaN { return 0 }
    if x1 == y1 && x2 == y2 { return progress }
    if progress <= 0 { return progress == 0 ? 0 : progress * slopeAtStart }
    if progress >= 1 { return progress == 1 ? 1 : 1 + (progress - 1) * slopeAtEnd }
    let t = parameter(at: progress)
    return Easing.coordinate(y1, y2, at: t)
  }
}

extension Easing {
  /// The curve's parameter where its time is `x`: Newton's method within the bounds of bisection,
  /// since alone it diverges on curves that are flat in time.
  private func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<Easing.mostSteps {
      let error = Easing.coordinate(x1, x2, at: t) - x
      if error == 0 { return t }
      if error > 0 { high = t } else { low = t }
      let slope = Easing.slope(x1, x2, at: t)
      var next = t - error / slope
      // Written so that NaN and infinity, from a slope of 0, are bisected too.
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      if abs(next - t) <= Easing.parameterTolerance { return next }
      t = next
    }
    return t
  }

  /// The bounds after so many bisections differ by 2⁻⁶⁴: less than a `Double` resolves.
  private static let mostSteps = 64
  /// A step this small changes no value by 1e-9, however steep a reasonable curve is.
  private static let parameterTolerance = 1e-15

  /// One coordinate of the curve from 0 to 1 at the parameter `t`.
  private static func coordinate(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }

  /// The derivative of the same.
  private static func slope(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
  }

  /// The tangent at the start: towards the first control point that is not the start itself; a
  /// vertical one counts as flat, as in CSS.
  private var slopeAtStart: Double {
    if x1 > 0 { return y1 / x1 }
    if y1 == 0 && x2 > 0 { return y2 / x2 }
    return y1 == 0 && y2 == 0 && x2 == 0 ? 1 : 0
  }

  /// The tangent at the end, likewise.
  private var slopeAtEnd: Double {
    if x2 < 1 { return (1 - y2) / (1 - x2) }
    if y2 == 1 && x1 < 1 { return (1 - y1) / (1 - x1) }
    return y2 == 1 && y1 == 1 && x1 == 1 ? 1 : 0
  }
}
