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
    _ watch: WatchSlot, in viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    pass: UInt32
  ) -> (before: Int, now: Int, remembersMore: Bool) {
    let place = watches[watch].active
    var active =
      place == none
      ? ActiveWatch(watch: watch, rule: watches[watch].rule)
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
    _ watch: WatchSlot, in viewport: ViewportSlot, _ uncovered: Measurement, opacity: Double
  ) {
    let place = Int(watches[watch].active)
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

  /// Returns the sort key of events: the target's order of registration, then the watch's.
  @inline(__always)
  func key(_ order: UInt32, _ watch: WatchSlot) -> UInt64 {
    UInt64(order) << 32 | UInt64(watches[watch].order)
  }
}
