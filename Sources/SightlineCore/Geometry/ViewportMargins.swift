/// The margins by which a view or a window grows or shrinks as a viewport, from its own edges or
/// from those of its safe area, in points and as fractions of its extent.
///
/// ```swift
/// ViewportMargins.safeArea                // less bars and the keyboard
/// ViewportMargins.safeArea(bottom: -20)   // 20 points less at the bottom
/// ViewportMargins.points(top: -44)        // excludes a bar
/// ViewportMargins.points(bottom: 200)     // reports rows 200 points before they come on screen
/// ```
///
/// Without margins, a viewport is the bounds: content that shows through a translucent bar is on
/// screen. Positive numbers grow it, negative ones shrink it.
public struct ViewportMargins: Hashable, Sendable {
  /// The part given in points; positive grows, negative shrinks.
  public var points: LayoutInsets
  /// The part given as a fraction of the viewport's height (top, bottom) or width (left, right):
  /// 0.1 is 10 %.
  public var fractions: LayoutInsets
  /// Whether the margins count from the edges of the safe area. The safe area excludes a docked
  /// keyboard and everything below the keyboard's top edge. A floating keyboard does not affect it.
  ///
  /// Hosts resolve it. An engine knows no safe area and ignores it, and so does GTK, where an app
  /// sets the space its bars take.
  public var countsFromSafeArea: Bool

  /// Creates margins from a part in points and a part in fractions of the viewport's extent.
  public init(
    points: LayoutInsets = .zero, fractions: LayoutInsets = .zero, countsFromSafeArea: Bool = false
  ) {
    self.points = points
    self.fractions = fractions
    self.countsFromSafeArea = countsFromSafeArea
  }

  /// The limit of a margin: twice that of coordinates, enough to span all measurable ones.
  private static let farthest = 2 * Box.limit

  /// No margins.
  public static let zero = ViewportMargins()

  /// Margins in points.
  public static func points(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> ViewportMargins {
    ViewportMargins(points: LayoutInsets(top: top, left: left, bottom: bottom, right: right))
  }

  /// The same margin in points on every side.
  public static func points(_ all: Double) -> ViewportMargins {
    ViewportMargins(points: LayoutInsets(all))
  }

  /// The safe area, without margins.
  public static let safeArea = ViewportMargins(countsFromSafeArea: true)

  /// Margins in points from the safe area.
  public static func safeArea(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> ViewportMargins {
    ViewportMargins(
      points: LayoutInsets(top: top, left: left, bottom: bottom, right: right),
      countsFromSafeArea: true)
  }

  /// Raises each number to that of other margins, so the result grows any clip at least as much as
  /// either. Ignores non-finite sides, which do not move.
  mutating func formUpperBound(with other: ViewportMargins) {
    func raise(_ points: inout Double, _ fraction: inout Double, _ p: Double, _ f: Double) {
      guard p.isFinite && f.isFinite else { return }
      points = max(points, p)
      fraction = max(fraction, f)
    }
    raise(&points.top, &fractions.top, other.points.top, other.fractions.top)
    raise(&points.left, &fractions.left, other.points.left, other.fractions.left)
    raise(&points.bottom, &fractions.bottom, other.points.bottom, other.fractions.bottom)
    raise(&points.right, &fractions.right, other.points.right, other.fractions.right)
  }

  /// Returns the distances for a clip of this size. A non-finite side does not move; a finite one
  /// moves at most `farthest`, beyond which nothing is measurable.
  func resolved(for box: Box) -> LayoutInsets {
    func side(_ points: Double, _ fraction: Double, _ extent: Double) -> Double {
      guard points.isFinite && fraction.isFinite else { return 0 }
      let sum = points + (fraction == 0 ? 0 : fraction * extent)
      // The extent is not a number.
      if sum.isNaN { return 0 }
      return max(-ViewportMargins.farthest, min(ViewportMargins.farthest, sum))
    }
    return LayoutInsets(
      top: side(points.top, fractions.top, box.height),
      left: side(points.left, fractions.left, box.width),
      bottom: side(points.bottom, fractions.bottom, box.height),
      right: side(points.right, fractions.right, box.width))
  }
}
