// Comparing what was measured with what is watched.
extension WatchTable {
  /// Brings one watch of a target up to date with what was measured of it.
  ///
  /// - Parameter pass: the number of the pass, by which the watch counts as found in it.
  /// - Returns: how many thresholds held before, and how many hold now.
  /// - Complexity: O(thresholds that are crossed).
  @inline(__always)
  mutating func update(
    _ watch: WatchSlot, in viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    pass: UInt32
  ) -> (before: Int, now: Int) {
    let record = watches[watch]
    let rule = Int(record.rule)
    let isActive = record.active != none
    var level = 0
    var edges: UInt8 = 0
    if isActive {
      level = Int(viewports[viewport].active[Int(record.active)].level)
      edges = viewports[viewport].active[Int(record.active)].edges
    }
    let remembersEdges =
      rules.records[rule].measure == .edges
      && rules.counts(rules.records[rule], measurement, opacity: opacity)
    if remembersEdges { edges |= measurement.edges }
    let newLevel = rules.level(rule, measurement, opacity: opacity, current: level, edges: edges)
    if !isActive && newLevel == 0 && !remembersEdges { return (0, 0) }
    let active = ActiveWatch(
      watch: watch, stamp: pass, level: UInt16(truncatingIfNeeded: newLevel), edges: edges)
    if !isActive {
      activate(active, in: viewport)
    } else if newLevel > 0 || remembersEdges {
      viewports[viewport].active[Int(record.active)] = active
    } else {
      deactivate(at: Int(record.active), in: viewport)
    }
    return (level, newLevel)
  }

  /// Whether a watch in the window needs no measuring of a target that shows as a whole and is not
  /// covered, since all of its thresholds hold already and nothing but those is watched. If so, the
  /// watch counts as found in this pass.
  @inline(__always)
  mutating func keepsWhole(_ watch: WatchSlot, opacity: Double, pass: UInt32) -> Bool {
    let record = watches[watch]
    guard record.active != none, record.subject == none else { return false }
    let rule = Int(record.rule)
    guard rules.records[rule].isReachedByWhole, opacity >= rules.records[rule].leastOpacity,
      Int(viewports[.window].active[Int(record.active)].level)
        == rules.records[rule].thresholdCount
    else { return false }
    viewports[.window].active[Int(record.active)].stamp = pass
    return true
  }

  /// Adds those of a target's watches that are in a viewport.
  ///
  /// - Parameter root: the watch at the top of the target's.
  /// - Complexity: O(what is found), and O(log of all watches of the target).
  mutating func append(
    below root: WatchSlot, in viewport: ViewportSlot, to found: inout Pile<WatchSlot>
  ) {
    var watch = root
    while watch != .none {
      work &+= 1
      let link = watches[watch].link
      let own = self.viewport(of: watch)
      if own.raw >= viewport.raw, link != .none, links[link].left != .none {
        append(below: links[link].left, in: viewport, to: &found)
      }
      if own == viewport { found.append(watch) }
      watch = own.raw > viewport.raw || link == .none ? .none : links[link].right
    }
  }

  /// Sorts events: by the order of the target's registration, then by that of the watch's.
  @inline(__always)
  func key(_ order: UInt32, _ watch: WatchSlot) -> UInt64 {
    UInt64(order) << 32 | UInt64(self.order(of: watch))
  }
}
