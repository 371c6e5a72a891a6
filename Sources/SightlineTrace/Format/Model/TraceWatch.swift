public import SightlineCore

/// Sightline's engine starts to watch a target.
public struct TraceWatch: Equatable, Sendable {
  /// What a watch waits for.
  public enum Purpose: Equatable, Sendable {
    /// Crossings of a rule's thresholds.
    case visibility(VisibilityRule)
    /// Impressions of an identity; the policy's rule is the watch's.
    case impression(ItemIdentity, ImpressionPolicy)
  }

  /// The step in which it happened.
  public var step: Int
  /// The watch's number; free again once the watch, or its node, is over.
  public var watch: Int
  /// The target's node.
  public var id: Int
  /// The viewport's number.
  public var view: Int
  /// What it waits for.
  public var purpose: Purpose

  /// Creates the line.
  public init(step: Int, watch: Int, id: Int, view: Int, purpose: Purpose) {
    self.step = step
    self.watch = watch
    self.id = id
    self.view = view
    self.purpose = purpose
  }

  /// When the target counts as visible.
  public var rule: VisibilityRule {
    switch purpose {
    case .visibility(let rule): rule
    case .impression(_, let policy): policy.rule
    }
  }
}

/// Sightline's engine stops to watch.
public struct TraceUnwatch: Equatable, Sendable {
  /// The step in which it happened.
  public var step: Int
  /// The watch's number.
  public var watch: Int

  /// Creates the line.
  public init(step: Int, watch: Int) {
    self.step = step
    self.watch = watch
  }
}
