public import SightlineCore

/// What a replay has counted of one item under one policy.
public struct ReplayItem: Equatable, Sendable {
  /// Who is seen.
  public var identity: ItemIdentity
  /// Under which policy.
  public var policy: ImpressionPolicy
  /// The node of the target in which it was watched last.
  public var node: Int
  /// Whether the identity stands for the node alone: in a browser's trace, and in a target of which
  /// no impressions are recorded.
  public var standsForNode: Bool
  /// The app's name for the item, if the trace has one.
  public var name: String?
  /// How often it was seen.
  public var impressions = 0
  /// How long and how much of it was visible, up to the last step; `nil` if it never was, or if the
  /// engine has forgotten it (see `VisibilityEngine.defaultImpressionCapacity`).
  public var exposure: Exposure?
}
