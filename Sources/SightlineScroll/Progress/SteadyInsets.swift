package import SightlineCore

/// Distinguishes scrolling from changes of the insets, which do not move the content: a refresh
/// that ends, a banner, a shrinking title.
///
/// While the offset rests, the insets with which it came to rest still apply. When it moves on, the
/// new ones apply as far as they don't reverse the movement: a scroll forward never shortens the
/// distance from the start, a scroll back never lengthens it. If the container's size changes, or
/// if nothing can scroll, they apply at once.
package struct SteadyInsets: Hashable, Sendable {
  /// The last geometry, with the host's insets.
  private(set) var actual: ScrollMetrics?
  /// The same with the insets that apply, as of the last movement.
  private var steady: ScrollMetrics?

  package init() {}

  /// Handles a geometry and returns it with the insets that apply.
  package mutating func update(_ new: ScrollMetrics) -> ScrollMetrics {
    actual = new
    guard let old = steady, old.containerSize == new.containerSize,
      old.contentInsets != new.contentInsets, new.isScrollable(along: .vertical)
    else {
      steady = new
      return new
    }
    var insets = new.contentInsets
    let (offset, last) = (new.contentOffset.y, old.contentOffset.y)
    if offset.isAt(last, pixel: new.pixelLength) {
      // Small steps add up, so the offset at rest stays that of the last movement.
      steady = new.withInsets(old.contentInsets).scrolled(to: old.contentOffset)
      return new.withInsets(old.contentInsets)
    }
    let top = old.distance(along: .vertical) - offset
    // exact: the offsets differ by at least a pixel.
    if !top.isAt(insets.top, pixel: new.pixelLength), (top > insets.top) == (offset > last) {
      insets.top = top
    }
    let moved = new.withInsets(insets)
    steady = moved
    return moved
  }

  /// Applies the host's insets. Returns the geometry, or `nil` if they applied already.
  mutating func apply() -> ScrollMetrics? {
    guard let actual, steady?.contentInsets != actual.contentInsets else { return nil }
    steady = actual
    return actual
  }
}
