public import SightlineCore

/// By how much a view or a window grows or shrinks as a viewport: from its own edges, or from those
/// of its safe area.
///
/// ```swift
/// scrollView.visibility.viewportMargins = .safeArea                // less bars and the keyboard
/// scrollView.visibility.viewportMargins = .safeArea(bottom: -20)   // 20 pt less at the bottom
/// scrollView.visibility.viewportMargins = .points(bottom: 200)     // 200 pt more than its bounds
/// ```
///
/// Without margins a viewport is the bounds: what shows through a translucent bar is on screen.
/// Positive numbers grow it, negative ones shrink it.
public struct VisibilityMargins: Hashable, Sendable {
  /// The margins, in points and in fractions of the bounds, also where they count from the safe
  /// area.
  public var margins: ViewportMargins
  /// Whether they count from the edges of the safe area. A docked keyboard is outside of it, with
  /// all that lies below the keyboard's top edge; one that floats takes nothing.
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

/// What a host reads of a view to know its safe area.
package struct SafeAreaReading: Hashable, Sendable {
  /// The view's bounds, in its own coordinates with y down.
  package var bounds: LayoutRect
  /// What bars, notches and the like take at each edge.
  package var insets: LayoutInsets
  /// Where the docked keyboard begins, in the same coordinates; `nil` without one.
  package var keyboardTop: Double?

  package init(bounds: LayoutRect, insets: LayoutInsets, keyboardTop: Double? = nil) {
    self.bounds = bounds
    self.insets = insets
    self.keyboardTop = keyboardTop
  }

  /// What is outside of the safe area at each edge, the keyboard included: the keyboard lies over
  /// bars, so that the greater of both counts. Nothing is less than 0, and the keyboard takes no
  /// more than there is.
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
  /// What they come to for a view, as margins of its bounds.
  ///
  /// - Parameter reading: called only where they count from the safe area.
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
