import SightlineCore

extension CollapsingHeader {
  /// The dimensions of a collapsing header, in points.
  public struct Style: Hashable, Sendable {
    /// The height at rest.
    public let expandedHeight: Double
    /// The collapsed height.
    public let collapsedHeight: Double
    /// The scroll distance at which it collapses.
    public let threshold: Double
    /// The distance before the threshold at which it expands again.
    public let hysteresis: Double
    /// The padding at rest.
    public let expandedPadding: Double
    /// The collapsed padding.
    public let collapsedPadding: Double
    /// The duration of the change.
    public let duration: Duration
    /// The easing of the change.
    public let easing: Easing

    /// The default hysteresis, 8 pt: more than the jitter of a resting finger.
    public static let defaultHysteresis = 8.0

    /// Creates a style. Negative and non-finite numbers and durations count as 0.
    ///
    /// - Precondition: `threshold` is finite.
    public init(
      expandedHeight: Double = 82, collapsedHeight: Double = 53, threshold: Double = 142,
      hysteresis: Double = defaultHysteresis, expandedPadding: Double = 6,
      collapsedPadding: Double = 4, duration: Duration = .milliseconds(80),
      easing: Easing = .easeInOut
    ) {
      require(
        threshold.isFinite, "a collapsing header's threshold must be finite, not \(threshold)")
      self.expandedHeight = expandedHeight.asExtent
      self.collapsedHeight = collapsedHeight.asExtent
      self.threshold = threshold
      self.hysteresis = hysteresis.asExtent
      self.expandedPadding = expandedPadding.asExtent
      self.collapsedPadding = collapsedPadding.asExtent
      self.duration = max(.zero, duration)
      self.easing = easing
    }

    /// Returns the style with heights scaled by the text size, as a multiple of the standard size.
    package func scaled(by factor: Double) -> Style {
      let factor = factor.isFinite ? max(1, factor) : 1
      return Style(
        expandedHeight: expandedHeight * factor, collapsedHeight: collapsedHeight * factor,
        threshold: threshold, hysteresis: hysteresis, expandedPadding: expandedPadding,
        collapsedPadding: collapsedPadding, duration: duration, easing: easing)
    }
  }
}
