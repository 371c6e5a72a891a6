public import SightlineCore

/// How one view stands in its parent, as a host reads it from its toolkit.
///
/// A view's *own* space is the one its children's frames are given in, less its scrolling; see
/// `SceneContainer` for the three spaces.
public struct ViewReading: Hashable, Sendable {
  /// The view's own space in the parent's content: its origin lies where the view's (0, 0) lies
  /// before the transform.
  public var frame: LayoutRect
  /// What counts as the view's area, in its own space: with padding or borders it begins left of 0.
  public var border: LayoutRect
  /// What its children are clipped to.
  public var clip: SceneContainer.Clip
  /// How far its content is scrolled.
  public var contentOffset: LayoutPoint
  /// Whether it is a scroll view.
  public var scrolls: Bool
  /// Whether views in it may come to lie over others unannounced: then its covers are read in every
  /// frame that reads its contents.
  public var mayHoldCovers = false
  /// Whatever the host wants to compare in the next ``ViewTree/change(of:in:since:_:)``. Where the
  /// toolkit does not report changes, another stamp of a view has all that is in it read.
  public var stamp: SIMD4<Int32> = .zero
  /// Opacity, hidden flag, transform about the frame's origin, z-order.
  public var appearance: SceneAppearance

  /// Creates a reading of a plain view.
  ///
  /// - Parameters:
  ///   - frame: where its own space lies in the parent's content, in points.
  ///   - border: what counts as its area, in its own space; the frame's size if `nil`.
  ///   - clip: what its children are clipped to.
  ///   - contentOffset: how far its content is scrolled, in points.
  ///   - scrolls: whether it is a scroll view.
  ///   - appearance: opacity, hidden flag, transform, z-order.
  public init(
    frame: LayoutRect, border: LayoutRect? = nil, clip: SceneContainer.Clip = .none,
    contentOffset: LayoutPoint = .zero,
    scrolls: Bool = false, appearance: SceneAppearance = .plain
  ) {
    self.frame = frame
    self.border = border ?? LayoutRect(origin: .zero, size: frame.size)
    self.clip = clip
    self.contentOffset = contentOffset
    self.scrolls = scrolls
    self.appearance = appearance
  }

  /// The reading of a view that cannot be placed, such as one that is turned in space: nothing of
  /// it shows.
  public static var unmeasurable: ViewReading {
    ViewReading(frame: LayoutRect(x: .infinity, y: .infinity, width: 0, height: 0))
  }

  /// The view as something that holds others.
  package var container: SceneContainer {
    SceneContainer(
      frame: frame, clip: clip, contentOffset: contentOffset, scrolls: scrolls,
      appearance: appearance)
  }

  /// The view's area in the parent's content, before the transform about its own top left corner.
  package var area: LayoutRect {
    var transform = appearance.transform
    // The engine moves the area by the transform's translation.
    (transform.tx, transform.ty) = (0, 0)
    let corner =
      transform == .identity
      ? border.origin : transform.apply(to: border.origin)
    return LayoutRect(
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
