/// Finds a container's items in a rect, at a cost proportional to the result.
///
/// A pyramid of bounding boxes over a row of slots: sixteen neighbouring slots form a leaf, sixteen
/// leaves a node of the next level, and so on until at most sixteen are left. It is an implicit
/// R-tree: it needs no pointers (2.2 bytes per item beside the slot), appends in constant time, and
/// refits the boxes above an item that moves. Layouts come in spatial order (lists, grids), so
/// neighbours in the row are neighbours on screen.
///
/// With items in random order, searches test more boxes than necessary. The waste adds up as
/// *debt*; once that exceeds the cost of sorting, the next refresh sorts the row along a
/// space-filling curve. In any order, the total work is thus within a constant factor of an index
/// sorted from the start.
///
/// Invariants, after `VisibilityScene.refreshIndexes`:
/// 1. The box of a node is the union of its children's boxes; that of a leaf, the union of its
///    items'.
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
  /// The number of levels of boxes; 0 for a row that is searched one by one.
  private(set) var levels = 0
  /// The start of each level in `boxes`, stored inline to save searches an indirection.
  private var levelStarts = SIMD8<UInt32>()
  /// The number of leaves that `boxes` has room for.
  private var leafCapacity = 0

  private var dirtyLeaves: ContiguousArray<UInt32> = []
  private var dirtyBits: ContiguousArray<UInt64> = []
  private var isAllDirty = false
  private(set) var holes = 0
  /// Whether a container was ever among the items.
  private(set) var hasContainers = false

  /// The number of boxes tested without a result since the row was last sorted.
  var debt = 0
  /// The number of items added or moved since the row was last sorted.
  private var changes = 0

  @inline(__always)
  var leafCount: Int { (items.count + SpatialIndex.fanOut - 1) >> SpatialIndex.shift }
  @inline(__always)
  var isFresh: Bool { !isAllDirty && dirtyLeaves.isEmpty }
  @inline(__always)
  var needsRefresh: Bool { !isFresh || wantsSorting }

  /// The number of nodes in use on a level.
  @inline(__always)
  func count(atLevel level: Int) -> Int {
    let width = SpatialIndex.shift * (level + 1)
    return (items.count + (1 << width) - 1) >> width
  }

  /// The start of a level in `boxes`.
  @inline(__always)
  func start(ofLevel level: Int) -> Int { Int(levelStarts[level]) }

  // MARK: Searching

  /// Appends the leaves whose boxes touch a box, after the nodes that lead to them, level by level
  /// from the top.
  ///
  /// - Returns: the start of the leaves in `nodes`.
  func appendLeaves(touching box: Box, to nodes: inout ScratchBuffer<UInt32>) -> Int {
    boxes.withUnsafeBufferPointer { boxes in
      var start = nodes.count
      func test(_ range: Range<Int>, _ level: Int) {
        let base = self.start(ofLevel: level)
        for node in range where boxes[base + node].touches(box) {
          nodes.append(UInt32(truncatingIfNeeded: node))
        }
      }
      test(0..<count(atLevel: levels - 1), levels - 1)
      for level in (0..<(levels - 1)).reversed() {
        let end = nodes.count
        let count = count(atLevel: level)
        for i in start..<end {
          let first = Int(nodes[i]) << SpatialIndex.shift
          test(first..<min(first + SpatialIndex.fanOut, count), level)
        }
        start = end
      }
      return start
    }
  }

  // MARK: Changes

  /// Adds an item at the end and returns its slot.
  mutating func append(_ item: ItemRef) -> UInt32 {
    let slot = items.count
    if item.container != nil { hasContainers = true }
    items.append(item)
    // Allocate here, not when refitting, so that passes do not allocate.
    if items.count > SpatialIndex.fanOut && leafCount > leafCapacity { layOutLevels() }
    markDirty(UInt32(truncatingIfNeeded: slot))
    return UInt32(truncatingIfNeeded: slot)
  }

  /// Replaces an item with a hole.
  mutating func remove(at slot: UInt32) {
    items[Int(slot)] = .hole
    holes += 1
    markDirty(slot)
  }

  /// Records that the item in a slot was added, moved or removed.
  @inline(__always)
  mutating func markDirty(_ slot: UInt32) {
    changes &+= 1
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

  mutating func removeAll() { self = SpatialIndex() }

  mutating func markAllDirty() {
    isAllDirty = true
    dirtyLeaves.removeAll(keepingCapacity: true)
    dirtyBits.removeAll(keepingCapacity: true)
  }

  // MARK: Refreshing

  /// The number of leaves to refit.
  var dirtyLeafCount: Int { isAllDirty ? leafCount : dirtyLeaves.count }

  func slots(ofDirtyLeaf i: Int) -> Range<Int> {
    let first = (isAllDirty ? i : Int(dirtyLeaves[i])) << SpatialIndex.shift
    return min(first, items.count)..<min(first + SpatialIndex.fanOut, items.count)
  }

  /// Whether searches have wasted enough work, and the row has changed enough, to justify sorting
  /// it.
  @inline(__always)
  var wantsSorting: Bool {
    debt > items.count * SpatialIndex.sortingCost && changes * 4 >= items.count
      && items.count > SpatialIndex.fanOut
  }

  /// The cost of sorting, in boxes tested per item (measured: 150 ns against 3 ns).
  private static let sortingCost = 48

  var wantsCompacting: Bool { holes > SpatialIndex.fanOut && holes * 2 > items.count }

  /// Replaces the whole row and marks every leaf dirty.
  mutating func replaceItems(_ newItems: ContiguousArray<ItemRef>, isSorted: Bool) {
    items = newItems
    holes = 0
    if items.count <= SpatialIndex.fanOut {
      boxes.removeAll()
      levels = 0
      leafCapacity = 0
    } else {
      // Rebuild from scratch: refitting stops at unchanged boxes, so unused nodes would keep
      // theirs.
      layOutLevels()
    }
    if isSorted {
      debt = 0
      changes = 0
    }
    markAllDirty()
  }

  /// Refits the boxes of dirty leaves and the nodes above.
  ///
  /// - Parameter scene: the scene, for the bounding boxes of the items. A closure would copy it for
  ///   each item.
  mutating func refit(in scene: borrowing VisibilityScene) {
    if levels == 0 {
      isAllDirty = false
      return
    }
    if isAllDirty {
      for leaf in 0..<leafCount { boxes[leaf] = leafBox(leaf, scene) }
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
      if leaf < leafCount { refitPath(from: leaf, leafBox(leaf, scene)) }
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

  private func leafBox(_ leaf: Int, _ scene: borrowing VisibilityScene) -> Box {
    let first = leaf << SpatialIndex.shift
    var box = Box.nothing
    for slot in first..<min(first + SpatialIndex.fanOut, items.count) {
      box = box.union(scene.bounds(of: items[slot]))
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

  /// Lays out the levels with room for a quarter more leaves, so growth takes constant time per
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
