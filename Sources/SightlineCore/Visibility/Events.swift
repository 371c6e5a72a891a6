/// A target crossed one threshold of its rule.
///
/// For each watch and threshold, `entered` and `left` alternate, beginning with `entered`.
public struct VisibilityChange: Hashable, Sendable {
  /// Which way a threshold was crossed.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The threshold was reached.
    case entered
    /// The threshold was lost.
    case left
  }

  /// Which way the threshold was crossed.
  public var kind: Kind
  /// The target; already gone from the scene where the reason is `removed`.
  public var target: TargetID
  /// The observation that this is about.
  public var watch: WatchID
  /// Which of the rule's thresholds was crossed, counted from 0 for the lowest.
  public var threshold: Int
  /// The visible fraction at the pass, as the rule measures it.
  public var fraction: Double
  /// Why the threshold was lost; `nil` for `entered`.
  public var reason: InvisibilityReason?
  /// The time of the pass.
  public var time: MonotonicTime

  /// Whether the target is visible now as far as this threshold is concerned.
  public var isVisible: Bool { kind == .entered }
}

/// An identity was seen: a policy's rule held for its dwell.
public struct Impression: Hashable, Sendable {
  /// Who was seen.
  public var identity: ItemIdentity
  /// The target in which it was seen; already gone from the scene where it was removed meanwhile.
  /// Where several show the identity, the last to come on screen; where that one has gone before
  /// ``time``, the first in order of registration of those that are still there.
  public var target: TargetID
  /// The observation that this is about, that of ``target``. It has ended only where it was the last
  /// one on screen and its dwell was reached before.
  public var watch: WatchID
  /// When the dwell was reached, which may be earlier than the pass that reports it.
  public var time: MonotonicTime
  /// How often this identity has been seen under this policy, this time included.
  public var count: Int
  /// What was visible of it so far, up to ``time``.
  public var exposure: Exposure
}
