package import SightlineCore

/// How one view stands in its parent, as a host reads it from its toolkit.
///
/// A view's *own* space is the one its children's frames are given in, less its scrolling; see
/// `Container` for the three spaces.
package struct ViewReading: Hashable, Sendable {
  /// The view's own space in the parent's content: its origin lies where the view's (0, 0) lies
  /// before the transform.
  package var frame: Rect
  /// What counts as the view's area, in its own space: with padding or borders it begins left of 0.
  package var border: Rect
  /// What its children are clipped to.
  package var clip: Container.Clip
  /// How far its content is scrolled.
  package var contentOffset: Point
  /// Whether it is a scroll view.
  package var scrolls: Bool
  /// Whether views in it may come to lie over others without anybody saying so: then that is looked at
  /// in every frame that reads it.
  package var mayHoldCovers = false
  /// What the toolkit wants to know again when it is asked whether anything has changed; it means
  /// nothing to the mirror.
  package var stamp: SIMD4<Int32> = .zero
  /// Opacity, hidden flag, transform about the frame's origin, z-order.
  package var appearance: Appearance

  /// Creates a reading of a plain view.
  package init(
    frame: Rect, border: Rect? = nil, clip: Container.Clip = .none, contentOffset: Point = .zero,
    scrolls: Bool = false, appearance: Appearance = .plain
  ) {
    self.frame = frame
    self.border = border ?? Rect(origin: .zero, size: frame.size)
    self.clip = clip
    self.contentOffset = contentOffset
    self.scrolls = scrolls
    self.appearance = appearance
  }

  /// The view as something that holds others.
  package var container: Container {
    Container(
      frame: frame, clip: clip, contentOffset: contentOffset, scrolls: scrolls,
      appearance: appearance)
  }

  /// The view's area in the parent's content, before the transform about its own top left corner.
  package var area: Rect {
    let transform = appearance.transform
    let corner =
      transform == .identity
      ? border.origin : transform.apply(to: border.origin)
    return Rect(
      x: frame.origin.x + corner.x, y: frame.origin.y + corner.y,
      width: border.width, height: border.height)
  }

  /// Whether nothing but the scrolling differs.
  func differsOnlyInOffset(from other: ViewReading) -> Bool {
    var same = self
    same.contentOffset = other.contentOffset
    return same == other
  }
}
