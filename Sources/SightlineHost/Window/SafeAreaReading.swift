package import SightlineCore

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

extension ViewportMargins {
  /// Returns the equivalent margins of a view's bounds.
  ///
  /// - Parameter reading: called only if the margins count from the safe area.
  package func resolved(_ reading: () -> SafeAreaReading) -> ViewportMargins {
    guard countsFromSafeArea else { return self }
    let insets = reading().unsafeInsets
    var result = ViewportMargins(points: points, fractions: fractions)
    result.points.top -= insets.top
    result.points.left -= insets.left
    result.points.bottom -= insets.bottom
    result.points.right -= insets.right
    return result
  }
}
