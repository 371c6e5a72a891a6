/// A node of the scene's tree, which may clip, scroll, fade, hide and transform its contents.
///
/// Three coordinate spaces matter. A container's `frame` is in its parent's *content* space. Its
/// *own* space has the frame's origin at (0, 0). Its *content* space is its own space moved by
/// `contentOffset`: the point `contentOffset` of the content is drawn at the frame's origin.
public struct SceneContainer: Hashable, Sendable {
  /// The clip of a container's contents.
  public enum Clip: Hashable, Sendable {
    /// Nothing is clipped.
    case none
    /// Everything outside the frame is clipped.
    case bounds
    /// Everything outside this rect, in the container's own space, is clipped.
    case rect(LayoutRect)
  }

  /// The source of changes to a content offset.
  public enum ScrollSource: UInt8, Hashable, Sendable {
    /// The reader: a finger and its momentum, a wheel, a key.
    case reader
    /// The app, which sets the offset.
    case app
  }

  /// Position and extent in the parent's content space, before the transform.
  public var frame: LayoutRect
  /// The clip of the contents.
  public var clip: Clip
  /// The scroll offset of the content, in points.
  public var contentOffset: LayoutPoint
  /// Whether the container scrolls, so that ``VisibilityViewport/scrollMargins`` apply to it.
  public var scrolls: Bool
  /// The source of changes to ``contentOffset`` from now on; the reader by default. It determines
  /// the cause of a leave (``VisibilityExit``).
  public var scrollSource = ScrollSource.reader
  /// Opacity, hidden flag, transform, z-order, pinning.
  public var appearance: SceneAppearance

  /// Creates a container.
  public init(
    frame: LayoutRect, clip: Clip = .none, contentOffset: LayoutPoint = .zero,
    scrolls: Bool = false,
    appearance: SceneAppearance = .plain
  ) {
    self.frame = frame
    self.clip = clip
    self.contentOffset = contentOffset
    self.scrolls = scrolls
    self.appearance = appearance
  }

  /// Creates a scroll view, which clips to its bounds and scrolls.
  public static func scrollView(
    frame: LayoutRect, contentOffset: LayoutPoint = .zero, appearance: SceneAppearance = .plain
  ) -> SceneContainer {
    SceneContainer(
      frame: frame, clip: .bounds, contentOffset: contentOffset, scrolls: true,
      appearance: appearance)
  }
}
