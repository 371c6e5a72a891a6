/// How a target left the viewport: at which edge, and what took it out.
///
/// A feed reader marks as read what the reader scrolled out at the top, and nothing else:
///
/// ```swift
/// if crossing.exit == VisibilityExit(at: .top, by: .scroll) { markAsRead(item) }
/// ```
public struct VisibilityExit: Hashable, Sendable {
  /// An edge of the viewport, or of the scroll view that the target left.
  public enum Edge: UInt8, Hashable, Sendable, CaseIterable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// The edge at which reading begins: the left one, from right to left the right one.
    case leading
    /// The edge at which reading ends.
    case trailing
  }

  /// A cause of a leave.
  public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// A scroll of the reader's: a finger, its momentum, a wheel or a key.
    case scroll
    /// A change of the app's: a scroll by code, another layout, rows removed or put in, a keyboard.
    case change
  }

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

extension VisibilityExit.Edge {
  /// The word in all notations.
  package var word: StaticString {
    switch self {
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    }
  }
}

extension VisibilityExit.Cause {
  /// The word in all notations.
  package var word: StaticString { self == .scroll ? "scroll" : "change" }
}
