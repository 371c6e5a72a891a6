/// The watches of an engine, with their rules, viewports and current levels.
///
/// It is independent of geometry and impressions: a pass supplies measurements.
///
/// Invariants:
/// 1. A watch is in its viewport's list of active ones exactly while a threshold holds, or edges or
///    sides of a hysteresis are remembered. Its place there is in its record.
/// 2. The watches of a target form a list, the last registered first.
/// 3. A rule is in `rules` exactly while a watch uses it.
struct WatchTable: ~Copyable {
  /// The last watch of each target, by its slot. Targets beyond the end have none so far.
  private var lastWatches: ContiguousArray<WatchSlot> = []
  var watches = SlotTable<WatchRecord>()
  var viewports = SlotTable<ViewportRecord>()
  var rules = RuleTable()
  /// Whether viewports with scroll margins were added or removed since the last pass.
  var areScrollMarginsStale = false

  init(window: VisibilityViewport) { _ = viewports.insert(ViewportRecord(viewport: window)) }

  // MARK: Targets

  mutating func reserveCapacity(targets count: Int) {
    lastWatches.reserveCapacity(count)
    watches.reserveCapacity(count)
  }

  /// Returns the watch of a target that was registered last; `none` if it has none.
  @inline(__always)
  func lastWatch(of target: TargetSlot) -> WatchSlot {
    target.index < lastWatches.count ? lastWatches[target.index] : .none
  }

  mutating func setLastWatch(_ watch: WatchSlot, of target: TargetSlot) {
    while lastWatches.count <= target.index { lastWatches.append(.none) }
    lastWatches[target.index] = watch
  }

  /// Returns the watches of a target, in order of registration.
  ///
  /// - Complexity: O(watches of the target), with an allocation.
  func watches(of target: TargetSlot) -> [WatchSlot] {
    var found: [WatchSlot] = []
    var watch = lastWatch(of: target)
    while watch != .none {
      found.append(watch)
      watch = watches[watch].previous
    }
    return found.reversed()
  }

  /// Whether no watch of a target is active.
  func isIdle(_ target: TargetSlot) -> Bool {
    var watch = lastWatch(of: target)
    while watch != .none {
      if watches[watch].active != none { return false }
      watch = watches[watch].previous
    }
    return true
  }

  // MARK: Watches

  @inline(__always)
  func viewport(of watch: WatchSlot) -> ViewportSlot { rules[watches[watch].rule].viewport }

  mutating func add(
    _ target: TargetSlot, _ rule: VisibilityRule, in viewport: ViewportSlot, subject: SubjectSlot
  ) -> WatchSlot {
    let last = lastWatch(of: target)
    let watch = watches.insert(
      WatchRecord(
        target: target, previous: last, order: last == .none ? 0 : watches[last].order &+ 1,
        rule: rules.use(rule, in: viewport), subject: subject))
    viewports[viewport].isStale = true
    setLastWatch(watch, of: target)
    return watch
  }

  /// Removes a watch from its target.
  ///
  /// - Complexity: O(watches of the target).
  mutating func detach(_ watch: WatchSlot) {
    let (target, previous) = (watches[watch].target, watches[watch].previous)
    var next = lastWatch(of: target)
    if next == watch { return setLastWatch(previous, of: target) }
    while watches[next].previous != watch { next = watches[next].previous }
    watches[next].previous = previous
  }

  /// Ends a watch that is inactive and detached, and frees its place.
  mutating func end(_ watch: WatchSlot) {
    rules.release(watches[watch].rule)
    watches.remove(watch)
  }

  /// Changes the rule of an inactive watch.
  mutating func setRule(_ rule: VisibilityRule, of watch: WatchSlot) {
    let old = watches[watch].rule
    watches[watch].rule = rules.use(rule, in: rules[old].viewport)
    rules.release(old)
  }

  /// Returns the watch of a handle. Using a handle after the end of its watch is a programming
  /// error. Watches of a removed target live until the next pass.
  func slot(of id: WatchID) -> WatchSlot { watches.slot(of: id, "watch") }

  // MARK: Active watches

  /// Returns the number of a watch's thresholds that hold.
  @inline(__always)
  func level(of watch: WatchSlot) -> Int {
    let active = watches[watch].active
    return active == none
      ? 0 : Int(viewports[viewport(of: watch)].active[Int(active)].level)
  }

  mutating func activate(_ active: ActiveWatch, in viewport: ViewportSlot) {
    watches[active.watch].active = UInt32(viewports[viewport].active.count)
    viewports[viewport].active.append(active)
  }

  /// Removes an active watch by moving the last one into its place.
  mutating func deactivate(at place: Int, in viewport: ViewportSlot) {
    watches[viewports[viewport].active[place].watch].active = none
    let last = viewports[viewport].active.removeLast()
    if place < viewports[viewport].active.count {
      viewports[viewport].active[place] = last
      watches[last.watch].active = UInt32(place)
    }
  }

  // MARK: Viewports

  func slot(of id: ViewportID) -> ViewportSlot { viewports.slot(of: id, "viewport") }

  /// Marks every viewport for evaluation in the next pass.
  mutating func makeAllStale() {
    for i in viewports.places { viewports[Slot(i)].isStale = true }
  }

  /// Marks all viewports as evaluated.
  mutating func endPass() {
    for i in viewports.places { viewports[Slot(i)].isStale = false }
  }

  /// The maximum of the scroll margins of all viewports, by side.
  var greatestScrollMargins: ViewportMargins {
    var margins = ViewportMargins.zero
    for viewport in viewports.live {
      margins.formUpperBound(with: viewports[viewport].viewport.scrollMargins)
    }
    return margins
  }
}
