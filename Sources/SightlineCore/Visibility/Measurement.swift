/// How much of a target is visible, in numbers that every rule can be decided by.
struct Measurement: Sendable {
  /// Visible area ÷ target area.
  var fraction = 0.0
  /// The visible area and the extents below are in one common unit, whichever suits the caller.
  var visibleArea = 0.0
  var itemWidth = 0.0
  var itemHeight = 0.0
  var viewportWidth = 0.0
  var viewportHeight = 0.0
  /// Whether the target meets the clip, edges included.
  var isIntersecting = false
  /// Whether no edge is cut by more than `VisibilityRule.edgeTolerance`.
  var isFull = false
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
    case .viewport: return ratio(visibleArea, viewportWidth * viewportHeight)
    case .smaller:
      return ratio(
        visibleArea, min(itemWidth, viewportWidth) * min(itemHeight, viewportHeight))
    }
  }

  /// A part of nothing is all of it where the target is there at all (zero area), otherwise none.
  private func ratio(_ part: Double, _ whole: Double) -> Double {
    whole > 0 ? min(1, part / whole) : fraction
  }
}
