/// How long and how much of an identity was visible under an impression policy's rule.
///
/// An *exposure* is one interval of visibility; this value sums up all of them. Two views of the
/// same identity on screen at once count as one exposure.
public struct Exposure: Hashable, Sendable {
  /// The time at which the identity first became visible.
  public var firstSeen: MonotonicTime
  /// The time at which it was last visible: the end of its last exposure, or now during one.
  public var lastSeen: MonotonicTime
  /// The total duration of all exposures.
  public var total: Duration
  /// The duration of the longest exposure.
  public var longest: Duration
  /// The greatest visible fraction in a pass.
  public var greatestFraction: Double
  /// The number of exposures.
  public var count: Int
}
