public import SightlineCore

/// The margins by which a view or a window grows or shrinks as a viewport, from its own edges or
/// from those of its safe area.
///
/// ```swift
/// scrollView.visibility.viewportMargins = .safeArea                // less bars and the keyboard
/// scrollView.visibility.viewportMargins = .safeArea(bottom: -20)   // 20 pt less at the bottom
/// scrollView.visibility.viewportMargins = .points(bottom: 200)     // 200 pt more than its bounds
/// ```
///
/// Without margins, a viewport is the bounds: content that shows through a translucent bar is on
/// screen. Positive numbers grow it, negative ones shrink it.
public struct VisibilityMargins: Hashable, Sendable {
  /// The margins, in points and in fractions of the bounds, even if they count from the safe area.
  public var margins: ViewportMargins
  /// Whether the margins count from the edges of the safe area. The safe area excludes a docked
  /// keyboard and everything below the keyboard's top edge. A floating keyboard does not affect it.
  public var countsFromSafeArea: Bool

  /// Creates margins.
  public init(_ margins: ViewportMargins, countsFromSafeArea: Bool = false) {
    self.margins = margins
    self.countsFromSafeArea = countsFromSafeArea
  }

  /// No margins: the bounds.
  public static let zero = VisibilityMargins(.zero)

  /// The safe area, without margins.
  public static let safeArea = VisibilityMargins(.zero, countsFromSafeArea: true)

  /// Margins in points from the safe area.
  public static func safeArea(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> VisibilityMargins {
    VisibilityMargins(
      .points(top: top, left: left, bottom: bottom, right: right), countsFromSafeArea: true)
  }

  /// Margins in points from the bounds.
  public static func points(
    top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0
  ) -> VisibilityMargins {
    VisibilityMargins(.points(top: top, left: left, bottom: bottom, right: right))
  }

  /// The same margin in points from the bounds on every side.
  public static func points(_ all: Double) -> VisibilityMargins {
    VisibilityMargins(.points(all))
  }
}

/// The values of a view that determine its safe area.
package struct SafeAreaReading: Equatable, Sendable {
  /// The view's bounds, in its own coordinates with y down.
  package var bounds: LayoutRect
  /// The insets of bars, notches and the like at each edge.
  package var insets: LayoutInsets
  /// The top edge of the docked keyboard, in the same coordinates; `nil` without one.
  package var keyboardTop: Double?

  package init(bounds: LayoutRect, insets: LayoutInsets, keyboardTop: Double? = nil) {
    self.bounds = bounds
    self.insets = insets
    self.keyboardTop = keyboardTop
  }

  /// The insets of the safe area at each edge, including the keyboard. The keyboard overlaps bars,
  /// so the greater of both counts. Insets are at least 0, and the keyboard's is at most the
  /// height.
  package var unsafeInsets: LayoutInsets {
    func extent(_ inset: Double) -> Double { inset.isFinite ? max(0, inset) : 0 }
    var result = LayoutInsets(
      top: extent(insets.top), left: extent(insets.left), bottom: extent(insets.bottom),
      right: extent(insets.right))
    if let keyboardTop {
      result.bottom = max(result.bottom, min(bounds.height, extent(bounds.maxY - keyboardTop)))
    }
    return result
  }
}

extension VisibilityMargins {
  /// Returns the equivalent margins of a view's bounds.
  ///
  /// - Parameter reading: called only if the margins count from the safe area.
  package func resolved(_ reading: () -> SafeAreaReading) -> ViewportMargins {
    guard countsFromSafeArea else { return margins }
    let insets = reading().unsafeInsets
    var result = margins
    result.points = LayoutInsets(
      top: margins.points.top - insets.top, left: margins.points.left - insets.left,
      bottom: margins.points.bottom - insets.bottom, right: margins.points.right - insets.right)
    return result
  }
}
