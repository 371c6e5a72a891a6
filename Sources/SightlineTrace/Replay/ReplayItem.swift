public import SightlineCore

/// The counts of one item under one policy in a replay.
public struct ReplayItem: Equatable, Sendable {
  /// The identity.
  public var identity: ItemIdentity
  /// The policy.
  public var policy: ImpressionPolicy
  /// The target's node in the item's latest watch.
  public var node: Int
  /// The index of the node among the nodes that had its number, 0 for the first. Sightline's
  /// recordings reuse the numbers of removed nodes; in a browser's trace, a node that comes back is
  /// the same.
  public var incarnation: Int
  /// Whether the identity stands only for the node: in a browser's trace, and for a target without
  /// recorded impressions.
  public var standsForNode: Bool
  /// The app's name for the item, if the trace has one.
  public var name: String?
  /// The number of impressions.
  public var impressions = 0
  /// The exposure up to the last step; `nil` if the item was never visible or the engine has
  /// forgotten it (see `VisibilityEngine.defaultImpressionCapacity`).
  public var exposure: Exposure?
}
