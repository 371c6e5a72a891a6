import SightlineTestSupport

@testable import SightlineCore

// Passing, and checking what came out.
extension RandomWorld {
  /// Runs a pass and returns what is wrong with it, if anything.
  mutating func passAndCheck() -> String? {
    // Mostly frames; some pass twice at once, some after a while, as when a timer fires.
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
        if (reason == .removed) != ended.contains(change.watch) {
          return "a wrong reason: \(change)"
        }
        if let better = otherReason(than: change, reason) {
          return "by the reference path \(better), not \(reason), is the reason of \(change)"
        }
      }
      guard change.time == now else { return "a change at another time: \(change)" }
      if engine.contains(change.target) {
        let order = (change.isVisible, UInt64(engine.scene.targets[Int(change.target.index)].order))
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
    return nil
  }

  /// The reason that the reference path gives for a leave, if it is another.
  private func otherReason(
    than change: VisibilityChange, _ reason: InvisibilityReason
  ) -> InvisibilityReason? {
    guard engine.contains(change.target), let rule = rules[change.watch] else { return nil }
    let rung = VisibilityRule.thresholds([rule.thresholds[change.threshold]], of: rule.measure)
      .minimumOpacity(rule.minimumOpacity).minimumArea(rule.minimumArea)
    let finding = Oracle.finding(
      change.target, in: engine.viewport(engine.viewport(of: change.watch)),
      of: OracleScene(engine.scene))
    let answer = Oracle.reason(finding, rung, isForeground: engine.isForeground)
    return answer == nil || answer == reason ? nil : answer
  }
}

extension VisibilityEngine {
  func contains(_ target: TargetID) -> Bool { scene.contains(target) }
}
