/// The watches of an engine, with their rules, viewports and current levels.
///
/// It is independent of geometry and impressions: a pass supplies measurements.
///
/// Invariants:
/// 1. A watch is in its viewport's list of active ones exactly while a threshold holds, or edges or
///    sides of a hysteresis are remembered. Its place there is in its record or stored inline.
/// 2. A target's first watch is stored inline as long as it is the only one, if it is for plain
///    visibility in the window. Otherwise the inline value refers to a watch or a list.
/// 3. A rule is in `rules` exactly while a watch uses it.
struct WatchTable: Sendable {
  /// The watches of each target, by its slot. Targets beyond the end have none so far.
  private var inlineWatches: ContiguousArray<InlineWatch> = []
  var watches = SlotTable<WatchRecord>()
  var links = SlotTable<WatchLink>()
  var lists = SlotTable<ContiguousArray<WatchSlot>>()
  var viewports = SlotTable<ViewportRecord>()
  var rules = RuleTable()
  /// The next order of registration, above that of every linked watch.
  var nextOrder: UInt32 = 1
  /// Whether viewports with scroll margins were added or removed since the last pass.
  var areScrollMarginsStale = false
  /// The number of steps taken so far: see `VisibilityEngine.work`.
  var work = StepCount()

  init(window: VisibilityViewport) { _ = viewports.insert(ViewportRecord(viewport: window)) }

  // MARK: Targets

  mutating func reserveCapacity(targets count: Int) { inlineWatches.reserveTightly(count) }

  @inline(__always)
  func inlineWatch(of target: TargetSlot) -> InlineWatch {
    target.index < inlineWatches.count ? inlineWatches[target.index] : .neverWatched
  }

  @inline(__always)
  mutating func setInlineWatch(_ inline: InlineWatch, of target: TargetSlot) {
    while inlineWatches.count <= target.index { inlineWatches.appendTightly(.neverWatched) }
    inlineWatches[target.index] = inline
  }

  // MARK: Watches

  @inline(__always)
  func viewport(of watch: WatchSlot) -> ViewportSlot { rules[watches[watch].rule].viewport }

  /// Returns the record of a watch, assembled if the watch is stored inline.
  @inline(__always)
  func record(of watch: WatchRef) -> WatchRecord {
    switch watch.content {
    case .table(let slot): return watches[slot]
    case .target(let target):
      switch inlineWatch(of: target).content {
      case .inactive(let rule): return WatchRecord(target: target, rule: rule, subject: .none)
      case .active(let place):
        let rule = viewports[.window].active[Int(place)].rule
        return WatchRecord(target: target, rule: rule, active: place, subject: .none)
      case .neverWatched, .ended, .table, .list:
        preconditionFailure("the target has no inline watch")
      }
    }
  }

  /// Returns the place of a watch among the active ones of its viewport; `none` if it is not
  /// active.
  @inline(__always)
  func place(of watch: WatchRef) -> UInt32 {
    switch watch.content {
    case .table(let slot): watches[slot].active
    case .target(let target): inlineWatch(of: target).place
    }
  }

  /// The ledger's subject of a watch for impressions; `none` for plain visibility.
  @inline(__always)
  func subject(of watch: WatchRef) -> SubjectSlot {
    if case .table(let slot) = watch.content { watches[slot].subject } else { .none }
  }

  mutating func add(
    _ target: TargetSlot, _ rule: VisibilityRule, in viewport: ViewportSlot, subject: SubjectSlot
  ) -> WatchRef {
    let rule = rules.use(rule, in: viewport)
    viewports[viewport].isStale = true
    if inlineWatch(of: target) == .neverWatched && viewport == .window && subject == .none {
      setInlineWatch(.inactive(rule: rule), of: target)
      return WatchRef(target)
    }
    moveToTable(target)
    let watch = insert(WatchRecord(target: target, rule: rule, subject: subject))
    attach(watch)
    return WatchRef(watch)
  }

  /// Moves an inline watch into the table, to make room for others. Its handle stays
  /// the same.
  private mutating func moveToTable(_ target: TargetSlot) {
    switch inlineWatch(of: target).content {
    case .neverWatched, .ended, .table, .list: return
    case .inactive, .active: break
    }
    let record = record(of: WatchRef(target))
    let watch = insert(record)
    makeLink(of: watch, order: 0)
    if record.active != none {
      viewports[.window].active[Int(record.active)].watch = WatchRef(watch)
    }
    setInlineWatch(.table(watch), of: target)
  }

  private mutating func insert(_ record: WatchRecord) -> WatchSlot {
    precondition(
      watches.count < InlineWatch.maximumCount,
      "an engine holds at most 2^30 watches of some kinds")
    return watches.insert(record)
  }

  /// Ends a watch that is inactive and in no list, and frees its place. The caller clears
  /// references to it in its target.
  mutating func end(_ watch: WatchRef) {
    let rule = record(of: watch).rule
    switch watch.content {
    case .target(let target): setInlineWatch(.ended, of: target)
    case .table(let slot):
      removeLink(of: slot)
      watches.remove(slot)
    }
    rules.release(rule)
  }

  /// Changes the rule of an inactive watch.
  mutating func setRule(_ rule: VisibilityRule, of watch: WatchSlot) {
    let old = watches[watch].rule
    watches[watch].rule = rules.use(rule, in: rules[old].viewport)
    rules.release(old)
  }

  // MARK: Handles

  /// Returns whether a handle refers to a watch. Watches of a removed target live until the next
  /// pass.
  func contains(_ id: WatchID, _ targets: TargetTable) -> Bool { find(id, targets) != .none }

  /// Returns the watch of a handle. Using a handle after the end of its watch is a programming
  /// error.
  func watch(of id: WatchID, _ targets: TargetTable) -> WatchRef {
    let watch = find(id, targets)
    precondition(
      watch != .none,
      "watch \(id.index), generation \(id.generation), was used after its removal")
    return watch
  }

  private func find(_ id: WatchID, _ targets: TargetTable) -> WatchRef {
    let watch = WatchRef(raw: id.index)
    switch watch.content {
    case .table(let slot):
      let handle = SceneHandle<WatchRecord>(index: slot.raw, generation: id.generation)
      return watches.contains(handle) ? watch : .none
    case .target(let target):
      guard targets.places.contains(target.index),
        targets.lastHandle(of: target).generation == id.generation
      else { return .none }
      switch inlineWatch(of: target).content {
      case .neverWatched, .ended: return .none
      case .inactive, .active: return watch
      case .table(let watch): return wasInline(watch) ? WatchRef(watch) : .none
      case .list(let list):
        // It is in the window and has the lowest order, so it precedes all others.
        return wasInline(lists[list][0]) ? WatchRef(lists[list][0]) : .none
      }
    }
  }

  /// Whether a watch was stored inline and keeps its target's handle.
  @inline(__always)
  private func wasInline(_ watch: WatchSlot) -> Bool {
    let link = watches[watch].link
    return link != .none && links[link].order == 0
  }

  @inline(__always)
  func handle(of watch: WatchRef, _ targets: TargetTable) -> WatchID {
    var named = watch
    if case .table(let slot) = watch.content {
      if !wasInline(slot) {
        return WatchID(index: watch.raw, generation: watches.handle(of: slot).generation)
      }
      named = WatchRef(watches[slot].target)
    }
    let target = TargetSlot(raw: named.raw >> 1)
    return WatchID(index: named.raw, generation: targets.lastHandle(of: target).generation)
  }

  // MARK: Active watches

  /// Returns the number of a watch's thresholds that hold.
  @inline(__always)
  func level(of watch: WatchRef) -> Int {
    let record = record(of: watch)
    if record.active == none { return 0 }
    return Int(viewports[rules[record.rule].viewport].active[Int(record.active)].level)
  }

  mutating func activate(_ active: ActiveWatch, in viewport: ViewportSlot) {
    setPlace(UInt32(viewports[viewport].active.count), of: active)
    viewports[viewport].active.append(active)
  }

  /// Removes an active watch by moving the last one into its place.
  mutating func deactivate(at place: Int, in viewport: ViewportSlot) {
    setPlace(none, of: viewports[viewport].active[place])
    let last = viewports[viewport].active.removeLast()
    if place < viewports[viewport].active.count {
      viewports[viewport].active[place] = last
      setPlace(UInt32(place), of: last)
    }
  }

  @inline(__always)
  private mutating func setPlace(_ place: UInt32, of active: ActiveWatch) {
    switch active.watch.content {
    case .table(let slot): watches[slot].active = place
    case .target(let target):
      setInlineWatch(
        place == none ? .inactive(rule: active.rule) : .active(place: place), of: target)
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
