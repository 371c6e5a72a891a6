/// The conditions under which a visible item counts as seen, and how often.
///
/// ```swift
/// // 50 % for two continuous seconds, once per session, not during fast scrolling.
/// let policy = ImpressionPolicy(
///   rule: .fraction(0.5), dwell: .seconds(2), repetition: .oncePerSession,
///   scrollSpeedLimit: 2_000)
/// let ad = ImpressionPolicy.mrcDisplay  // 50 % for one second
/// ```
public struct ImpressionPolicy: Hashable, Sendable {
  /// The rule for visibility.
  public let rule: VisibilityRule
  /// How long the rule must hold; never negative.
  public let dwell: Duration
  /// How dwell time adds up.
  public let accumulation: Accumulation
  /// What happens to dwell time when the app becomes inactive.
  public let inactivity: Inactivity
  /// How often an identity counts.
  public let repetition: ImpressionRepetition
  /// The scroll speed, in points per second, above which the target does not count; `nil` for no
  /// limit.
  public let scrollSpeedLimit: Double?

  /// Creates a policy.
  ///
  /// - Precondition: `dwell` and a cool-down are not negative, a daily limit is at least 1, and a
  ///   speed limit is above 0.
  public init(
    rule: VisibilityRule, dwell: Duration = .zero, accumulation: Accumulation = .continuous,
    inactivity: Inactivity = .drops, repetition: ImpressionRepetition = .once,
    scrollSpeedLimit: Double? = nil
  ) {
    require(
      dwell >= .zero,
      "an impression's dwell must not be negative: \(dwell.components.seconds) s")
    let (_, duration, count) = repetition.parts
    require(duration >= .zero, "a repetition's time must not be negative")
    require(count >= 1, "a repetition's count must be at least 1, not \(count)")
    if let scrollSpeedLimit {
      require(
        scrollSpeedLimit > 0, "a scroll speed limit must be above 0, not \(scrollSpeedLimit)")
    }
    self.rule = rule
    self.dwell = dwell
    self.accumulation = accumulation
    self.inactivity = inactivity
    self.repetition = repetition
    self.scrollSpeedLimit = scrollSpeedLimit
  }
}

extension ImpressionPolicy {
  /// Returns the policy with another repetition: `.feed.repeating(.afterLeaving)`.
  ///
  /// - Precondition: A cool-down is not negative, and a daily limit is at least 1.
  public func repeating(_ repetition: ImpressionRepetition) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: rule, dwell: dwell, accumulation: accumulation, inactivity: inactivity,
      repetition: repetition, scrollSpeedLimit: scrollSpeedLimit)
  }
}

extension ImpressionPolicy {
  /// The minimum area of a large display ad, in square points: 970 × 250.
  public static let largeDisplayArea = 242_500.0

  /// Returns the policy for a display ad of this size: ``mrcLargeDisplay`` or ``mrcDisplay``.
  public static func mrcDisplay(for size: LayoutSize) -> ImpressionPolicy {
    size.area >= largeDisplayArea ? mrcLargeDisplay : mrcDisplay
  }
}
