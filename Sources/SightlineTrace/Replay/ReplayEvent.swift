public import SightlineCore

/// An event of a replay.
public struct ReplayEvent: Equatable, Sendable {
  /// The kinds of event.
  public enum Kind: Equatable, Sendable {
    /// A threshold of the watch's rule was crossed.
    case change(VisibilityChange)
    /// An identity was seen.
    case impression(Impression)
    /// An exposure began or ended.
    case exposure(ExposureEvent)
    /// A watch added by the replay ended while a threshold was reached, because the recording
    /// stopped watching the target.
    case unwatched(at: MonotonicTime)
  }

  /// The step of the event.
  public var step: Int
  /// The target's node.
  public var node: Int
  /// The index of the node among the nodes that had its number, 0 for the first
  /// (``ReplayItem/incarnation``).
  public var incarnation: Int
  /// The watch's number in the trace; `nil` for a watch added by the replay.
  public var watch: Int?
  /// The app's name for the item, if the trace has one.
  public var name: String?
  /// The kind of event.
  public var kind: Kind

  /// The time of the event; for an impression, the time at which its dwell was reached.
  public var time: MonotonicTime {
    switch kind {
    case .change(let change): change.time
    case .impression(let impression): impression.time
    case .exposure(let event): event.time
    case .unwatched(let time): time
    }
  }
}

/// The counts of one item under one policy in a replay.
public struct ReplayItem: Equatable, Sendable {
  /// The identity.
  public var identity: ItemIdentity
  /// The policy.
  public var policy: ImpressionPolicy
  /// The target's node in the item's latest watch.
  public var node: Int
  /// The index of the node among the nodes that had its number, 0 for the first. Sightline's
  /// recordings reuse the numbers of removed nodes; in a browser's trace, a node that returns is
  /// the same node.
  public var incarnation: Int
  /// Whether the identity only represents the node: in a browser's trace, and for a target without
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
