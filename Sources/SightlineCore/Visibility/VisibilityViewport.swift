/// What targets must be inside of to be visible: a container's clip, grown by margins.
///
/// A target is measured against everything that clips it up to and including the viewport; what
/// lies above the viewport's container does not clip (as with the `root` of the web's
/// IntersectionObserver), but it still hides, fades and covers.
public struct VisibilityViewport: Hashable, Sendable {
  /// The container whose clip (or whole frame, where it has none) is the viewport.
  public var container: ContainerID
  /// By how much the clip grows: negative for bars, a keyboard or a safe area that lie over it,
  /// positive to report targets before they come on screen.
  public var margins: ViewportMargins
  /// By how much the clip of every scrolling container between a target and the viewport grows.
  public var scrollMargins: ViewportMargins

  var containerSlot: ContainerSlot { Slot(of: container) }

  /// Creates a viewport from a container.
  public init(
    _ container: ContainerID, margins: ViewportMargins = .zero,
    scrollMargins: ViewportMargins = .zero
  ) {
    self.container = container
    self.margins = margins
    self.scrollMargins = scrollMargins
  }
}

/// Distances by which a viewport grows on each side, in points and as fractions of its extent.
///
/// ```swift
/// ViewportMargins.points(top: -44)     // less what a bar covers
/// ViewportMargins.points(bottom: 200)  // reports rows 200 points before they come on screen
/// ```
public struct ViewportMargins: Hashable, Sendable {
  /// The part given in points; positive grows, negative shrinks.
  public var points: LayoutInsets
  /// The part given as a fraction of the viewport's height (top, bottom) or width (left, right):
  /// 0.1 is 10 %.
  public var fractions: LayoutInsets

  /// Creates margins from a part in points and a part in fractions of the viewport's extent.
  public init(points: LayoutInsets = .zero, fractions: LayoutInsets = .zero) {
    self.points = points
    self.fractions = fractions
  }

  /// Enough to cross everything that can be measured.
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

  /// Raises each number to that of other margins, and to at least 0: the result grows any clip at
  /// least as much as either. A side that does not move, since a part of it is not finite, is left
  /// out.
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

  /// The distances for a clip of this size. A side that is not finite does not move; one that is
  /// finite moves at most `farthest`, past which nothing is measurable.
  func resolved(for box: Box) -> LayoutInsets {
    func side(_ points: Double, _ fraction: Double, _ extent: Double) -> Double {
      guard points.isFinite && fraction.isFinite else { return 0 }
      let sum = points + (fraction == 0 ? 0 : fraction * extent)
      // Nothing times infinity: the share of an extent of 0.
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
