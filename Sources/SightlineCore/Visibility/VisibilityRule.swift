/// When a target counts as visible.
///
/// A rule has one or more thresholds on one measured fraction. Most have a single one
/// (``fully``, ``anyPixel``, ``fraction(_:exit:)``); a target with several
/// (``thresholds(_:of:hysteresis:)``) reports each crossing of each, and every threshold behaves
/// exactly as a rule of its own would: its entering and leaving alternate.
///
/// Thresholds are inclusive, with a tolerance of 1e-6 for rounding. A threshold of 0 means *any
/// pixel*: some area is visible (two rects that only touch share none). A threshold of 1 of the
/// item means *fully*, which also holds while no edge is cut by more than 1/64 pt (Blink's layout
/// unit), so that rounding to pixels does not flicker. A threshold of 1 of the smaller is as
/// tolerant (``asMuchAsFits``).
///
/// A target counts only while its opacity and its visible area reach the rule's minimums
/// (``minimumOpacity(_:)``, ``minimumArea(_:)``): below them, no threshold holds.
///
/// ```swift
/// VisibilityRule.fully                                // all of it
/// VisibilityRule.fraction(0.5, exit: 0.4)             // half of it, until less than 40 % is left
/// VisibilityRule.thresholds([0.25, 0.5, 0.75, 1])     // each crossing of each is reported
/// VisibilityRule.fraction(0.5).minimumOpacity(0.8)    // and not while it is faint
/// ```
public struct VisibilityRule: Hashable, Sendable {
  /// What the visible area is compared with.
  public enum Measure: UInt8, Hashable, Sendable, CaseIterable {
    /// The target's own area.
    case item
    /// The viewport's area, grown by its margins.
    case viewport
    /// The largest part of the target that the viewport could show at once, wherever the target
    /// lay: the smaller of both widths times the smaller of both heights. Where one is turned
    /// against the other, it is the area that both have in common when their middles meet.
    case smaller
    /// Whether each of the target's four edges has been in view since the target came on screen:
    /// some of what clips and covers leave of it has come up to the edge, to 1/64 pt. It ends when
    /// nothing of the target is left to see, be it out of view, covered, hidden or transparent;
    /// what was seen is forgotten then.
    case edges
  }

  /// What the visible area is compared with.
  public private(set) var measure: Measure
  /// The fractions to reach, ascending, each in 0...1; never empty.
  public private(set) var thresholds: [Double]
  /// How far below a threshold the fraction must fall before the target leaves it.
  public private(set) var hysteresis: Double
  /// The least effective opacity (the product along all ancestors) at which a target counts.
  public private(set) var minimumOpacity: Double
  /// The least visible area at which a target counts, in square points of the window.
  public private(set) var minimumArea = 0.0

  /// What is drawn with less than 1 % opacity is not seen: UIKit's own limit, below which a view
  /// takes no touches (`UIView.hitTest`).
  public static let defaultMinimumOpacity = 0.01

  /// Comparisons of fractions and opacities allow for this much rounding.
  public static let tolerance = 1e-6

  /// *Fully* allows each edge to be cut by this many points: Blink's layout unit.
  public static let edgeTolerance = 1.0 / 64

  /// The minimum area, less what rounding may have taken.
  var leastArea: Double { minimumArea * (1 - VisibilityRule.tolerance) }

  init(_ measure: Measure, _ thresholds: [Double], hysteresis: Double) {
    precondition(!thresholds.isEmpty, "a rule needs at least one threshold")
    precondition(
      thresholds.count <= 65_535, "a rule has at most 65,535 thresholds, not \(thresholds.count)")
    for threshold in thresholds {
      // Written so that NaN fails too.
      precondition(
        threshold >= 0 && threshold <= 1,
        "a visibility threshold must be in 0...1, not \(threshold)")
    }
    precondition(
      hysteresis >= 0 && hysteresis <= 1,
      "a rule's hysteresis must be in 0...1, not \(hysteresis): it is left at or below the fraction "
        + "at which it is entered")
    self.measure = measure
    var sorted = ContiguousArray(thresholds)
    sort(&sorted, by: <)
    self.thresholds = Array(sorted)
    self.hysteresis = hysteresis
    minimumOpacity = VisibilityRule.defaultMinimumOpacity
  }

  /// Some area of the target is visible.
  public static let anyPixel = VisibilityRule(.item, [0], hysteresis: 0)

  /// The whole target is visible.
  public static let fully = VisibilityRule(.item, [1], hysteresis: 0)

  /// The whole target is visible, or as much of it as the viewport can show: also for items taller
  /// or wider than the screen.
  ///
  /// It is ``share(_:of:exit:)`` of 1 of the ``Measure/smaller``. For a target that fits it is
  /// ``fully``. Along an axis on which the target does not fit, it must fill the viewport, but for
  /// 1/64 pt at each edge.
  public static let asMuchAsFits = VisibilityRule(.smaller, [1], hysteresis: 0)

  /// Each of the target's edges has been in view since it came on screen: for items taller than the
  /// screen, which are never visible as a whole.
  public static let allEdgesSeen = VisibilityRule(.edges, [1], hysteresis: 0)

  /// At least this fraction (0...1) of the target's area is visible.
  ///
  /// - Parameters:
  ///   - fraction: the fraction to reach.
  ///   - exit: the fraction below which the target leaves again; `nil` for the same one.
  /// - Precondition: both are in 0...1 and `exit` is not above `fraction`.
  public static func fraction(_ fraction: Double, exit: Double? = nil) -> VisibilityRule {
    share(fraction, of: .item, exit: exit)
  }

  /// The visible area is at least this share (0...1) of what `measure` names.
  ///
  /// - Parameters:
  ///   - share: the share to reach.
  ///   - measure: what the visible area is compared with.
  ///   - exit: the share below which the target leaves again; `nil` for the same one.
  /// - Precondition: both are in 0...1 and `exit` is not above `share`.
  public static func share(
    _ share: Double, of measure: Measure, exit: Double? = nil
  ) -> VisibilityRule {
    let exit = exit ?? share
    precondition(
      exit >= 0 && exit <= share, "a rule's exit must be in 0...\(share), not \(exit)")
    return VisibilityRule(measure, [share], hysteresis: share - exit)
  }

  /// Any number of thresholds at once, each with events of its own.
  ///
  /// - Parameters:
  ///   - thresholds: fractions in 0...1, in any order; a repeated one counts twice.
  ///   - measure: what the visible area is compared with.
  ///   - hysteresis: how far the fraction must fall below a threshold to leave it.
  /// - Precondition: there is at least one, and all are in 0...1.
  public static func thresholds(
    _ thresholds: [Double], of measure: Measure = .item, hysteresis: Double = 0
  ) -> VisibilityRule {
    VisibilityRule(measure, thresholds, hysteresis: hysteresis)
  }

  /// The same rule for targets of at least this effective opacity (0...1) only; 0 leaves opacity
  /// out.
  ///
  /// - Precondition: `opacity` is in 0...1.
  public func minimumOpacity(_ opacity: Double) -> VisibilityRule {
    precondition(
      opacity >= 0 && opacity <= 1, "a rule's minimum opacity must be in 0...1, not \(opacity)")
    var rule = self
    rule.minimumOpacity = opacity
    return rule
  }

  /// The same rule for targets of which at least this area is visible, in square points of the
  /// window (after all transforms); 0, the default, requires none. Hysteresis does not concern it.
  ///
  /// A target whose whole area is smaller is not visible, with the reason
  /// ``InvisibilityReason/tooSmall``.
  ///
  /// - Precondition: `area` is finite and not negative.
  public func minimumArea(_ area: Double) -> VisibilityRule {
    precondition(
      area >= 0 && area.isFinite,
      "a rule's minimum area must be a finite number of square points from 0 up, not \(area)")
    var rule = self
    rule.minimumArea = area
    return rule
  }
}
