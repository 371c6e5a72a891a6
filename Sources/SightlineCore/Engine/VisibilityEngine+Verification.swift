// Compares passes with the oracle, the reference path.

extension VisibilityEngine {
  /// The most targets for which passes are compared: with more, debug builds would be too slow.
  static var mostVerifiedTargets: Int { 200 }

  #if DEBUG
  /// Compares the pass that just ended with the oracle, if enabled and the scene is small enough.
  mutating func verifyPass() {
    let count = scene.targets.places.count
    guard verifiesPasses, count <= VisibilityEngine.mostVerifiedTargets else { return }
    // Take the oracle out of the engine, which would otherwise be copied.
    var oracle = Oracle()
    swap(&oracle, &self.oracle)
    for disagreement in oracle.judge(self) {
      guard let didDisagree else { preconditionFailure(disagreement.text) }
      didDisagree(disagreement)
    }
    swap(&oracle, &self.oracle)
  }
  #endif
}

extension Oracle {
  /// Judges the last pass of an engine and returns the watches with a wrong level.
  package mutating func judge(_ engine: VisibilityEngine) -> [Disagreement] {
    let pass = JudgedPass(
      number: engine.pass.number, time: engine.timeOfLastPass ?? .zero,
      isForeground: engine.isForeground, replacementCount: engine.replacementCount)
    return judge(engine.claims, of: pass, in: engine.scene)
  }
}

extension VisibilityEngine {
  /// The states of the watches that have not ended.
  fileprivate var claims: [Oracle.Claim] {
    let alone = scene.targets.live.filter {
      switch tables.watching.inlineWatch(of: $0).content {
      case .inactive, .active: true
      case .neverWatched, .ended, .table, .list: false
      }
    }
    return (alone.map { WatchRef($0) } + tables.watching.watches.live.map { WatchRef($0) }).map {
      watch in
      let id = tables.watching.handle(of: watch, scene.targets)
      return Oracle.Claim(
        watch: id, target: target(of: id), viewport: viewport(viewport(of: id)),
        rule: rule(of: id), standing: standing(of: watch))
    }
  }

  private func standing(of watch: WatchRef) -> Oracle.Standing {
    let record = tables.watching.record(of: watch)
    guard record.active != none else { return Oracle.Standing() }
    let viewport = tables.watching.rules[record.rule].viewport
    let active = tables.watching.viewports[viewport].active[Int(record.active)]
    return Oracle.Standing(
      level: Int(active.level), side: Int(active.side),
      edges: [1, 2, 4, 8].map { active.edges & $0 != 0 })
  }
}
