public import SightlineCore

/// Whether a view is visible under a rule: what `visibility.changed { … }` hands on.
@frozen
public enum VisibilityState: Hashable, Sendable {
  /// The rule holds.
  case visible
  /// The rule does not hold.
  case invisible
}

/// A view crossed one threshold of its rule: what `visibility.crossed { … }` hands on.
public struct VisibilityCrossing: Hashable, Sendable {
  /// Whether the threshold was reached or lost.
  public var visibility: VisibilityState
  /// Which of the rule's thresholds, counted from 0 for the lowest.
  public var threshold: Int
  /// The visible fraction at the pass, 0...1, as the rule measures it.
  public var fraction: Double
  /// Why the threshold was lost; `nil` where it was reached.
  public var reason: InvisibilityReason?
  /// The time of the pass, on the host's monotonic clock.
  public var time: MonotonicTime

  /// Creates a crossing from the engine's report.
  package init(_ change: VisibilityChange) {
    visibility = change.isVisible ? .visible : .invisible
    threshold = change.threshold
    fraction = change.fraction
    reason = change.reason
    time = change.time
  }
}
