public import SightlineCore

/// A crossing that the recording engine reported: a `VisibilityChange` of the core.
public struct TraceChange: Equatable, Sendable {
  /// The step whose pass reported it.
  public var step: Int
  /// The watch's number.
  public var watch: Int
  /// Whether the threshold was reached, or else lost.
  public var isVisible: Bool
  /// Which threshold, counted from 0 for the lowest.
  public var threshold: Int
  /// The visible fraction, as the rule measures it.
  public var fraction: Double
  /// Why the threshold was lost.
  public var reason: InvisibilityReason?

  /// Creates the line.
  public init(
    step: Int, watch: Int, isVisible: Bool, threshold: Int, fraction: Double,
    reason: InvisibilityReason? = nil
  ) {
    self.step = step
    self.watch = watch
    self.isVisible = isVisible
    self.threshold = threshold
    self.fraction = fraction
    self.reason = reason
  }
}

/// An impression that the recording engine reported.
public struct TraceImpression: Equatable, Sendable {
  /// The step whose pass reported it.
  public var step: Int
  /// The watch's number.
  public var watch: Int
  /// Who was seen.
  public var identity: ItemIdentity
  /// When the dwell was reached.
  public var time: MonotonicTime
  /// How often the identity has been seen, this time included.
  public var count: Int

  /// Creates the line.
  public init(step: Int, watch: Int, identity: ItemIdentity, time: MonotonicTime, count: Int) {
    self.step = step
    self.watch = watch
    self.identity = identity
    self.time = time
    self.count = count
  }
}
