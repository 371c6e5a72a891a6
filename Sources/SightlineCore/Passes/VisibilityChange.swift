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
  /// At which edge and by which cause the target left, if the reason is
  /// ``InvisibilityReason/outOfViewport``.
  public var exit: VisibilityExit?
  /// The time of the pass.
  public var time: MonotonicTime

  /// Whether the target is now visible by this threshold.
  public var isVisible: Bool { kind == .entered }
}
