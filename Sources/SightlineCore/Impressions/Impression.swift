/// A sighting of an identity: a policy's rule held for its dwell.
public struct Impression: Hashable, Sendable {
  /// The identity seen.
  public var identity: ItemIdentity
  /// The target that showed the identity; it may have been removed since. If several targets show
  /// the identity, this is the last to come on screen or, if that one left before ``time``, the
  /// first remaining one in order of registration.
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
