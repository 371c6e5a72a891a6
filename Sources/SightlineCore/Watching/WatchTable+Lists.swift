// Manages the watches of one target: usually one, sometimes very many.
//
// A target's only watch has no link if it is in the window. Several watches are in a list, in order
// of their viewports and then of registration, so that bisection finds those of a viewport.
extension WatchTable {
  /// Adds a watch to a target.
  ///
  /// - Complexity: O(log watches of the target), plus moving four bytes for each.
  mutating func attach(_ watch: WatchSlot) {
    let target = watches[watch].target
    let viewport = viewport(of: watch)
    switch inlineWatch(of: target).content {
    case .table(let only):
      if watches[only].link == .none { makeLink(of: only, order: takeOrder()) }
      setInlineWatch(.list(lists.insert([only])), of: target)
      return attach(watch)
    case .list(let list):
      makeLink(of: watch, order: takeOrder())
      lists[list].insert(watch, at: position(of: key(watch), in: list))
    case .neverWatched, .ended, .inactive, .active:
      setInlineWatch(.table(watch), of: target)
      if viewport == .window { return }
      makeLink(of: watch, order: takeOrder())
    }
    if viewport == .window { return }
    links[watches[watch].link].place = viewports[viewport].watches.count
    viewports[viewport].watches.append(watch)
  }

  /// Removes a watch from a target.
  ///
  /// - Complexity: that of `attach(_:)`.
  mutating func detach(_ watch: WatchSlot) {
    let target = watches[watch].target
    guard case .list(let list) = inlineWatch(of: target).content else {
      return setInlineWatch(.ended, of: target)
    }
    lists[list].remove(at: position(of: key(watch), in: list))
    if lists[list].count == 1 { setInlineWatch(.table(take(list)[0]), of: target) }
  }

  mutating func take(_ list: WatchListSlot) -> ContiguousArray<WatchSlot> {
    let watches = lists[list]
    lists[list] = []
    lists.release(list)
    return watches
  }

  /// Appends a target's watches in a viewport.
  ///
  /// - Complexity: O(results + log watches of the target).
  mutating func append(
    watchesOf target: TargetSlot, in viewport: ViewportSlot, to found: inout ScratchBuffer<WatchRef>
  ) {
    work &+= 1
    switch inlineWatch(of: target).content {
    case .table(let watch):
      if self.viewport(of: watch) == viewport { found.append(WatchRef(watch)) }
    case .list(let list):
      var i = position(of: UInt64(viewport.raw) << 32, in: list)
      while i < lists[list].count, self.viewport(of: lists[list][i]) == viewport {
        work &+= 1
        found.append(WatchRef(lists[list][i]))
        i += 1
      }
    case .neverWatched, .ended, .inactive, .active: break
    }
  }

  /// Returns the watches of a target, in order of registration.
  ///
  /// - Complexity: O(*n* log *n*), with an allocation.
  func orderedWatches(of target: TargetSlot) -> [WatchRef] {
    switch inlineWatch(of: target).content {
    case .neverWatched, .ended: return []
    case .inactive, .active: return [WatchRef(target)]
    case .table, .list:
      var slots = slots(of: target)
      sort(&slots) { order(of: $0) < order(of: $1) }
      return slots.map { WatchRef($0) }
    }
  }

  /// The watches of a target that are in the table, in no particular order.
  func slots(of target: TargetSlot) -> ContiguousArray<WatchSlot> {
    switch inlineWatch(of: target).content {
    case .neverWatched, .ended, .inactive, .active: []
    case .table(let watch): [watch]
    case .list(let list): lists[list]
    }
  }

  /// Whether no watch of a target is active.
  func isIdle(_ target: TargetSlot) -> Bool {
    inlineWatch(of: target).place == none
      && slots(of: target).allSatisfy { watches[$0].active == none }
  }

  /// The order of registration of a watch within its target.
  @inline(__always)
  func order(of watch: WatchSlot) -> UInt32 {
    let link = watches[watch].link
    return link == .none ? 0 : links[link].order
  }

  private func key(_ watch: WatchSlot) -> UInt64 {
    UInt64(viewport(of: watch).raw) << 32 | UInt64(order(of: watch))
  }

  /// The position in a list of the first watch whose key is not below another one.
  private mutating func position(of key: UInt64, in list: WatchListSlot) -> Int {
    var (low, high) = (0, lists[list].count)
    while low < high {
      work &+= 1
      let middle = (low + high) / 2
      if self.key(lists[list][middle]) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func takeOrder() -> UInt32 {
    if nextOrder == .max { renumber() }
    nextOrder += 1
    return nextOrder - 1
  }

  mutating func makeLink(of watch: WatchSlot, order: UInt32) {
    watches[watch].link = links.insert(WatchLink(order: order))
  }

  /// Renumbers the watches in the same order, once 2^32 registrations have used up the numbers.
  private mutating func renumber() {
    var used: ContiguousArray<LinkSlot> = []
    for watch in watches.places where watches[Slot(watch)].link != .none {
      used.append(watches[Slot(watch)].link)
    }
    sort(&used) { links[$0].order < links[$1].order }
    var order: UInt32 = 0
    for link in used where links[link].order > 0 {
      order += 1
      links[link].order = order
    }
    nextOrder = order + 1
  }

  /// Frees the link of a watch that is in no target's list, and removes it from its viewport's.
  mutating func removeLink(of watch: WatchSlot) {
    let link = watches[watch].link
    if link == .none { return }
    let viewport = viewport(of: watch)
    if viewport != .window {
      let (place, last) = (links[link].place, viewports[viewport].watches.removeLast())
      if last != watch {
        viewports[viewport].watches[place] = last
        links[watches[last].link].place = place
      }
    }
    watches[watch].link = .none
    links.release(link)
  }
}
