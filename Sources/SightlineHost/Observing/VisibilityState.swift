public import SightlineCore

/// The visibility of a view under a rule, passed to `visibility.changed { … }`.
@frozen
public enum VisibilityState: Hashable, Sendable {
  /// The rule holds.
  case visible
  /// The rule does not hold.
  case invisible
}

/// A crossing of one threshold of a rule, passed to `visibility.crossed { … }`.
public struct VisibilityCrossing: Hashable, Sendable {
  /// Whether the threshold was reached or lost.
  public var visibility: VisibilityState
  /// Whether the threshold was reached.
  public var isVisible: Bool { visibility == .visible }
  /// The index of the threshold in the rule, with 0 the lowest.
  public var threshold: Int
  /// The visible fraction at the pass, 0...1, as the rule measures it.
  public var fraction: Double
  /// The reason the threshold was lost; `nil` if it was reached.
  public var reason: InvisibilityReason?
  /// At which edge and by which cause the view left, if the reason is
  /// `InvisibilityReason.outOfViewport`: a feed reader marks as read what left at the top by a
  /// scroll.
  public var exit: VisibilityExit?
  /// The time of the pass, on the host's monotonic clock.
  public var time: MonotonicTime

  /// Creates a crossing from the engine's report.
  package init(_ change: VisibilityChange) {
    visibility = change.isVisible ? .visible : .invisible
    threshold = change.threshold
    fraction = change.fraction
    reason = change.reason
    exit = change.exit
    time = change.time
  }
}
