/// The visible part of a target, in numbers that decide every rule.
struct Measurement: Sendable {
  /// Visible area ÷ target area.
  var fraction = 0.0
  /// This and the areas below are in square points of the root container's space: the window's.
  var visibleArea = 0.0
  var viewportArea = 0.0
  /// The area of the largest part of the target that the viewport could show: their intersection
  /// with coinciding centres. For two parallelograms, no other position has a larger one.
  var largestArea = 0.0
  /// Whether the target meets the clip, edges included.
  var isIntersecting = false
  /// Whether no edge is cut by more than `VisibilityRule.edgeTolerance`.
  var isFull = false
  /// Whether it shows as much as the viewport can: `isFull`, or along an axis on which it does not
  /// fit, no edge of the viewport is further away than `VisibilityRule.edgeTolerance`.
  var isLargest = false
  /// The edges in view: `Edges`.
  var edges: UInt8 = 0

  /// The bits of `edges`.
  enum Edges {
    static let top: UInt8 = 1
    static let left: UInt8 = 2
    static let bottom: UInt8 = 4
    static let right: UInt8 = 8
    static let all: UInt8 = 15

    /// The edges of `whole` that `part` reaches.
    static func seen(of whole: Box, in part: Box) -> UInt8 {
      let slack = VisibilityRule.edgeTolerance
      return (part.minY <= whole.minY + slack ? top : 0)
        | (part.minX <= whole.minX + slack ? left : 0)
        | (part.maxY >= whole.maxY - slack ? bottom : 0)
        | (part.maxX >= whole.maxX - slack ? right : 0)
    }
  }

  /// Whether any area is visible. Rounding can make touching shapes overlap at their common edge,
  /// so a billionth of the target does not count.
  var isSeen: Bool { fraction > Measurement.sliver }

  private static let sliver = 1e-9

  static let nothing = Measurement()

  /// The fraction to compare with a rule's thresholds.
  func share(of measure: VisibilityRule.Measure) -> Double {
    switch measure {
    case .item, .edges: return fraction
    case .viewport: return ratio(visibleArea, viewportArea)
    case .smaller: return ratio(visibleArea, largestArea)
    }
  }

  /// Whether the edge tolerance makes a share below 1 count as whole.
  func isWhole(of measure: VisibilityRule.Measure) -> Bool {
    measure == .item && isFull || measure == .smaller && isLargest
  }

  /// The ratio of two areas, at most 1; 0 if the whole is 0.
  private func ratio(_ part: Double, _ whole: Double) -> Double {
    whole > 0 ? min(1, part / whole) : 0
  }
}

/// The measurements needed besides those common to all rules.
struct MeasurementNeeds: Sendable {
  /// `Measurement.isLargest` and `largestArea`.
  var largestPart: Bool
  /// `Measurement.edges`.
  var edges: Bool

  static let all = MeasurementNeeds(largestPart: true, edges: true)
}
