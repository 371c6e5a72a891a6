/// The reason a target is not visible under a rule.
///
/// If several reasons apply, the first in the order below is reported: the one that would remain if
/// all later ones were resolved. Of the three that reduce the area, it is the first that makes the
/// rule fail: the viewport and the scroll views in it, then other clips, then covers.
public enum InvisibilityReason: UInt8, Hashable, Sendable, CaseIterable {
  /// The target was removed from the scene while it was visible.
  case removed
  /// Its frame, or an ancestor's geometry, is not finite (or beyond ±2^50 points).
  case notMeasurable
  /// The app is in the background, or the window is hidden or minimised.
  case inactive
  /// It or an ancestor is hidden.
  case hidden
  /// Its effective opacity is below the rule's minimum.
  case transparent
  /// It has no area, so it cannot be seen.
  case zeroArea
  /// Its whole area is below the rule's minimum (``VisibilityRule/minimumArea(_:)``).
  case tooSmall
  /// Too little of it is inside the viewport, or inside a scroll view in the viewport, to reach the
  /// fraction or the rule's minimum area: scrolling may bring it into view.
  case outOfViewport
  /// Clipping ancestors that don't scroll leave too little of it to reach the fraction or minimum
  /// area.
  case clipped
  /// Too little of it is uncovered to reach the fraction or minimum area.
  case covered
  /// Not all of its edges have been in view yet (``VisibilityRule/allEdgesSeen``).
  case edgesUnseen
}

extension InvisibilityReason {
  /// The name in Swift, which is the word in traces and JavaScript.
  package var word: StaticString {
    switch self {
    case .removed: "removed"
    case .notMeasurable: "notMeasurable"
    case .inactive: "inactive"
    case .hidden: "hidden"
    case .transparent: "transparent"
    case .zeroArea: "zeroArea"
    case .tooSmall: "tooSmall"
    case .outOfViewport: "outOfViewport"
    case .clipped: "clipped"
    case .covered: "covered"
    case .edgesUnseen: "edgesUnseen"
    }
  }
}

extension InvisibilityReason: CustomStringConvertible {
  /// The reason in words, as the command line and the inspector print it.
  public var description: String {
    switch self {
    case .removed: "removed"
    case .notMeasurable: "not measurable"
    case .inactive: "inactive"
    case .hidden: "hidden"
    case .transparent: "transparent"
    case .zeroArea: "zero area"
    case .tooSmall: "too small"
    case .outOfViewport: "out of viewport"
    case .clipped: "clipped"
    case .covered: "covered"
    case .edgesUnseen: "edges unseen"
    }
  }
}
