// The watches of one target: mostly a single one, sometimes very many.
//
// A target that is watched once, in the window, refers to that watch, and that is all. Several watches
// of a target form a treap (Seidel and Aragon, 1996) ordered by viewport and then by registration, so
// that those of one viewport are found, and one of many is added or taken out, in logarithmic time.
// Invariants:
// 1. Below a watch, those to the left come before it, those to the right after it.
// 2. No watch has a higher priority than the one above it.
extension VisibilityEngine {
  /// Adds a watch to a target's.
  ///
  /// - Parameter root: the watch at the top of the target's.
  /// - Complexity: O(log watches of the target), expected.
  mutating func attach(_ watch: UInt32, to root: inout UInt32) {
    let viewport = self.viewport(ofWatch: watch)
    if root == none && viewport == 0 {
      root = watch
      return
    }
    if root != none && watches[Int(root)].link == none { makeLink(of: root, order: 0) }
    if nextWatchOrder == .max { renumberWatches() }
    makeLink(of: watch, order: nextWatchOrder)
    nextWatchOrder += 1
    root = inserting(watch, below: root)
    if viewport != 0 { appendToViewport(watch, viewport) }
  }

  /// Takes a watch out of a target's; false if it is none of them.
  ///
  /// - Complexity: O(log watches of the target), expected.
  mutating func detach(_ watch: UInt32, from root: inout UInt32) -> Bool {
    if root == watch && watches[Int(watch)].link == none {
      root = none
      return true
    }
    guard root != none, watches[Int(root)].link != none, watches[Int(watch)].link != none,
      let rest = removing(watch, below: root)
    else { return false }
    root = rest
    return true
  }

  /// The watches at and below one, in order of registration.
  ///
  /// - Complexity: O(*n* log *n*), with an allocation.
  func orderedWatches(below root: UInt32) -> [UInt32] {
    if root == none { return [] }
    var found = [root]
    var next = 0
    while next < found.count {
      if let link = link(of: found[next]) {
        if link.left != none { found.append(link.left) }
        if link.right != none { found.append(link.right) }
      }
      next += 1
    }
    return found.sorted { order(ofWatch: $0) < order(ofWatch: $1) }
  }

  /// The place of a watch in the order of registration, among those of its target.
  func order(ofWatch watch: UInt32) -> UInt32 { link(of: watch)?.order ?? 0 }

  func viewport(ofWatch watch: UInt32) -> UInt32 {
    rules.records[Int(watches[Int(watch)].rule)].viewport
  }

  /// What ties a watch to others; `nil` for the only one of a target.
  func link(of watch: UInt32) -> WatchLink? {
    let link = watches[Int(watch)].link
    return link == none ? nil : links[Int(link)]
  }

  private mutating func makeLink(of watch: UInt32, order: UInt32) {
    let link = WatchLink(order: order)
    if let free = freeLinks.popLast() {
      links[Int(free)] = link
      watches[Int(watch)].link = free
    } else {
      watches[Int(watch)].link = UInt32(links.count)
      links.appendTightly(link)
    }
  }

  /// Frees what ties a watch to others, of which it must be free already.
  mutating func removeLink(of watch: UInt32) {
    let link = watches[Int(watch)].link
    if link == none { return }
    watches[Int(watch)].link = none
    freeLinks.append(link)
  }

  /// Numbers the watches anew, in the same order, once 2^32 registrations have used up the numbers.
  private mutating func renumberWatches() {
    let used = watches.compactMap { $0.link == none ? nil : $0.link }
    var order: UInt32 = 0
    for link in used.sorted(by: { links[Int($0)].order < links[Int($1)].order })
    where links[Int(link)].order > 0 {
      order += 1
      links[Int(link)].order = order
    }
    nextWatchOrder = order + 1
  }

  // MARK: Viewports

  /// Adds a watch to those of a viewport other than the window's, which are gone through when the
  /// viewport goes.
  private mutating func appendToViewport(_ watch: UInt32, _ viewport: UInt32) {
    let last = viewports[Int(viewport)].lastWatch
    links[Int(watches[Int(watch)].link)].previousInViewport = last
    if last == none {
      viewports[Int(viewport)].firstWatch = watch
    } else {
      links[Int(watches[Int(last)].link)].nextInViewport = watch
    }
    viewports[Int(viewport)].lastWatch = watch
    viewports[Int(viewport)].watchCount += 1
  }

  /// Takes a watch out of those of its viewport.
  mutating func removeFromViewport(_ watch: UInt32) {
    let viewport = Int(self.viewport(ofWatch: watch))
    guard viewport != 0, let link = link(of: watch) else { return }
    if link.previousInViewport == none {
      viewports[viewport].firstWatch = link.nextInViewport
    } else {
      links[Int(watches[Int(link.previousInViewport)].link)].nextInViewport = link.nextInViewport
    }
    if link.nextInViewport == none {
      viewports[viewport].lastWatch = link.previousInViewport
    } else {
      links[Int(watches[Int(link.nextInViewport)].link)].previousInViewport =
        link.previousInViewport
    }
    viewports[viewport].watchCount -= 1
  }

  // MARK: The treap

  /// Spread evenly, and the same in every run.
  private func priority(_ watch: UInt32) -> UInt32 {
    var hash = watch &* 0x9E37_79B1
    hash ^= hash >> 16
    hash = hash &* 0x85EB_CA6B
    return hash ^ hash >> 13
  }

  private func precedes(_ watch: UInt32, _ other: UInt32) -> Bool {
    (viewport(ofWatch: watch), order(ofWatch: watch))
      < (viewport(ofWatch: other), order(ofWatch: other))
  }

  private func linkIndex(_ watch: UInt32) -> Int { Int(watches[Int(watch)].link) }

  private mutating func inserting(_ watch: UInt32, below root: UInt32) -> UInt32 {
    scratch.work &+= 1
    if root == none { return watch }
    if priority(watch) > priority(root) {
      let (left, right) = split(root, at: watch)
      links[linkIndex(watch)].left = left
      links[linkIndex(watch)].right = right
      return watch
    }
    let link = linkIndex(root)
    if precedes(watch, root) {
      links[link].left = inserting(watch, below: links[link].left)
    } else {
      links[link].right = inserting(watch, below: links[link].right)
    }
    return root
  }

  private mutating func split(
    _ root: UInt32, at watch: UInt32
  ) -> (left: UInt32, right: UInt32) {
    scratch.work &+= 1
    if root == none { return (none, none) }
    let link = linkIndex(root)
    if precedes(root, watch) {
      let (left, right) = split(links[link].right, at: watch)
      links[link].right = left
      return (root, right)
    }
    let (left, right) = split(links[link].left, at: watch)
    links[link].left = right
    return (left, root)
  }

  /// The top of what is left; `nil` if the watch is not there.
  private mutating func removing(_ watch: UInt32, below root: UInt32) -> UInt32? {
    scratch.work &+= 1
    if root == none { return nil }
    let link = linkIndex(root)
    if root == watch { return merged(links[link].left, links[link].right) }
    if precedes(watch, root) {
      guard let rest = removing(watch, below: links[link].left) else { return nil }
      links[link].left = rest
    } else {
      guard let rest = removing(watch, below: links[link].right) else { return nil }
      links[link].right = rest
    }
    return root
  }

  private mutating func merged(_ left: UInt32, _ right: UInt32) -> UInt32 {
    scratch.work &+= 1
    if left == none { return right }
    if right == none { return left }
    if priority(left) > priority(right) {
      links[linkIndex(left)].right = merged(links[linkIndex(left)].right, right)
      return left
    }
    links[linkIndex(right)].left = merged(left, links[linkIndex(right)].left)
    return right
  }
}
