/// Finds the items of one container that lie in a rect, at a cost that follows what is found.
///
/// A pyramid of bounding boxes over a row of slots: sixteen neighbouring slots make a leaf, sixteen
/// leaves a node of the next level, and so on until at most sixteen are left. It is an R-tree whose
/// shape is given by the slots' order, so it needs no pointers (2.2 bytes an item beside the slot),
/// items are added at the end in constant time, and moving one means refitting the boxes above it.
/// Layouts come in spatial order (lists, grids), so neighbours in the row are neighbours on screen.
///
/// Where they do not (items added in random order), searches test more boxes than they should. That
/// waste is added up as *debt*; once it exceeds what sorting costs, the row is sorted along a
/// space-filling curve at the next refresh. So whatever the order, the work done is at most a
/// constant times that of an index that had been sorted all along.
///
/// Invariants, after `VisibilityScene.refreshIndexes`:
/// 1. The box of a node is the union of the boxes of its children, of a leaf that of its items.
/// 2. `items` has no more holes than items, except below 16.
/// 3. An item's record holds its slot.
struct SpatialIndex: Sendable {
  /// 16 boxes of 32 bytes are 8 cache lines: wide enough to be shallow (1,000,000 items in 5
  /// steps), narrow enough that a step costs little.
  static let shift = 4
  static let fanOut = 1 << shift

  var items: ContiguousArray<ItemRef> = []
  /// All levels, leaves first; empty for up to `fanOut` items, which are searched one by one.
  private(set) var boxes: ContiguousArray<Box> = []
  /// How many levels of boxes there are; none for a row that is searched one by one.
  private(set) var levels = 0
  /// Where each level begins in `boxes`: in place, so that a search follows no further reference.
  private var levelStarts = SIMD8<UInt32>()
  /// How many leaves `boxes` has room for.
  private var leafCapacity = 0

  private var dirtyLeaves: ContiguousArray<UInt32> = []
  private var dirtyBits: ContiguousArray<UInt64> = []
  private var isAllDirty = false
  private(set) var holes = 0
  /// Whether a container was ever among the items.
  private(set) var hasContainers = false

  /// Boxes tested in vain since the row was last sorted.
  var debt = 0
  /// Items added or moved since the row was last sorted.
  private var changes = 0
  /// Changes with every item that comes, moves or goes.
  private(set) var revision: UInt32 = 0

  @inline(__always)
  var leafCount: Int { (items.count + SpatialIndex.fanOut - 1) >> SpatialIndex.shift }
  @inline(__always)
  var isFresh: Bool { !isAllDirty && dirtyLeaves.isEmpty }
  @inline(__always)
  var needsRefresh: Bool { !isFresh || wantsSorting }

  /// How many nodes of a level are in use.
  @inline(__always)
  func count(atLevel level: Int) -> Int {
    let width = SpatialIndex.shift * (level + 1)
    return (items.count + (1 << width) - 1) >> width
  }

  /// Where a level begins in `boxes`.
  @inline(__always)
  func start(ofLevel level: Int) -> Int { Int(levelStarts[level]) }

  // MARK: Searching

  /// Appends the leaves whose boxes touch a box, level by level from the top, after those nodes
  /// that lead to them.
  ///
  /// - Parameter limit: how many boxes are tested at most, but for a level that has been begun.
  /// - Returns: where the leaves begin in `nodes`, and how many boxes were tested.
  func appendLeaves(
    touching box: Box, limit: Int, to nodes: inout Pile<UInt32>
  ) -> (start: Int, tested: Int) {
    boxes.withUnsafeBufferPointer { boxes in
      var start = nodes.count
      var tested = 0
      func test(_ range: Range<Int>, _ level: Int) {
        let base = self.start(ofLevel: level)
        tested += range.count
        for node in range where boxes[base + node].touches(box) {
          nodes.append(UInt32(truncatingIfNeeded: node))
        }
      }
      test(0..<count(atLevel: levels - 1), levels - 1)
      for level in (0..<(levels - 1)).reversed() {
        let end = nodes.count
        let count = count(atLevel: level)
        for i in start..<end where tested <= limit {
          let first = Int(nodes[i]) << SpatialIndex.shift
          test(first..<min(first + SpatialIndex.fanOut, count), level)
        }
        start = end
      }
      return (start, tested)
    }
  }

  // MARK: Changes

  /// Adds an item at the end and returns its slot.
  mutating func append(_ item: ItemRef) -> UInt32 {
    let slot = items.count
    if item.container != nil { hasContainers = true }
    items.appendTightly(item)
    // Here and not when refitting, so that passes find the room and need not allocate it.
    if items.count > SpatialIndex.fanOut && leafCount > leafCapacity { layOutLevels() }
    markDirty(UInt32(truncatingIfNeeded: slot))
    return UInt32(truncatingIfNeeded: slot)
  }

  /// Leaves a hole.
  mutating func remove(at slot: UInt32) {
    items[Int(slot)] = .hole
    holes += 1
    markDirty(slot)
  }

  /// Notes that the item in a slot has come, moved or gone.
  @inline(__always)
  mutating func markDirty(_ slot: UInt32) {
    changes &+= 1
    revision &+= 1
    if !isAllDirty { markLeafDirty(of: slot) }
  }

  private mutating func markLeafDirty(of slot: UInt32) {
    if items.count <= SpatialIndex.fanOut { return markAllDirty() }
    let leaf = Int(slot) >> SpatialIndex.shift
    let word = leaf >> 6
    while word >= dirtyBits.count { dirtyBits.append(0) }
    let bit = UInt64(1) << UInt64(leaf & 63)
    if dirtyBits[word] & bit != 0 { return }
    dirtyBits[word] |= bit
    dirtyLeaves.append(UInt32(truncatingIfNeeded: leaf))
    // Beyond a quarter of the leaves, refitting all of them is cheaper than one by one.
    if dirtyLeaves.count * 4 > leafCount + 64 { markAllDirty() }
  }

  /// Forgets all items.
  mutating func removeAll() {
    let revision = revision
    self = SpatialIndex()
    self.revision = revision &+ 1
  }

  mutating func markAllDirty() {
    isAllDirty = true
    dirtyLeaves.removeAll(keepingCapacity: true)
    dirtyBits.removeAll(keepingCapacity: true)
  }

  // MARK: Refreshing

  /// How many leaves are to be refitted.
  var dirtyLeafCount: Int {
    isAllDirty ? leafCount : dirtyLeaves.count
  }

  /// The slots of one of them.
  func slots(ofDirtyLeaf i: Int) -> Range<Int> {
    let first = (isAllDirty ? i : Int(dirtyLeaves[i])) << SpatialIndex.shift
    return min(first, items.count)..<min(first + SpatialIndex.fanOut, items.count)
  }

  /// Whether enough search work has been wasted, on a row changed enough, to pay for sorting it.
  @inline(__always)
  var wantsSorting: Bool {
    debt > items.count * SpatialIndex.sortingCost && changes * 4 >= items.count
      && items.count > SpatialIndex.fanOut
  }

  /// Sorting costs about as much as testing this many boxes an item (measured: 150 ns against 3
  /// ns).
  private static let sortingCost = 48

  var wantsCompacting: Bool { holes > SpatialIndex.fanOut && holes * 2 > items.count }

  /// Replaces the whole row; all boxes are refitted afterwards.
  mutating func replaceItems(_ newItems: ContiguousArray<ItemRef>, isSorted: Bool) {
    items = newItems
    holes = 0
    if items.count <= SpatialIndex.fanOut {
      boxes.removeAll()
      levels = 0
      leafCapacity = 0
    } else if leafCapacity > 4 * leafCount {
      layOutLevels()
    }
    if isSorted {
      debt = 0
      changes = 0
    }
    markAllDirty()
  }

  /// Refits the boxes of what is dirty.
  ///
  /// - Parameter bounds: the bounding box of an item.
  mutating func refit(_ bounds: (ItemRef) -> Box) {
    if levels == 0 {
      isAllDirty = false
      return
    }
    if isAllDirty {
      for leaf in 0..<leafCount { boxes[leaf] = leafBox(leaf, bounds) }
      for level in 1..<max(1, levels) {
        for node in 0..<count(atLevel: level) {
          boxes[start(ofLevel: level) + node] = nodeBox(level, node)
        }
      }
      isAllDirty = false
      return
    }
    for i in dirtyLeaves.indices {
      let leaf = Int(dirtyLeaves[i])
      dirtyBits[leaf >> 6] &= ~(UInt64(1) << UInt64(leaf & 63))
      if leaf < leafCount { refitPath(from: leaf, leafBox(leaf, bounds)) }
    }
    dirtyLeaves.removeAll(keepingCapacity: true)
  }

  private mutating func refitPath(from leaf: Int, _ box: Box) {
    if boxes[leaf] == box { return }
    boxes[leaf] = box
    var node = leaf
    for level in 1..<max(1, levels) {
      node >>= SpatialIndex.shift
      let box = nodeBox(level, node)
      if boxes[start(ofLevel: level) + node] == box { return }
      boxes[start(ofLevel: level) + node] = box
    }
  }

  private func leafBox(_ leaf: Int, _ bounds: (ItemRef) -> Box) -> Box {
    let first = leaf << SpatialIndex.shift
    var box = Box.nothing
    for slot in first..<min(first + SpatialIndex.fanOut, items.count) {
      box = box.union(bounds(items[slot]))
    }
    return box
  }

  private func nodeBox(_ level: Int, _ node: Int) -> Box {
    let first = node << SpatialIndex.shift
    var box = Box.nothing
    for child in first..<min(first + SpatialIndex.fanOut, count(atLevel: level - 1)) {
      box = box.union(boxes[start(ofLevel: level - 1) + child])
    }
    return box
  }

  /// Room for a quarter more leaves than there are now, so that growing costs constant time an
  /// item.
  private mutating func layOutLevels() {
    leafCapacity = leafCapacity == 0 ? leafCount : leafCount + leafCount / 4
    levels = 0
    var start = 0
    var count = leafCapacity
    while true {
      levelStarts[levels] = UInt32(start)
      levels += 1
      start += count
      if count <= SpatialIndex.fanOut { break }
      count = (count + SpatialIndex.fanOut - 1) >> SpatialIndex.shift
    }
    boxes = ContiguousArray(repeating: .nothing, count: start)
    markAllDirty()
  }
}
