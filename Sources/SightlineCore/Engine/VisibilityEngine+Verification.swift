// What a reference path needs to judge a pass: see `SightlineOracle`.
extension VisibilityEngine {
  /// The state of a watch after a pass.
  package struct WatchState: Sendable {
    package var watch: WatchID
    package var target: TargetID
    package var viewport: VisibilityViewport
    package var rule: VisibilityRule
    /// The number of the rule's thresholds that hold.
    package var level = 0
    /// The number that held before an interruption and are not lost yet.
    package var side = 0
    /// Whether each edge has been seen since the target came into its viewport and clips: top,
    /// left, bottom, right.
    package var edges = [false, false, false, false]
  }

  /// The states of all watches.
  package var watchStates: [WatchState] {
    tables.watching.watches.live.map { watch in
      let id = tables.watching.watches.handle(of: watch)
      var state = WatchState(
        watch: id, target: target(of: id), viewport: viewport(viewport(of: id)),
        rule: rule(of: id))
      let place = tables.watching.watches[watch].active
      if place != none {
        let viewport = tables.watching.viewport(of: watch)
        let active = tables.watching.viewports[viewport].active[Int(place)]
        state.level = Int(active.level)
        state.side = Int(active.side)
        state.edges = [1, 2, 4, 8].map { active.edges & $0 != 0 }
      }
      return state
    }
  }

  /// The number of passes so far that evaluated changes.
  package var passNumber: UInt32 { pass.number }
}

extension VisibilityScene {
  /// The containers, parents first.
  package var containerIDs: [ContainerID] { containers.live.map { containers.handle(of: $0) } }
  package var coverIDs: [CoverID] { covers.live.map { covers.handle(of: $0) } }

  /// The order of registration of an item among all items.
  package func order(of id: TargetID) -> UInt32 { targets[Slot(of: id)].order }
  package func order(of id: ContainerID) -> UInt32 { containers[Slot(of: id)].order }
  package func order(of id: CoverID) -> UInt32 { covers[Slot(of: id)].order }
}
