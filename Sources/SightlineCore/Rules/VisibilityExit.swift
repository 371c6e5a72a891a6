/// How a target left the viewport: at which edge, and why.
///
/// A feed reader marks only items scrolled out at the top as read:
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
    /// The edge at which reading begins: left, or right in right-to-left layouts.
    case leading
    /// The edge at which reading ends.
    case trailing
  }

  /// The cause of a leave.
  public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// The reader scrolled: a finger, its momentum, a wheel or a key.
    case scroll
    /// The app changed something: it scrolled, changed the layout, inserted or removed rows, or
    /// showed a keyboard.
    case change
  }

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
