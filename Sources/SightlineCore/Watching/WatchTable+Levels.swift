// Compares measurements with the rules of watches.
extension WatchTable {
  /// Updates a watch of a target with a measurement.
  ///
  /// - Parameter pass: the number of the pass, which marks the watch as found.
  /// - Returns: the number of thresholds that held before, and that hold now.
  /// - Complexity: O(crossed thresholds).
  @inline(__always)
  mutating func update(
    _ watch: WatchRef, in viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    pass: UInt32
  ) -> (before: Int, now: Int) {
    let place = self.place(of: watch)
    var active =
      place == none
      ? ActiveWatch(watch: watch, rule: record(of: watch).rule)
      : viewports[viewport].active[Int(place)]
    let rule = rules[active.rule]
    let before = Int(active.level)
    let remembersEdges =
      rule.measure == .edges && rules.counts(rule, measurement, opacity: opacity)
    if remembersEdges { active.edges |= measurement.edges }
    let level = rules.level(
      active.rule, measurement, opacity: opacity, current: before, edges: active.edges)
    active.stamp = pass
    active.level = UInt16(truncatingIfNeeded: level)
    if level > 0 || remembersEdges {
      if place == none {
        activate(active, in: viewport)
      } else {
        viewports[viewport].active[Int(place)] = active
      }
    } else if place != none {
      deactivate(at: Int(place), in: viewport)
    }
    return (before, level)
  }

  /// Returns whether a watch in the window needs no measurement of a target that is wholly visible,
  /// because all thresholds already hold. If so, marks the watch as found in this pass.
  @inline(__always)
  mutating func keepsWhole(
    _ watch: WatchRef, opacity: Double, pass: UInt32
  ) -> Bool {
    let place = self.place(of: watch)
    guard place != none else { return false }
    let active = viewports[.window].active[Int(place)]
    let rule = rules[active.rule]
    guard rule.isReachedByWhole, opacity >= rule.leastOpacity,
      Int(active.level) == rule.thresholdCount
    else { return false }
    viewports[.window].active[Int(place)].stamp = pass
    return true
  }

  /// Returns the only watch of a target, if it is in the window; `none` if there are several or it
  /// is in another viewport.
  @inline(__always)
  func onlyWatch(of target: TargetSlot, _ root: WatchRoot) -> WatchRef {
    switch root.content {
    case .table(let watch): watches[watch].link == .none ? WatchRef(watch) : .none
    case .list: .none
    case .untouched, .ended, .resting, .active: WatchRef(target)
    }
  }

  /// Returns the sort key of events: the target's order of registration, then the watch's.
  @inline(__always)
  func key(_ order: UInt32, _ watch: WatchRef) -> UInt64 {
    var key = UInt64(order) << 32
    if case .table(let slot) = watch.content { key |= UInt64(self.order(of: slot)) }
    return key
  }
}
