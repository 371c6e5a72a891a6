/// How long and how much of an identity was visible under an impression policy's rule.
///
/// An *exposure* is one interval of being visible; this adds up all of them. Two views of the same
/// identity on screen at once make one exposure.
public struct Exposure: Hashable, Sendable {
  /// When it first became visible.
  public var firstSeen: MonotonicTime
  /// When it was last visible: the end of its last exposure, or now while one is going on.
  public var lastSeen: MonotonicTime
  /// The time it was visible, all exposures together.
  public var total: Duration
  /// The longest exposure.
  public var longest: Duration
  /// The greatest fraction of it that was visible in a pass.
  public var greatestFraction: Double
  /// The number of exposures.
  public var count: Int
}
