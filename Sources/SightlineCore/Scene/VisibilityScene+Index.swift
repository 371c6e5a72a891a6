// Keeps the spatial indexes in step with the records.
extension VisibilityScene {
  /// The position in `indexes` of a container's scrolled items (in content space) or pinned items
  /// (in its own space).
  @inline(__always)
  func index(of container: ContainerSlot, isPinned: Bool) -> Int {
    container.index << 1 | (isPinned ? 1 : 0)
  }

  /// Both indexes of a container, that of scrolled items first.
  @inline(__always)
  func indexRange(of container: ContainerSlot) -> Range<Int> {
    container.index << 1..<container.index << 1 + 2
  }

  // MARK: Placing

  /// Adds an item to a container's index, and its covers to the counts of the container and its
  /// ancestors.
  mutating func place(
    _ item: ItemRef, in container: ContainerSlot, isPinned: Bool, covers: UInt32 = 0
  ) {
    let slot = indexes[index(of: container, isPinned: isPinned)].append(item)
    setSlot(slot, of: item)
    staleContents(of: container)
    countCovers(covers, in: container, arePinned: isPinned, adding: true)
    touch(container)
  }

  /// Undoes `place(_:in:isPinned:covers:)`.
  mutating func unplace(
    _ slot: UInt32, in container: ContainerSlot, isPinned: Bool, covers: UInt32 = 0
  ) {
    indexes[index(of: container, isPinned: isPinned)].remove(at: slot)
    staleContents(of: container)
    countCovers(covers, in: container, arePinned: isPinned, adding: false)
    touch(container)
  }

  /// Raises (or lowers) the cover counts of a container and its ancestors.
  ///
  /// - Parameter arePinned: whether the covers stay in place when the container scrolls.
  private mutating func countCovers(
    _ count: UInt32, in container: ContainerSlot, arePinned: Bool, adding: Bool
  ) {
    if count == 0 { return }
    changes.noteCoverChange()
    let change = adding ? count : 0 &- count
    var (next, arePinned) = (container, arePinned)
    while next != .none {
      containers[next].coverCount &+= change
      if !arePinned { containers[next].scrolledCoverCount &+= change }
      arePinned = containers[next].container.appearance.isPinned
      next = containers[next].parent
    }
  }

  /// Records new bounds of an item.
  @inline(__always)
  mutating func moved(_ slot: UInt32, in container: ContainerSlot, isPinned: Bool) {
    indexes[index(of: container, isPinned: isPinned)].markDirty(slot)
    // When a layout moves many items, the container is already marked.
    if containers[container].clips && containers[container].changeMark == changes.mark {
      changes.noteChange()
      return
    }
    staleContents(of: container)
    touch(container)
  }

  private mutating func setSlot(_ slot: UInt32, of item: ItemRef) {
    switch item.content {
    case .target(let target): targets[target].slot = slot
    case .container(let container): containers[container].slot = slot
    case .cover(let cover): covers[cover].slot = slot
    case .hole: break
    }
  }

  // MARK: Reach

  /// Records new bounds of a container's contents, which change its reach unless it clips.
  private mutating func staleContents(of container: ContainerSlot) {
    if !containers[container].clips { staleReach(of: container) }
  }

  /// Marks the reach of a container as stale, and of its ancestors up to one that clips.
  mutating func staleReach(of container: ContainerSlot) {
    var next = container
    while next != .none && containers[next].parent != .none {
      // If this one is already marked, so is everything above.
      let wasStale = containers[next].isReachStale
      containers[next].isReachStale = true
      let (slot, parent) = (containers[next].slot, containers[next].parent)
      if slot == none { return }
      let isPinned = containers[next].container.appearance.isPinned
      indexes[index(of: parent, isPinned: isPinned)].markDirty(slot)
      if wasStale || containers[parent].clips { return }
      next = parent
    }
  }

  /// Sets the scroll margins and marks the reach of every scrolling container as stale.
  mutating func setScrollMargins(_ margins: ViewportMargins) {
    if margins == scrollMargins { return }
    scrollMargins = margins
    for container in containers.live where containers[container].container.scrolls {
      staleReach(of: container)
    }
  }

  /// Updates a container's reach. Without a clip, the reach is its frame and its contents, whose
  /// indexes must be fresh.
  private mutating func refreshReach(of container: ContainerSlot) {
    guard containers[container].isReachStale else { return }
    let record = containers[container]
    containers[container].isReachStale = false
    guard record.isMeasurable else {
      containers[container].reach = .nothing
      return
    }
    var own = record.clip
    if record.clips {
      if record.container.scrolls {
        own = own.grown(by: scrollMargins.resolved(for: record.clip))
      }
    } else {
      let (offset, frame) = (record.container.contentOffset, record.container.frame)
      let both = indexRange(of: container)
      own = contentBounds(ofIndex: both.lowerBound).offset(x: -offset.x, y: -offset.y)
      own = own.union(contentBounds(ofIndex: both.lowerBound + 1))
      // Include the frame: a host may not have read the contents yet.
      own = own.union(Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height))
    }
    let reach = own.isInverted ? .nothing : record.transform.boundingBox(of: own)
    // Always search a reach that is not measurable, rather than never.
    containers[container].reach = own.isInverted || reach.isMeasurable ? reach : .everything
  }

  private func contentBounds(ofIndex i: Int) -> Box {
    let index = indexes[i]
    var box = Box.nothing
    if index.levels == 0 {
      for item in index.items { box = box.union(bounds(of: item)) }
    } else {
      let top = index.levels - 1
      let start = index.start(ofLevel: top)
      for node in 0..<index.count(atLevel: top) { box = box.union(index.boxes[start + node]) }
    }
    return box
  }

  // MARK: Refreshing

  /// Refreshes both indexes of a container.
  ///
  /// The reach of a container without a clip depends on its contents, so inner containers come
  /// first. A list replaces recursion: the tree may be 512 deep and a thread's stack small.
  ///
  /// - Complexity: O(1) if nothing in it changed; otherwise O(changes), amortised.
  @inline(__always)
  mutating func refreshIndexes(of container: ContainerSlot) {
    if needsRefresh(container) { refreshStaleIndexes(of: container) }
  }

  private mutating func refreshStaleIndexes(of container: ContainerSlot) {
    var waiting = ContiguousArray<ContainerSlot>()
    swap(&waiting, &refreshList)
    waiting.append(container)
    var next = 0
    while next < waiting.count {
      for index in indexRange(of: waiting[next]) { appendStaleInside(index, to: &waiting) }
      next += 1
    }
    for container in waiting.reversed() {
      for i in indexRange(of: container) where indexes[i].needsRefresh {
        var index = SpatialIndex()
        swap(&index, &indexes[i])
        refresh(&index)
        swap(&index, &indexes[i])
      }
    }
    waiting.removeAll(keepingCapacity: true)
    swap(&waiting, &refreshList)
  }

  @inline(__always)
  private func needsRefresh(_ container: ContainerSlot) -> Bool {
    let both = indexRange(of: container)
    return indexes[both.lowerBound].needsRefresh || indexes[both.lowerBound + 1].needsRefresh
  }

  /// Appends the containers in dirty leaves whose reach depends on stale contents.
  private mutating func appendStaleInside(
    _ i: Int, to waiting: inout ContiguousArray<ContainerSlot>
  ) {
    if !indexes[i].hasContainers { return }
    let dirty = indexes[i].dirtyLeafCount
    for leaf in 0..<dirty {
      for slot in indexes[i].slots(ofDirtyLeaf: leaf) {
        guard let child = indexes[i].items[slot].container else { continue }
        if containers[child].isReachStale && !containers[child].clips && needsRefresh(child) {
          waiting.append(child)
        }
      }
    }
  }

  private mutating func refresh(_ index: inout SpatialIndex) {
    refreshReaches(in: index)
    if index.wantsSorting {
      sortItems(of: &index)
    } else if index.wantsCompacting {
      var items: ContiguousArray<ItemRef> = []
      items.reserveCapacity(index.items.count - index.holes)
      for item in index.items where item != .hole { items.append(item) }
      replaceItems(of: &index, items, isSorted: false)
    }
    index.refit(in: self)
  }

  /// Updates the reach of the containers in dirty leaves, before those leaves are refitted.
  private mutating func refreshReaches(in index: SpatialIndex) {
    if !index.hasContainers { return }
    for i in 0..<index.dirtyLeafCount {
      for slot in index.slots(ofDirtyLeaf: i) {
        if let container = index.items[slot].container { refreshReach(of: container) }
      }
    }
  }

  private mutating func replaceItems(
    of index: inout SpatialIndex, _ items: ContiguousArray<ItemRef>, isSorted: Bool
  ) {
    for (slot, item) in items.enumerated() { setSlot(UInt32(slot), of: item) }
    index.replaceItems(items, isSorted: isSorted)
  }

  /// Sorts the items along a space-filling (Morton) curve through their centres.
  private mutating func sortItems(of index: inout SpatialIndex) {
    var all = Box.nothing
    var entries: ContiguousArray<(key: UInt64, item: ItemRef)> = []
    entries.reserveCapacity(index.items.count - index.holes)
    for item in index.items where item != .hole {
      let box = bounds(of: item)
      if box.isMeasurable { all = all.union(box) }
      entries.append((0, item))
    }
    let curve = MortonCurve(all)
    for i in entries.indices {
      let box = bounds(of: entries[i].item)
      if box.isMeasurable { entries[i].key = curve.key(of: box) }
    }
    entries.sort { $0.key < $1.key }
    var items: ContiguousArray<ItemRef> = []
    items.reserveCapacity(entries.count)
    for entry in entries { items.append(entry.item) }
    replaceItems(of: &index, items, isSorted: true)
  }

  /// The bounding box of an item in the space of its index. A target's frame may not be measurable:
  /// `Box.union` ignores NaN, and an infinite box only causes needless searches of its leaf.
  @inline(__always)
  func bounds(of item: ItemRef) -> Box {
    switch item.content {
    case .target(let target): return searchBox(of: target)
    case .container(let container): return containers[container].reach
    case .cover(let cover): return covers[cover].bounds
    case .hole: return .nothing
    }
  }

  /// Returns the transform from an item's own space to that of its index, and the bounding box
  /// there.
  static func derivedBounds(_ frame: Box, _ transform: LayoutTransform) -> (LayoutTransform, Box) {
    guard frame.isMeasurable, transform.isMeasurable else { return (.identity, .nothing) }
    let full = transform.followed(by: .translation(x: frame.minX, y: frame.minY))
    let bounds = full.boundingBox(
      of: Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height))
    return bounds.isMeasurable ? (full, bounds) : (.identity, .nothing)
  }
}
