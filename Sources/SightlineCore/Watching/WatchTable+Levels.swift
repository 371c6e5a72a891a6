// Compares measurements with the rules of watches.
extension WatchTable {
  /// Updates a watch of a target with a measurement.
  ///
  /// - Parameter pass: the number of the pass, which marks the watch as found.
  /// - Returns: the number of thresholds that held before, the number that hold now, and whether
  ///   more is remembered than the measurement supports: then call ``forget(_:in:_:opacity:)``.
  /// - Complexity: O(crossed thresholds).
  @inline(__always)
  mutating func update(
    _ watch: WatchRef, in viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    pass: UInt32
  ) -> (before: Int, now: Int, remembersMore: Bool) {
    let place = self.place(of: watch)
    var active =
      place == none
      ? ActiveWatch(watch: watch, rule: record(of: watch).rule)
      : viewports[viewport].active[Int(place)]
    let rule = rules[active.rule]
    let before = Int(active.level)
    let counts = rules.counts(rule, measurement, opacity: opacity)
    if rule.measure == .edges && counts { active.edges |= measurement.edges }
    let side = Int(active.side)
    let level = rules.level(
      active.rule, measurement, opacity: opacity, current: side, edges: active.edges)
    active.stamp = pass
    active.level = UInt16(truncatingIfNeeded: level)
    active.side = max(active.side, active.level)
    if place != none {
      viewports[viewport].active[Int(place)] = active
    } else if level > 0 || active.edges != 0 {
      activate(active, in: viewport)
    }
    return (before, level, level < side || !counts && active.edges != 0)
  }

  /// Reduces the memory of a watch that was found to what a measurement without covers supports. An
  /// item that is out of the viewport or its clips, hidden or transparent has left; one that is
  /// only covered has not.
  @inline(never)
  mutating func forget(
    _ watch: WatchRef, in viewport: ViewportSlot, _ uncovered: Measurement, opacity: Double
  ) {
    let place = Int(self.place(of: watch))
    var active = viewports[viewport].active[place]
    let rule = rules[active.rule]
    if !rules.counts(rule, uncovered, opacity: opacity) { active.edges = 0 }
    let side = rules.level(
      active.rule, uncovered, opacity: opacity, current: Int(active.side), edges: active.edges)
    active.side = max(active.level, UInt16(truncatingIfNeeded: side))
    if active.side == 0 && active.edges == 0 {
      deactivate(at: place, in: viewport)
    } else {
      viewports[viewport].active[place] = active
    }
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
  func onlyWatch(of target: TargetSlot, _ inline: InlineWatch) -> WatchRef {
    switch inline.content {
    case .table(let watch): watches[watch].link == .none ? WatchRef(watch) : .none
    case .list: .none
    case .neverWatched, .ended, .inactive, .active: WatchRef(target)
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
