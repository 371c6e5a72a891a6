public import SightlineCore

/// An event of a replay.
public struct ReplayEvent: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// A threshold of the watch's rule was crossed.
    case change(VisibilityChange)
    /// An identity was seen.
    case impression(Impression)
  }

  /// The step in which it happened.
  public var step: Int
  /// The target's node.
  public var node: Int
  /// The watch's number in the trace; `nil` for one that the replay added.
  public var watch: Int?
  /// The app's name for the item, if the trace has one.
  public var name: String?
  /// What happened.
  public var kind: Kind

  /// When it happened: for an impression, when its dwell was reached.
  public var time: MonotonicTime {
    switch kind {
    case .change(let change): change.time
    case .impression(let impression): impression.time
    }
  }
}
