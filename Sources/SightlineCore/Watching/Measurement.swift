/// The measurements of a target's visible part, from which every rule is decided.
struct Measurement: Sendable {
  /// Visible area ÷ target area.
  var fraction = 0.0
  /// This and the areas below are in square points of the root container's space: the window's.
  var visibleArea = 0.0
  var viewportArea = 0.0
  /// The area of the largest part of the target that the viewport could show: their intersection
  /// when centred on each other, which is the largest for two parallelograms.
  var largestArea = 0.0
  /// Whether the target meets the clip, edges included.
  var isIntersecting = false
  /// Whether every edge is cut by less than a device pixel.
  var isFull = false
  /// Whether it shows as much as the viewport can: `isFull`, or along an axis on which it does not
  /// fit, every edge of the viewport is less than a device pixel away.
  var isLargest = false
  /// Whether it fills the viewport up to less than a device pixel at every edge.
  var isFilling = false
  /// The edges in view: `Edges`.
  var edges: UInt8 = 0

  /// The bits of `edges`.
  enum Edges {
    static let top: UInt8 = 1
    static let left: UInt8 = 2
    static let bottom: UInt8 = 4
    static let right: UInt8 = 8
    static let all: UInt8 = 15

    /// The edges of `whole` that `part` reaches, up to the greatest cut that is ignored.
    static func seen(of whole: Box, in part: Box, cut: (x: Double, y: Double)) -> UInt8 {
      (part.minY <= whole.minY + cut.y ? top : 0)
        | (part.minX <= whole.minX + cut.x ? left : 0)
        | (part.maxY >= whole.maxY - cut.y ? bottom : 0)
        | (part.maxX >= whole.maxX - cut.x ? right : 0)
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

  /// Whether a share counts as whole because less than a device pixel is missing at each edge.
  func isWhole(of measure: VisibilityRule.Measure) -> Bool {
    switch measure {
    case .item: isFull
    case .viewport: isFilling
    case .smaller: isLargest
    case .edges: false
    }
  }

  /// Whether the visible area reaches a minimum. For a target that counts as whole, also whether
  /// its whole area does.
  func reaches(area: Double) -> Bool {
    visibleArea >= area || isFull && visibleArea >= area * fraction
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
  /// `Measurement.isFilling`.
  var filling: Bool
  /// `Measurement.edges`.
  var edges: Bool

  static let all = MeasurementNeeds(largestPart: true, filling: true, edges: true)
}
