/// What is observed: the watches, the rules that they go by, the viewports that they are in, and
/// which of them hold.
///
/// It knows nothing of geometry and of impressions: a pass hands it what was measured.
///
/// Invariants:
/// 1. A watch is in its viewport's list of active ones exactly while something of it holds, or
///    edges of it are remembered; its record knows its place there.
/// 2. A target refers to the watch at the top of its own: see `attach(_:to:)`.
/// 3. A rule is in `rules` exactly while a watch has it.
struct WatchTable: Sendable {
  var watches = SlotTable<WatchRecord>()
  var links = SlotTable<WatchLink>()
  var viewports = SlotTable<ViewportRecord>()
  var rules = RuleTable()
  /// Above the order of every watch that has a link.
  var nextOrder: UInt32 = 1
  /// Whether viewports with scroll margins have come or gone since the last pass.
  var areScrollMarginsStale = false
  /// Steps taken since the table was made: see `VisibilityEngine.work`.
  var work = 0

  init(window: VisibilityViewport) { _ = viewports.insert(ViewportRecord(viewport: window)) }

  // MARK: Watches

  func slot(of id: WatchID) -> WatchSlot { watches.slot(of: id, "watch") }

  @inline(__always)
  func viewport(of watch: WatchSlot) -> ViewportSlot { rules.viewport(of: watches[watch].rule) }

  /// Adds a watch to a target's.
  ///
  /// - Parameter root: the watch at the top of the target's.
  mutating func add(
    _ target: TargetSlot, _ rule: VisibilityRule, in viewport: ViewportSlot, subject: UInt32,
    to root: inout WatchSlot
  ) -> WatchSlot {
    let watch = watches.insert(
      WatchRecord(
        target: target, rule: rules.intern(rule, viewport: viewport), subject: subject))
    attach(watch, to: &root)
    viewports[viewport].isStale = true
    return watch
  }

  /// Makes the handles of a watch stand for nothing. What no target refers to any more is released,
  /// too.
  mutating func end(_ watch: WatchSlot) {
    rules.release(watches[watch].rule)
    watches.end(watch)
  }

  /// Frees the place of a watch that has ended and that no target refers to.
  mutating func release(_ watch: WatchSlot) {
    removeLink(of: watch)
    watches.release(watch)
  }

  // MARK: What holds

  /// How many thresholds of a watch hold.
  @inline(__always)
  func level(of watch: WatchSlot) -> Int {
    let place = watches[watch].active
    return place == none ? 0 : Int(viewports[viewport(of: watch)].active[Int(place)].level)
  }

  /// Puts a watch among the active ones of its viewport.
  mutating func activate(_ active: ActiveWatch, in viewport: ViewportSlot) {
    watches[active.watch].active = UInt32(viewports[viewport].active.count)
    viewports[viewport].active.append(active)
  }

  /// Takes an active watch out by moving the last one into its place.
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

  /// Has every viewport evaluated by the next pass.
  mutating func makeAllStale() {
    for i in viewports.places { viewports[Slot(i)].isStale = true }
  }

  /// Takes all viewports as evaluated.
  mutating func endPass() {
    for i in viewports.places { viewports[Slot(i)].isStale = false }
  }

  /// The greatest scroll margins of all viewports.
  var greatestScrollMargins: ViewportMargins {
    var margins = ViewportMargins.zero
    for viewport in viewports.live {
      margins.formUpperBound(with: viewports[viewport].viewport.scrollMargins)
    }
    return margins
  }
}
