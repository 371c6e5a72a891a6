/// What one obstacle after another leaves of a target: what reasons and answers on request are made
/// of.
struct Inspection: Sendable {
  /// Inside the viewport alone.
  var inViewport = Measurement.nothing
  /// … and inside every clip between.
  var inClips = Measurement.nothing
  /// … and not covered.
  var uncovered = Measurement.nothing
  var opacity = 1.0
  var isHidden = false
  var isMeasurable = true
  /// Its whole area in square points of the root container's space.
  var area = 0.0
  /// Whether it does not lie in the viewport's container at all.
  var isOutside = false
  /// Around the whole of it, in the root container's own space.
  var bounds = Box.nothing
  /// Around what the clips leave, likewise; for answers on request only.
  var visibleBounds = Box.nothing
}

extension Inspection {
  /// Why a threshold of a rule does not hold; `nil` if it does. Hysteresis and remembered edges are
  /// left out.
  func reason(
    _ rule: VisibilityRule, threshold: Int, isForeground: Bool
  ) -> InvisibilityReason? {
    if !isMeasurable { return .notMeasurable }
    if !isForeground { return .inactive }
    if isHidden { return .hidden }
    if opacity < rule.minimumOpacity - VisibilityRule.tolerance { return .transparent }
    func holds(_ measurement: Measurement) -> Bool {
      guard measurement.isSeen, measurement.visibleArea >= rule.leastArea else { return false }
      if rule.measure == .edges { return true }
      return measurement.share(of: rule.measure) >= rule.thresholds[threshold]
        - VisibilityRule.tolerance
        || measurement.isWhole(of: rule.measure)
    }
    if !(area > 0) { return .zeroArea }
    if area < rule.leastArea { return .tooSmall }
    if isOutside || !holds(inViewport) { return .outOfViewport }
    if !holds(inClips) { return .clipped }
    if !holds(uncovered) { return .covered }
    return rule.measure == .edges && uncovered.edges != Measurement.Edges.all ? .edgesUnseen : nil
  }
}
