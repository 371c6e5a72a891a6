public import SightlineCore

/// The position and appearance of a view in its parent, as a host reads them from its toolkit.
///
/// A view's *own* space is the one in which its children's frames are given, before scrolling; see
/// `SceneContainer` for the three spaces.
public struct ViewReading: Hashable, Sendable {
  /// The view's own space in the parent's content. Its origin is the position of the view's (0, 0)
  /// before the transform.
  public var frame: LayoutRect
  /// The view's area, in its own space. With padding or borders it begins left of 0.
  public var border: LayoutRect
  /// The clip of its children.
  public var clip: SceneContainer.Clip
  /// The scroll offset of its content, in points.
  public var contentOffset: LayoutPoint
  /// Whether it is a scroll view.
  public var scrolls: Bool
  /// Whether covers may appear in it without notice. If so, its covers and the order of its
  /// children are read in every frame that reads its contents.
  public var mayHoldCovers = false
  /// Whether a list keeps the view ready outside its visible range. A frame then asks only
  /// ``ViewTree/isSetAside(_:)``. It cannot show again before the list itself has changed.
  public var isSetAside = false
  /// Any value for the host to compare in the next ``ViewTree/change(of:in:since:_:)``. If the
  /// toolkit does not report changes, a new stamp makes the mirror read everything in the view.
  public var stamp: SIMD4<Int32> = .zero
  /// The opacity, hidden flag, transform about the frame's origin, and z-order.
  public var appearance: SceneAppearance

  /// Creates a reading of a plain view.
  ///
  /// - Parameters:
  ///   - frame: the view's own space in the parent's content, in points.
  ///   - border: the view's area, in its own space; the frame's size if `nil`.
  ///   - clip: the clip of its children.
  ///   - contentOffset: the scroll offset of its content, in points.
  ///   - scrolls: whether it is a scroll view.
  ///   - appearance: the opacity, hidden flag, transform and z-order.
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

  /// The reading of a view that cannot be measured, such as one rotated in space. None of it shows.
  public static var unmeasurable: ViewReading {
    ViewReading(frame: LayoutRect(x: .infinity, y: .infinity, width: 0, height: 0))
  }

  /// The reading as a container of other views.
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

  /// Whether the readings differ at most in their content offset.
  func differsOnlyInOffset(from other: ViewReading) -> Bool {
    var same = self
    same.contentOffset = other.contentOffset
    return same == other
  }
}
