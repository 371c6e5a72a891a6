extension CollapsingHeader {
  /// The numbers of a collapsing header, in points. The defaults are those of a header with a
  /// number and its label, which loses the label.
  public struct Style: Hashable, Sendable {
    /// The height at rest.
    public let expandedHeight: Double
    /// The height once collapsed.
    public let collapsedHeight: Double
    /// It collapses when the content is scrolled this far.
    public let threshold: Double
    /// It expands when the content is this far before the threshold again.
    public let hysteresis: Double
    /// The padding at rest.
    public let expandedPadding: Double
    /// The padding once collapsed.
    public let collapsedPadding: Double
    /// How long the change takes.
    public let duration: Duration
    /// How the change runs.
    public let easing: Easing

    /// 8 pt: a resting finger trembles by less, and nobody notices the delay on the way back.
    public static let defaultHysteresis = 8.0

    /// Creates a style. A negative duration counts as none; a height, padding or hysteresis that is
    /// negative or not finite counts as 0.
    ///
    /// - Precondition: `threshold` is finite.
    public init(
      expandedHeight: Double = 82, collapsedHeight: Double = 53, threshold: Double = 142,
      hysteresis: Double = defaultHysteresis, expandedPadding: Double = 6,
      collapsedPadding: Double = 4, duration: Duration = .milliseconds(80),
      easing: Easing = .easeInOut
    ) {
      precondition(
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

    /// The style for another text size: the heights grow with it, so that text is not clipped. They
    /// never shrink, and distances stay as they are.
    ///
    /// - Parameter factor: the text size as a multiple of the standard one; less than 1, or not
    ///   finite, counts as 1.
    package func scaled(by factor: Double) -> Style {
      let factor = factor.isFinite ? max(1, factor) : 1
      return Style(
        expandedHeight: expandedHeight * factor, collapsedHeight: collapsedHeight * factor,
        threshold: threshold, hysteresis: hysteresis, expandedPadding: expandedPadding,
        collapsedPadding: collapsedPadding, duration: duration, easing: easing)
    }
  }
}
