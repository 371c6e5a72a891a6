public import SightlineCore

// Derives the levels of watches and the reasons from findings.
extension Oracle {
  /// The state of a watch to carry to the next pass.
  struct Standing: Sendable {
    /// The number of thresholds that hold.
    var level = 0
    /// The number of thresholds that held before an interruption and are not lost yet.
    var side = 0
    /// Whether each edge has been seen since the target came into its viewport and clips: top,
    /// left, bottom, right.
    var edges = [false, false, false, false]
  }

  /// Judges the pass that an engine has just made and returns the watches with a wrong level.
  ///
  /// Levels and seen edges depend on previous passes. If the oracle has not judged the last one, or
  /// watches may have started over since, they are taken from the engine.
  public mutating func judge(_ engine: VisibilityEngine) -> [Disagreement] {
    let isFollowing =
      passNumber &+ 1 == engine.passNumber && replacementCount == engine.replacementCount
    (passNumber, replacementCount) = (engine.passNumber, engine.replacementCount)
    var next: [WatchID: Standing] = [:]
    var disagreements: [Disagreement] = []
    let scene = OracleScene(engine.scene)
    for watch in engine.watchStates {
      let finding = Oracle.finding(watch.target, in: watch.viewport, of: scene)
      let claimed = Standing(level: watch.level, side: watch.side, edges: watch.edges)
      let now = Oracle.standing(
        after: isFollowing ? standings[watch.watch] ?? Standing() : claimed, finding, watch.rule,
        isForeground: engine.isForeground)
      next[watch.watch] = now
      if watch.level != now.level {
        disagreements.append(
          Disagreement(
            target: watch.target, watch: watch.watch, level: watch.level,
            referenceLevel: now.level, time: engine.timeOfLastPass ?? .zero))
      }
    }
    standings = next
    return disagreements
  }

  static func standing(
    after before: Standing, _ finding: Finding, _ rule: VisibilityRule, isForeground: Bool
  ) -> Standing {
    if !isForeground { return Standing(side: before.side, edges: before.edges) }
    var now = Standing()
    // A covered item has not left.
    guard finding.isMeasurable, !finding.isHidden, isOpaque(finding, rule),
      counts(finding.inClips, rule)
    else { return now }
    let isSeen = counts(finding.uncovered, rule)
    if rule.measure == .edges {
      now.edges =
        isSeen ? zip(before.edges, finding.uncovered.edges).map { $0 || $1 } : before.edges
      now.level = isSeen && now.edges == [true, true, true, true] ? 1 : 0
      now.side = now.level
      return now
    }
    // Each threshold is a separate rule, entered at the threshold and left below it by the
    // hysteresis.
    for (index, threshold) in rule.thresholds.enumerated() {
      let exit = index < before.side ? threshold - rule.hysteresis : threshold
      if isSeen, reaches(finding.uncovered, exit, rule) { now.level += 1 }
      if index < before.side, reaches(finding.inClips, exit, rule) { now.side += 1 }
    }
    now.side = max(now.side, now.level)
    return now
  }

  /// The reason a target would not enter under a rule, or leaves it: the first obstacle.
  static func reason(
    _ finding: Finding, _ rule: VisibilityRule, isForeground: Bool, isLeaving: Bool = false
  ) -> InvisibilityReason? {
    let threshold = rule.thresholds[0] - (isLeaving ? rule.hysteresis : 0)
    func isLost(in view: View) -> Bool {
      !counts(view, rule) || rule.measure != .edges && !reaches(view, threshold, rule)
    }
    if !finding.isMeasurable { return .notMeasurable }
    if !isForeground { return .inactive }
    if finding.isHidden { return .hidden }
    if !isOpaque(finding, rule) { return .transparent }
    if finding.area == 0 { return .zeroArea }
    if finding.area < leastArea(rule) { return .tooSmall }
    if finding.isOutside || isLost(in: finding.inViewport) { return .outOfViewport }
    if isLost(in: finding.inClips) { return .clipped }
    if isLost(in: finding.uncovered) { return .covered }
    if rule.measure == .edges && finding.uncovered.edges.contains(false) { return .edgesUnseen }
    return nil
  }

  private static func isOpaque(_ finding: Finding, _ rule: VisibilityRule) -> Bool {
    finding.opacity >= rule.minimumOpacity - 1e-6
  }

  private static func leastArea(_ rule: VisibilityRule) -> Double { rule.minimumArea * (1 - 1e-6) }

  /// Whether a view meets the rule's minimums, without which no threshold or edge counts.
  private static func counts(_ view: View, _ rule: VisibilityRule) -> Bool {
    guard view.fraction > roundedShare else { return false }
    let area = view.isFull ? view.area / view.fraction : view.area
    return area >= leastArea(rule)
  }

  private static func reaches(_ view: View, _ threshold: Double, _ rule: VisibilityRule) -> Bool {
    switch rule.measure {
    case .item: view.fraction >= threshold - 1e-6 || view.isFull
    case .viewport: view.viewportShare >= threshold - 1e-6 || view.isFilling
    case .smaller: view.smallerShare >= threshold - 1e-6 || view.isLargest
    case .edges: false
    }
  }
}
