// Comparing what was measured with what is watched.
extension WatchTable {
  /// Brings one watch of a target up to date with what was measured of it.
  ///
  /// - Parameter pass: the number of the pass, by which the watch counts as found in it.
  /// - Returns: how many thresholds held before, and how many hold now.
  /// - Complexity: O(thresholds that are crossed).
  @inline(__always)
  mutating func update(
    _ watch: WatchRef, in viewport: ViewportSlot, _ measurement: Measurement, opacity: Double,
    pass: UInt32, _ targets: inout TargetTable
  ) -> (before: Int, now: Int) {
    let place = self.place(of: watch, targets)
    var active =
      place == none
      ? ActiveWatch(watch: watch, rule: record(of: watch, targets).rule)
      : viewports[viewport].active[Int(place)]
    let rule = Int(active.rule)
    let before = Int(active.level)
    let remembersEdges =
      rules.records[rule].measure == .edges
      && rules.counts(rules.records[rule], measurement, opacity: opacity)
    if remembersEdges { active.edges |= measurement.edges }
    let level = rules.level(
      rule, measurement, opacity: opacity, current: before, edges: active.edges)
    active.stamp = pass
    active.level = UInt16(truncatingIfNeeded: level)
    if level > 0 || remembersEdges {
      if place == none {
        activate(active, in: viewport, &targets)
      } else {
        viewports[viewport].active[Int(place)] = active
      }
    } else if place != none {
      deactivate(at: Int(place), in: viewport, &targets)
    }
    return (before, level)
  }

  /// Whether a watch in the window needs no measuring of a target that shows as a whole and is not
  /// covered, since all of its thresholds hold already and nothing but those is watched. If so, the
  /// watch counts as found in this pass.
  @inline(__always)
  mutating func keepsWhole(
    _ watch: WatchRef, opacity: Double, pass: UInt32, _ targets: TargetTable
  ) -> Bool {
    let place = self.place(of: watch, targets)
    guard place != none, !isForImpressions(watch) else { return false }
    let active = viewports[.window].active[Int(place)]
    let rule = Int(active.rule)
    guard rules.records[rule].isReachedByWhole, opacity >= rules.records[rule].leastOpacity,
      Int(active.level) == rules.records[rule].thresholdCount
    else { return false }
    viewports[.window].active[Int(place)].stamp = pass
    return true
  }

  /// The only watch of a target, which is in the window then; `none` if there are several, or one
  /// in another viewport.
  @inline(__always)
  func onlyWatch(of target: TargetSlot, _ root: WatchRoot) -> WatchRef {
    let top = root.top
    if top == .none { return WatchRef(target) }
    return watches[top].link == .none ? WatchRef(top) : .none
  }

  /// Adds those of a target's watches that are in a viewport.
  ///
  /// - Parameter root: the watch at the top of the target's.
  /// - Complexity: O(what is found), and O(log of all watches of the target).
  mutating func append(
    below root: WatchSlot, in viewport: ViewportSlot, to found: inout Pile<WatchRef>
  ) {
    var watch = root
    while watch != .none {
      work &+= 1
      let link = watches[watch].link
      let own = self.viewport(of: watch)
      if own.raw >= viewport.raw, link != .none, links[link].left != .none {
        append(below: links[link].left, in: viewport, to: &found)
      }
      if own == viewport { found.append(WatchRef(watch)) }
      watch = own.raw > viewport.raw || link == .none ? .none : links[link].right
    }
  }

  /// Sorts events: by the order of the target's registration, then by that of the watch's.
  @inline(__always)
  func key(_ order: UInt32, _ watch: WatchRef) -> UInt64 {
    var key = UInt64(order) << 32
    if case .table(let slot) = watch.content { key |= UInt64(self.order(of: slot)) }
    return key
  }
}
