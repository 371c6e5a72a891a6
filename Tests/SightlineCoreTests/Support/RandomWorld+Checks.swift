import SightlineTestSupport

@testable import SightlineCore
@testable import SightlineOracle

// Runs passes and checks the results.
extension RandomWorld {
  /// Runs a pass and returns a description of its first error, if any.
  mutating func passAndCheck() -> String? {
    // Mostly frame intervals; some passes follow immediately, some much later, as from a timer.
    let longest = random.oneIn(12) ? 900_000_000 : random.oneIn(12) ? 1 : 40_000_000
    now = now.advanced(by: Int64(random.index(longest)))
    engine.pass(at: now)
    for impression in engine.impressions {
      if let problem = tally.note(impression, by: now) { return problem }
    }
    var hasEntered = false
    var lastOrder: (Bool, UInt64)?
    for change in engine.changes {
      if change.isVisible { hasEntered = true }
      if hasEntered && !change.isVisible { return "a leave after an enter: \(change)" }
      let level = levels[change.watch, default: 0]
      if change.isVisible {
        guard change.threshold == level else { return "entered out of turn: \(change) at \(level)" }
        levels[change.watch] = level + 1
        if ended.contains(change.watch) { return "entered after the end: \(change)" }
        if change.reason != nil { return "an enter with a reason: \(change)" }
      } else {
        guard change.threshold == level - 1 else {
          return "left out of turn: \(change) at \(level)"
        }
        levels[change.watch] = level - 1
        guard let reason = change.reason else { return "a leave without a reason: \(change)" }
        if (change.exit != nil) != (reason == .outOfViewport && isInViewportsTree(change)) {
          return "a wrong exit: \(change)"
        }
        if (reason == .removed) != ended.contains(change.watch) {
          return "a wrong reason: \(change)"
        }
        if let better = otherReason(than: change, reason) {
          return "the reference path's reason is \(better), not \(reason): \(change)"
        }
      }
      guard change.time == now else { return "a change at another time: \(change)" }
      if engine.contains(change.target) {
        let order = (
          change.isVisible, UInt64(engine.scene.targets[Slot(of: change.target)].order)
        )
        if let lastOrder, lastOrder.0 == order.0, lastOrder.1 > order.1 {
          return "out of the order of registration: \(change)"
        }
        lastOrder = order
      }
    }
    for watch in watches {
      let level = engine.level(of: watch)
      guard levels[watch, default: 0] == level else {
        return "the events of \(watch) add up to \(levels[watch, default: 0]), not \(level)"
      }
    }
    if let wrong = oracle.judge(engine).first {
      return "\(engine.rule(of: wrong.watch)): \(wrong.text)\n"
        + "\(engine.state(of: wrong.target, in: engine.viewport(of: wrong.watch)))"
    }
    return wrongAnswer()
  }

  /// Whether the target of a change lies in the container of its viewport.
  private func isInViewportsTree(_ change: VisibilityChange) -> Bool {
    let top = engine.viewport(engine.viewport(of: change.watch)).container
    var next: ContainerID? = engine.scene.container(of: change.target)
    while let container = next, container != top { next = engine.scene.parent(of: container) }
    return next != nil
  }

  /// Returns the reference path's reason for a leave, if different.
  private func otherReason(
    than change: VisibilityChange, _ reason: InvisibilityReason
  ) -> InvisibilityReason? {
    guard engine.contains(change.target), let rule = rules[change.watch] else { return nil }
    let rung = VisibilityRule.thresholds(
      [rule.thresholds[change.threshold]], of: rule.measure, hysteresis: rule.hysteresis
    ).minimumOpacity(rule.minimumOpacity).minimumArea(rule.minimumArea)
    let finding = Oracle.finding(
      change.target, in: engine.viewport(engine.viewport(of: change.watch)),
      of: OracleScene(engine.scene))
    let answer = Oracle.reason(
      finding, rung, isForeground: engine.isForeground, isLeaving: true)
    return answer == nil || answer == reason ? nil : answer
  }

  /// Returns a description of the answers about a target that differ from the oracle's, if any.
  /// Checks another target, viewport and rule in each pass.
  private func wrongAnswer() -> String? {
    guard !targets.isEmpty else { return nil }
    let target = targets[operations % targets.count]
    let id = viewports[operations % viewports.count]
    let viewport = engine.viewport(id)
    let finding = Oracle.finding(target, in: viewport, of: OracleScene(engine.scene))
    let isSeen = engine.isForeground && !finding.isHidden && finding.isMeasurable
    let view = isSeen ? finding.uncovered : Oracle.View()
    let state = engine.state(of: target, in: id)
    var wrong: [String] = []
    func compare(_ name: String, _ answer: Double, _ expected: Double) {
      if !(abs(answer - expected) <= 1e-6) { wrong.append("\(name) \(answer), not \(expected)") }
    }
    compare("fraction", state.fraction, view.fraction)
    compare("share of the viewport", state.viewportShare, view.viewportShare)
    compare("share of the smaller", state.smallerShare, view.smallerShare)
    compare("opacity", state.opacity, finding.opacity)
    if state.isFullyVisible != view.isFull { wrong.append("fully: \(state.isFullyVisible)") }
    if isSeen && finding.inClips.fraction > 1e-6 {
      if let rect = state.visibleRect, let expected = finding.inClips.bounds {
        compare("left", rect.minX, expected.left)
        compare("top", rect.minY, expected.top)
        compare("right", rect.maxX, expected.right)
        compare("bottom", rect.maxY, expected.bottom)
      } else {
        wrong.append("nothing of it is visible")
      }
      if !state.isIntersecting { wrong.append("it does not intersect") }
    }
    engine.forEachWatch(of: target) { watch, _, subject in
      guard let (identity, policy) = subject, engine.level(of: watch) > 0 else { return }
      let fraction = engine.state(of: target, in: engine.viewport(of: watch)).fraction
      let exposure = engine.exposure(of: identity, for: policy, at: now)
      if (exposure?.greatestFraction ?? 0) < fraction - 1e-9 {
        wrong.append("\(fraction) is visible, more than ever under \(policy)")
      }
    }
    let asked: [VisibilityRule] = [
      .fully, .anyPixel, .fraction(0.5), .asMuchAsFits, .allEdgesSeen, .share(0.3, of: .viewport),
      .anyPixel.minimumArea(900), .fraction(0.2).minimumOpacity(0.6),
    ]
    for rule in [.fully, asked[operations % asked.count]] {
      let expected = Oracle.reason(finding, rule, isForeground: engine.isForeground)
      let answer =
        rule == .fully ? state.reason : engine.reason(target, isNotVisibleUnder: rule, in: id)
      if answer != expected {
        wrong.append(
          "\(rule): \(answer.map { "\($0)" } ?? "visible"), not "
            + "\(expected.map { "\($0)" } ?? "visible")")
      }
    }
    return wrong.isEmpty ? nil : "about \(target) in \(id): \(wrong)\n\(state)\n\(finding)"
  }
}

extension VisibilityEngine {
  func contains(_ target: TargetID) -> Bool { scene.contains(target) }
}
