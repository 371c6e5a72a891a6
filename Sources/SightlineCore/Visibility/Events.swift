/// The crossing of a rule's threshold by a target.
///
/// For each watch and threshold, `entered` and `left` alternate, starting with `entered`.
public struct VisibilityChange: Hashable, Sendable {
  /// The direction in which a threshold was crossed.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The threshold was reached.
    case entered
    /// The threshold was lost.
    case left
  }

  /// The direction in which the threshold was crossed.
  public var kind: Kind
  /// The target. It has left the scene if the reason is `removed`.
  public var target: TargetID
  /// The observation.
  public var watch: WatchID
  /// The index of the crossed threshold, counted from 0 for the lowest.
  public var threshold: Int
  /// The visible fraction at the pass, in the rule's measure.
  public var fraction: Double
  /// The reason the threshold was lost; `nil` for `entered`.
  public var reason: InvisibilityReason?
  /// The time of the pass.
  public var time: MonotonicTime

  /// Whether the target is now visible by this threshold.
  public var isVisible: Bool { kind == .entered }
}

/// A sighting of an identity: a policy's rule held for its dwell.
public struct Impression: Hashable, Sendable {
  /// The identity seen.
  public var identity: ItemIdentity
  /// The target that showed the identity. It may have been removed from the scene since. If several
  /// targets show the identity, this is the last to come on screen; if that one left before
  /// ``time``, it is the first remaining one in order of registration.
  public var target: TargetID
  /// The observation of ``target``. It has ended only if it was the last one on screen and reached
  /// its dwell first.
  public var watch: WatchID
  /// The time at which the dwell was reached, which may precede the pass that reports it.
  public var time: MonotonicTime
  /// The number of impressions of this identity under this policy, including this one.
  public var count: Int
  /// The exposure up to ``time``.
  public var exposure: Exposure
}
