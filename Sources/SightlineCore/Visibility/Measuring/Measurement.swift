/// How much of a target is visible, in numbers that every rule can be decided by.
struct Measurement: Sendable {
  /// Visible area ÷ target area.
  var fraction = 0.0
  /// This and the areas below are in square points of the root container's space: the window's.
  var visibleArea = 0.0
  var viewportArea = 0.0
  /// The largest part of the target that the viewport could show: what both have in common where
  /// their middles meet. For two parallelograms no other position has more in common.
  var largestArea = 0.0
  /// Whether the target meets the clip, edges included.
  var isIntersecting = false
  /// Whether no edge is cut by more than `VisibilityRule.edgeTolerance`.
  var isFull = false
  /// Whether it shows as much as the viewport can: `isFull`, or along an axis on which it does not
  /// fit no edge of the viewport is further from it than `VisibilityRule.edgeTolerance`.
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

    /// The edges of `whole` that `part` comes up to.
    static func seen(of whole: Box, in part: Box) -> UInt8 {
      let slack = VisibilityRule.edgeTolerance
      return (part.minY <= whole.minY + slack ? top : 0)
        | (part.minX <= whole.minX + slack ? left : 0)
        | (part.maxY >= whole.maxY - slack ? bottom : 0)
        | (part.maxX >= whole.maxX - slack ? right : 0)
    }
  }

  /// Whether any area is visible. Two shapes that touch may overlap by what rounding makes of their
  /// common edge; a billionth of the target is taken for that.
  var isSeen: Bool { fraction > Measurement.sliver }

  private static let sliver = 1e-9

  /// Nothing is visible.
  static let nothing = Measurement()

  /// The fraction that a rule compares with its thresholds.
  func share(of measure: VisibilityRule.Measure) -> Double {
    switch measure {
    case .item, .edges: return fraction
    case .viewport: return ratio(visibleArea, viewportArea)
    case .smaller: return ratio(visibleArea, largestArea)
    }
  }

  /// Whether the tolerance at the edges makes up for a share below 1.
  func isWhole(of measure: VisibilityRule.Measure) -> Bool {
    measure == .item && isFull || measure == .smaller && isLargest
  }

  /// A part of nothing is none.
  private func ratio(_ part: Double, _ whole: Double) -> Double {
    whole > 0 ? min(1, part / whole) : 0
  }
}
