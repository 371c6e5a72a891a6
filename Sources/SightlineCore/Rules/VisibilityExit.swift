/// How a target left the viewport: at which edge, and why.
///
/// A feed reader marks only items scrolled out at the top as read:
///
/// ```swift
/// if crossing.exit == VisibilityExit(at: .top, by: .scroll) { markAsRead(item) }
/// ```
public struct VisibilityExit: Hashable, Sendable {
  /// The edge.
  public var edge: Edge
  /// The cause. If both apply, the one that moved the target further towards the edge.
  public var cause: Cause

  /// Creates an exit.
  public init(at edge: Edge, by cause: Cause) {
    self.edge = edge
    self.cause = cause
  }
}
