/// How a target left the viewport: at which edge, and what took it out.
///
/// A feed reader marks as read what the reader scrolled out at the top, and nothing else:
///
/// ```swift
/// if crossing.exit == VisibilityExit(at: .top, by: .scroll) { markAsRead(item) }
/// ```
public struct VisibilityExit: Hashable, Sendable {
  /// The edge.
  public var edge: Edge
  /// The cause. If both took part, the one that moved the target further towards the edge.
  public var cause: Cause

  /// Creates an exit.
  public init(at edge: Edge, by cause: Cause) {
    self.edge = edge
    self.cause = cause
  }
}
