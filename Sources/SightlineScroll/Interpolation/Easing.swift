import SightlineCore

/// The course of a change over time: a cubic Bézier curve from (0, 0) to (1, 1), as defined by CSS
/// (CSS Easing Functions, level 1).
///
/// 1. 0 gives exactly 0 and 1 gives exactly 1.
/// 2. Less than 0 and NaN give 0, no change; more than 1 gives 1.
public struct Easing: Hashable, Sendable {
  /// The time of the first control point, in 0...1.
  public let x1: Double
  /// The change at the first control point.
  public let y1: Double
  /// The time of the second control point, in 0...1.
  public let x2: Double
  /// The change at the second control point.
  public let y2: Double

  /// Creates an easing from the two inner control points of its curve.
  ///
  /// - Precondition: All four are finite, and both times are in 0...1.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) {
    for x in [x1, x2] {
      require(x >= 0 && x <= 1, "an easing's times must be in 0...1, not \(x)")
    }
    for y in [y1, y2] {
      require(y.isFinite, "an easing's control points must be finite, not \(y)")
    }
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// Constant speed.
  public static let linear = Easing(x1: 0, y1: 0, x2: 1, y2: 1)
  /// Slow at the start; CSS's `ease-in`.
  public static let easeIn = Easing(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Slow at the end; CSS's `ease-out`.
  public static let easeOut = Easing(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Slow at both ends; CSS's `ease-in-out`.
  public static let easeInOut = Easing(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// Returns the completed share of the change at a share of the time, exact to 1e-9 where the
  /// curve is not vertical.
  ///
  /// - Complexity: O(1): at most 64 steps, usually about 5.
  public func value(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    if x1 == y1 && x2 == y2 { return progress }
    return Easing.coordinate(y1, y2, at: parameter(at: progress))
  }

  /// The curve's parameter at time `x`, by Newton's method, with bisection where that diverges.
  private func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = x
    for _ in 0..<Easing.mostSteps {
      let error = Easing.coordinate(x1, x2, at: t) - x
      if error == 0 { return t }
      if error > 0 { high = t } else { low = t }
      let slope = Easing.slope(x1, x2, at: t)
      var next = t - error / slope
      // Written so that NaN and infinity, from a slope of 0, also fall back to bisection.
      if !(next >= low && next <= high) { next = low + (high - low) / 2 }
      if abs(next - t) <= Easing.parameterTolerance { return next }
      t = next
    }
    return t
  }

  /// After as many bisections, the bounds differ by less than a `Double` resolves.
  private static let mostSteps = 64
  /// The step size at which to stop: less than 1e-9 in value on any reasonably steep curve.
  private static let parameterTolerance = 1e-15

  /// A coordinate of the curve at the parameter `t`.
  private static func coordinate(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }

  /// The derivative of a coordinate at the parameter `t`.
  private static func slope(_ p1: Double, _ p2: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
  }
}
