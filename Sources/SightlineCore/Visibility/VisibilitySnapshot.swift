/// Everything about one target in one viewport at one moment, as returned by
/// ``VisibilityEngine/state(of:in:)``.
public struct VisibilitySnapshot: Hashable, Sendable {
  /// Visible area ÷ target area, 0...1. A target of zero area has 0, and so has one that is hidden
  /// or not measurable; opacity does not change it.
  public var fraction: Double
  /// Visible area ÷ viewport area.
  public var viewportShare: Double
  /// Visible area ÷ the largest part that the viewport could show
  /// (``VisibilityRule/Measure/smaller``).
  public var smallerShare: Double
  /// Whether the target meets the clip at all, edges included, with or without an area.
  public var isIntersecting: Bool
  /// Whether no edge is cut by more than 1/64 pt.
  public var isFullyVisible: Bool
  /// The smallest rect around what the clips leave of it (covers are not taken off), in the root
  /// container's own coordinates: 0, 0 is the window's top left corner. `nil` where nothing is
  /// left.
  public var visibleRect: LayoutRect?
  /// The bounding rect of the whole target, in the same coordinates; `nil` if not measurable.
  public var boundingRect: LayoutRect?
  /// The bounding rect of the viewport, grown by its margins, in the same coordinates. Scroll
  /// margins are not part of it, though where its own container scrolls they grow what it clips to.
  /// Zero where the viewport is not measurable or its container was removed.
  public var viewportRect: LayoutRect
  /// The product of the opacities of the target and all its ancestors, measurable or not.
  public var opacity: Double
  /// Why the target is not visible under ``VisibilityRule/fully``; `nil` where it is.
  public var reason: InvisibilityReason?
}
