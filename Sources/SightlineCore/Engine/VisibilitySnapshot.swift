/// The visibility of a target in a viewport at one moment, as returned by
/// ``VisibilityEngine/state(of:in:)``.
public struct VisibilitySnapshot: Hashable, Sendable {
  /// Visible area ÷ target area, 0...1. It is 0 for a target that has zero area, is hidden or is
  /// not measurable. Opacity does not affect it.
  public var fraction: Double
  /// Visible area ÷ viewport area.
  public var viewportShare: Double
  /// Visible area ÷ the largest part that the viewport could show
  /// (``VisibilityRule/Measure/smaller``).
  public var smallerShare: Double
  /// Whether the target intersects the clip, edges included, with or without an area.
  public var isIntersecting: Bool
  /// Whether no edge is cut by more than 1/64 pt.
  public var isFullyVisible: Bool
  /// The bounding rect of the clipped target (covers are not subtracted), in the root container's
  /// own coordinates: 0, 0 is the window's top left corner. `nil` if nothing is left.
  public var visibleRect: LayoutRect?
  /// The bounding rect of the whole target, in the same coordinates; `nil` if not measurable.
  public var boundingRect: LayoutRect?
  /// The bounding rect of the viewport, grown by its margins, in the same coordinates. Scroll
  /// margins are excluded, although they do grow its clip if its own container scrolls. Zero if the
  /// viewport is not measurable or its container was removed.
  public var viewportRect: LayoutRect
  /// The product of the opacities of the target and all its ancestors, measurable or not.
  public var opacity: Double
  /// The reason the target is not visible under ``VisibilityRule/fully``; `nil` if it is visible.
  public var reason: InvisibilityReason?
}
