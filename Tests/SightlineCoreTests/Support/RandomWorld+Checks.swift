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
        let order = (
          change.isVisible, UInt64(engine.scene.targets[Slot(raw: change.target.index)].order)
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
    for watch in watches where rules[watch]?.measure == .edges {
      let (got, want) = (engine.level(of: watch), edgesLevel(of: watch))
      if got != want { return "all edges of \(watch): level \(got), by the model \(want)" }
    }
    for watch in engine.watching.watches.live {
      if let (got, want) = engine.disagreement(of: watch) {
        let id = engine.watching.watches.handle(of: watch)
        return
          "\(engine.rule(of: id)) of \(id): level \(got), by the reference path \(want)\n"
          + "\(engine.state(of: engine.target(of: id), in: engine.viewport(of: id)))"
      }
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
    let answer = engine.reason(
      change.target, isNotVisibleUnder: rung, in: engine.viewport(of: change.watch))
    return answer == nil || answer == reason ? nil : answer
  }

  /// The level of a watch of `allEdgesSeen`, which depends on every pass since the target came on
  /// screen: edges add up while any pixel is left to see, and are forgotten when none is.
  private mutating func edgesLevel(of watch: WatchID) -> Int {
    let viewport = engine.viewport(engine.viewport(of: watch))
    let target = Int(engine.target(of: watch).index)
    let reference = engine.measured(target, in: viewport)
    let measurement = reference.uncovered
    let isSeen =
      engine.isForeground && reference.isMeasurable && !reference.isHidden
      && measurement.fraction > 1e-9
      && reference.opacity >= engine.rule(of: watch).minimumOpacity
      && measurement.visibleArea >= engine.rule(of: watch).minimumArea
    edgesSeen[watch] = isSeen ? edgesSeen[watch, default: 0] | measurement.edges : 0
    return edgesSeen[watch] == 0b1111 ? 1 : 0
  }
}

extension VisibilityEngine {
  func contains(_ target: TargetID) -> Bool { scene.contains(target) }
}
