/// The measurements of a target behind successive obstacles, the basis of reasons and snapshots.
struct Inspection: Sendable {
  /// Within the viewport and the scrolling containers in between.
  var inViewport = Measurement.nothing
  /// Within the viewport and all clips.
  var inClips = Measurement.nothing
  /// Within the viewport and all clips, less covers.
  var uncovered = Measurement.nothing
  var opacity = 1.0
  var isHidden = false
  var isMeasurable = true
  /// Its whole area in square points of the root container's space.
  var area = 0.0
  /// Whether it lies outside the viewport's container in the tree.
  var isOutside = false
  /// The bounds of the whole target, in the root container's own space.
  var bounds = Box.nothing
  /// The bounds of the viewport's part in the scrolling containers in between, in the same space;
  /// `nil` if nothing of it is left.
  var clipBounds: Box?
  /// The bounds of the clipped target, in the same space; only for answers on request.
  var visibleBounds = Box.nothing
}

extension Inspection {
  /// The reason a rule's threshold does not hold; `nil` if it does. Ignores remembered edges.
  ///
  /// - Parameter isLeaving: whether it has held until now, so the hysteresis counts.
  func reason(
    _ rule: VisibilityRule, threshold: Int, isForeground: Bool, isLeaving: Bool = false
  ) -> InvisibilityReason? {
    if !isMeasurable { return .notMeasurable }
    if !isForeground { return .inactive }
    if isHidden { return .hidden }
    if opacity < rule.minimumOpacity - VisibilityRule.tolerance { return .transparent }
    let share =
      rule.thresholds[threshold] - (isLeaving ? rule.hysteresis : 0) - VisibilityRule.tolerance
    func holds(_ measurement: Measurement) -> Bool {
      guard measurement.isSeen, measurement.reaches(area: rule.leastArea) else { return false }
      if rule.measure == .edges { return true }
      return measurement.share(of: rule.measure) >= share || measurement.isWhole(of: rule.measure)
    }
    if !(area > 0) { return .zeroArea }
    if area < rule.leastArea { return .tooSmall }
    if isOutside || !holds(inViewport) { return .outOfViewport }
    if !holds(inClips) { return .clipped }
    if !holds(uncovered) { return .covered }
    return rule.measure == .edges && uncovered.edges != Measurement.Edges.all ? .edgesUnseen : nil
  }
}
