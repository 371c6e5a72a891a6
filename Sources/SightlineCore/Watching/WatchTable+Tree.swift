// Manages the watches of one target: usually one, sometimes very many.
//
// A target's only watch is not linked if it is in the window. Several watches form a treap (Seidel
// and Aragon, 1996) ordered by viewport and then by registration. Finding the watches of a
// viewport, adding one and removing one take logarithmic time.
//
// Invariants:
// 1. The left subtree of a watch precedes it in order; the right subtree follows.
// 2. No watch has a higher priority than its parent.
extension WatchTable {
  /// Adds a watch to a target.
  ///
  /// - Complexity: O(log watches of the target), expected.
  mutating func attach(_ watch: WatchSlot) {
    let target = watches[watch].target
    let viewport = self.viewport(of: watch)
    let top = root(of: target).top
    if top == .none && viewport == .window {
      return setRoot(.table(watch), of: target)
    }
    if top != .none && watches[top].link == .none { makeLink(of: top, order: takeOrder()) }
    makeLink(of: watch, order: takeOrder())
    setRoot(.table(inserting(watch, below: top)), of: target)
    if viewport != .window { appendToViewport(watch, viewport) }
  }

  /// Removes a watch from a target.
  ///
  /// - Complexity: O(log watches of the target), expected.
  mutating func detach(_ watch: WatchSlot) {
    let target = watches[watch].target
    let isAlone = watches[watch].link == .none
    let top = isAlone ? .none : removing(watch, below: root(of: target).top)
    setRoot(.table(top), of: target)
  }

  /// Returns the watches of a target, in order of registration.
  ///
  /// - Complexity: O(*n* log *n*), with an allocation.
  func orderedWatches(of target: TargetSlot) -> [WatchRef] {
    switch root(of: target).content {
    case .untouched, .ended: []
    case .resting, .active: [WatchRef(target)]
    case .table(let top): orderedWatches(below: top).map { WatchRef($0) }
    }
  }

  private func orderedWatches(below top: WatchSlot) -> [WatchSlot] {
    var found = [top]
    var next = 0
    while next < found.count {
      if let link = link(of: found[next]) {
        if link.left != .none { found.append(link.left) }
        if link.right != .none { found.append(link.right) }
      }
      next += 1
    }
    return found.sorted { order(of: $0) < order(of: $1) }
  }

  /// Returns the order of registration of a watch within its target.
  @inline(__always)
  func order(of watch: WatchSlot) -> UInt32 { link(of: watch)?.order ?? 0 }

  /// Returns the first watch of a subtree, by viewport and then by registration.
  ///
  /// - Complexity: O(log watches of the target), expected.
  func first(below top: WatchSlot) -> WatchSlot {
    var first = top
    while let link = link(of: first), link.left != .none { first = link.left }
    return first
  }

  /// Returns the link of a watch, or `nil` if it has none.
  @inline(__always)
  func link(of watch: WatchSlot) -> WatchLink? {
    let link = watches[watch].link
    return link == .none ? nil : links[link]
  }

  private mutating func takeOrder() -> UInt32 {
    if nextOrder == .max { renumber() }
    nextOrder += 1
    return nextOrder - 1
  }

  mutating func makeLink(of watch: WatchSlot, order: UInt32) {
    watches[watch].link = links.insert(WatchLink(order: order))
  }

  /// Frees the link of a watch, which must be out of all lists and trees.
  mutating func removeLink(of watch: WatchSlot) {
    let link = watches[watch].link
    if link == .none { return }
    watches[watch].link = .none
    links.release(link)
  }

  /// Renumbers the watches in the same order, once 2^32 registrations have used up the numbers.
  private mutating func renumber() {
    var used: ContiguousArray<Slot<WatchLink>> = []
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

  // MARK: Viewports

  /// Appends a watch to the list of a viewport other than the window's, used when that is removed.
  private mutating func appendToViewport(_ watch: WatchSlot, _ viewport: ViewportSlot) {
    let last = viewports[viewport].lastWatch
    links[watches[watch].link].previousInViewport = last
    if last == .none {
      viewports[viewport].firstWatch = watch
    } else {
      links[watches[last].link].nextInViewport = watch
    }
    viewports[viewport].lastWatch = watch
    viewports[viewport].watchCount += 1
  }

  /// Removes a watch from its viewport's list; does nothing for the window.
  mutating func removeFromViewport(_ watch: WatchSlot) {
    let viewport = self.viewport(of: watch)
    guard viewport != .window, let link = link(of: watch) else { return }
    if link.previousInViewport == .none {
      viewports[viewport].firstWatch = link.nextInViewport
    } else {
      links[watches[link.previousInViewport].link].nextInViewport = link.nextInViewport
    }
    if link.nextInViewport == .none {
      viewports[viewport].lastWatch = link.previousInViewport
    } else {
      links[watches[link.nextInViewport].link].previousInViewport = link.previousInViewport
    }
    viewports[viewport].watchCount -= 1
  }

  // MARK: The treap

  /// Evenly distributed, and the same in every run.
  private func priority(_ watch: WatchSlot) -> UInt32 {
    var hash = watch.raw &* 0x9E37_79B1
    hash ^= hash >> 16
    hash = hash &* 0x85EB_CA6B
    return hash ^ hash >> 13
  }

  private func precedes(_ watch: WatchSlot, _ other: WatchSlot) -> Bool {
    (viewport(of: watch).raw, order(of: watch)) < (viewport(of: other).raw, order(of: other))
  }

  private func linkSlot(_ watch: WatchSlot) -> LinkSlot { watches[watch].link }

  private mutating func inserting(_ watch: WatchSlot, below root: WatchSlot) -> WatchSlot {
    work &+= 1
    if root == .none { return watch }
    if priority(watch) > priority(root) {
      let (left, right) = split(root, at: watch)
      links[linkSlot(watch)].left = left
      links[linkSlot(watch)].right = right
      return watch
    }
    let link = linkSlot(root)
    if precedes(watch, root) {
      links[link].left = inserting(watch, below: links[link].left)
    } else {
      links[link].right = inserting(watch, below: links[link].right)
    }
    return root
  }

  private mutating func split(
    _ root: WatchSlot, at watch: WatchSlot
  ) -> (left: WatchSlot, right: WatchSlot) {
    work &+= 1
    if root == .none { return (.none, .none) }
    let link = linkSlot(root)
    if precedes(root, watch) {
      let (left, right) = split(links[link].right, at: watch)
      links[link].right = left
      return (root, right)
    }
    let (left, right) = split(links[link].left, at: watch)
    links[link].left = right
    return (left, root)
  }

  /// Returns the top of the remaining subtree.
  private mutating func removing(_ watch: WatchSlot, below root: WatchSlot) -> WatchSlot {
    work &+= 1
    let link = linkSlot(root)
    if root == watch { return merged(links[link].left, links[link].right) }
    if precedes(watch, root) {
      links[link].left = removing(watch, below: links[link].left)
    } else {
      links[link].right = removing(watch, below: links[link].right)
    }
    return root
  }

  private mutating func merged(_ left: WatchSlot, _ right: WatchSlot) -> WatchSlot {
    work &+= 1
    if left == .none { return right }
    if right == .none { return left }
    if priority(left) > priority(right) {
      links[linkSlot(left)].right = merged(links[linkSlot(left)].right, right)
      return left
    }
    links[linkSlot(right)].left = merged(left, links[linkSlot(right)].left)
    return right
  }
}
