/// The beginning or the end of an exposure: an interval in which an identity is visible under a
/// rule.
///
/// For each identity, beginnings and ends alternate. The durations add up to the time in view.
/// Several targets that show the identity at once share one exposure. Inactivity ends an exposure;
/// a return begins another one.
public struct ExposureEvent: Hashable, Sendable {
  /// The identity.
  public var identity: ItemIdentity
  /// The target that showed the identity last. It may have left the scene.
  public var target: TargetID
  /// The observation of ``target``.
  public var watch: WatchID
  /// The time of the pass that found the identity visible.
  public var start: MonotonicTime
  /// The time of the pass that found it no longer visible; `nil` at the beginning.
  public var end: MonotonicTime?
  /// The greatest visible fraction in any pass so far, in the rule's measure.
  public var greatestFraction: Double
  /// The reason that the identity is no longer visible; `nil` at the beginning.
  public var reason: InvisibilityReason?
  /// At which edge and by which cause the target left, if the reason is
  /// ``InvisibilityReason/outOfViewport``.
  public var exit: VisibilityExit?

  /// Whether the identity is now visible.
  public var isVisible: Bool { end == nil }
  /// The time from beginning to end; zero at the beginning.
  public var duration: Duration { end.map { $0 - start } ?? .zero }
  /// The time of the pass that reported the event.
  public var time: MonotonicTime { end ?? start }
}

extension ImpressionPolicy {
  /// The dwell of a watch that reports exposures, which no exposure reaches.
  private static let exposureDwell = Duration.nanoseconds(Int64.max)

  /// Returns the policy of a watch that reports exposures and no impressions.
  package static func exposures(_ rule: VisibilityRule) -> ImpressionPolicy {
    ImpressionPolicy(rule: rule, dwell: exposureDwell)
  }

  /// Whether a watch reports exposures and no impressions.
  package var reportsExposures: Bool { dwell == Self.exposureDwell }
}
