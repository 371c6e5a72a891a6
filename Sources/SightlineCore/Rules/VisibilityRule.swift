/// A condition under which a target counts as visible.
///
/// A rule has one or more thresholds on a measured fraction. Most have a single one (``fully``,
/// ``anyPixel``, ``fraction(_:exit:)``). With several (``thresholds(_:of:hysteresis:)``), every
/// crossing is reported, and each threshold behaves like a separate rule: entering and leaving
/// alternate.
///
/// Thresholds are inclusive, with a tolerance of 1e-6 for rounding. A threshold of 0 means *any
/// pixel*: some area is visible (two rects that only touch share none). A threshold of 1 means *all
/// of it*, which also holds if edges are cut by less than a device pixel, because toolkits round
/// scroll offsets to pixels (``VisibilityEngine/pixelLength``).
///
/// A target counts only while its opacity and its visible area reach the rule's minimums
/// (``minimumOpacity(_:)``, ``minimumArea(_:)``): below them, no threshold holds.
///
/// ```swift
/// VisibilityRule.fully                                // all of it
/// VisibilityRule.fraction(0.5, exit: 0.4)             // 50 %, until less than 40 % is visible
/// VisibilityRule.thresholds([0.25, 0.5, 0.75, 1])     // reports each crossing of each
/// VisibilityRule.fraction(0.5).minimumOpacity(0.8)    // only while sufficiently opaque
/// ```
public struct VisibilityRule: Hashable, Sendable {
  /// The reference for the visible area.
  public private(set) var measure: Measure
  /// The fractions to reach, ascending, each in 0...1; never empty.
  public private(set) var thresholds: [Double]
  /// The distance below a threshold at which the target leaves it.
  public internal(set) var hysteresis: Double
  /// The minimum effective opacity (the product along all ancestors) for a target to count.
  public internal(set) var minimumOpacity: Double
  /// The minimum visible area for a target to count, in square points of the window.
  public internal(set) var minimumArea: Double

  /// The default minimum opacity, 1 %: UIKit's limit, below which views receive no touches
  /// (`UIView.hitTest`).
  public static let defaultMinimumOpacity = Number.minimumOpacity.notation.usual

  /// The tolerance for rounding in comparisons of fractions and opacities.
  public static let tolerance = 1e-6

  package static let maximumThresholds = 65_535

  /// The minimum area, reduced by the tolerance for rounding.
  var leastArea: Double { minimumArea * (1 - VisibilityRule.tolerance) }

  init(_ measure: Measure, _ thresholds: [Double], hysteresis: Double) {
    require(!thresholds.isEmpty, "a rule needs at least one threshold")
    require(
      thresholds.count <= VisibilityRule.maximumThresholds,
      "a rule has at most 65,535 thresholds, not \(thresholds.count)")
    for threshold in thresholds {
      // Written so that NaN fails too.
      require(
        threshold >= 0 && threshold <= 1,
        "a visibility threshold must be in 0...1, not \(threshold)")
    }
    require(
      hysteresis >= 0 && hysteresis <= 1,
      "a rule's hysteresis must be in 0...1, not \(hysteresis): it is left at or below the fraction "
        + "at which it is entered")
    self.measure = measure
    var sorted = ContiguousArray(thresholds)
    sorted.sort()
    self.thresholds = Array(sorted)
    self.hysteresis = hysteresis
    minimumOpacity = Number.minimumOpacity.notation.usual
    minimumArea = Number.minimumArea.notation.usual
  }

  /// Holds while some area of the target is visible.
  public static let anyPixel = VisibilityRule(.item, [0], hysteresis: 0)

  /// Holds while the whole target is visible.
  public static let fully = VisibilityRule(.item, [1], hysteresis: 0)

  /// Holds while the whole target is visible, or as much of it as the viewport can show. For items
  /// taller or wider than the screen.
  ///
  /// Equals ``share(_:of:exit:)`` with a share of 1 of ``Measure/smaller``. For a target that fits,
  /// it equals ``fully``. Along an axis on which the target does not fit, it must fill the viewport
  /// except for less than a device pixel at each edge.
  public static let asMuchAsFits = VisibilityRule(.smaller, [1], hysteresis: 0)

  /// Holds once each of the target's edges has been in view since it came on screen. For items
  /// taller than the screen, which are never fully visible.
  public static let allEdgesSeen = VisibilityRule(.edges, [1], hysteresis: 0)

  /// Returns a rule that requires at least this fraction (0...1) of the target's area.
  ///
  /// - Parameters:
  ///   - fraction: the fraction to reach.
  ///   - exit: the fraction below which the target leaves; `nil` for the same one.
  /// - Precondition: Both are in 0...1 and `exit` is not above `fraction`.
  public static func fraction(_ fraction: Double, exit: Double? = nil) -> VisibilityRule {
    share(fraction, of: .item, exit: exit)
  }

  /// Returns a rule that requires at least this share (0...1) of a measure.
  ///
  /// - Parameters:
  ///   - share: the share to reach.
  ///   - measure: the reference for the visible area.
  ///   - exit: the share below which the target leaves; `nil` for the same one.
  /// - Precondition: Both are in 0...1 and `exit` is not above `share`.
  public static func share(
    _ share: Double, of measure: Measure, exit: Double? = nil
  ) -> VisibilityRule {
    let exit = exit ?? share
    require(
      exit >= 0 && exit <= share, "a rule's exit must be in 0...\(share), not \(exit)")
    return VisibilityRule(measure, [share], hysteresis: share - exit)
  }

  /// Returns a rule with several thresholds, each with separate events.
  ///
  /// - Parameters:
  ///   - thresholds: fractions in 0...1, in any order; a repeated one counts twice.
  ///   - measure: the reference for the visible area.
  ///   - hysteresis: the distance below a threshold at which the target leaves it.
  /// - Precondition: There is at least one, and all are in 0...1.
  public static func thresholds(
    _ thresholds: [Double], of measure: Measure = .item, hysteresis: Double = 0
  ) -> VisibilityRule {
    VisibilityRule(measure, thresholds, hysteresis: hysteresis)
  }

  /// Returns the rule with all numbers of another.
  package func numbers(of other: VisibilityRule) -> VisibilityRule {
    var rule = self
    for number in Number.allCases { rule[number] = other[number] }
    return rule
  }

  /// Returns the rule with a minimum effective opacity (0...1); 0 ignores opacity.
  ///
  /// - Precondition: `opacity` is in 0...1.
  public func minimumOpacity(_ opacity: Double) -> VisibilityRule {
    var rule = self
    rule[.minimumOpacity] = opacity
    return rule
  }

  /// Returns the rule with a minimum visible area, in square points of the window (after all
  /// transforms); 0, the default, requires none. Hysteresis does not apply to it.
  ///
  /// A target whose whole area is smaller is not visible, with the reason
  /// ``InvisibilityReason/tooSmall``.
  ///
  /// - Precondition: `area` is finite and not negative.
  public func minimumArea(_ area: Double) -> VisibilityRule {
    var rule = self
    rule[.minimumArea] = area
    return rule
  }
}
