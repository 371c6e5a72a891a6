/// Finds the covers of a pass over a rect.
///
/// A binary tree of bounding boxes over the covers along a Morton curve, rebuilt whenever covers
/// have changed and there are too many to compare one by one. Covers with the same centre are in
/// reverse painting order, since the last one often hides everything below.
struct CoverIndex: Sendable {
  /// The number of covers up to which comparing with each costs less than the index.
  static let scanLimit = 16
  private static let leafSize = 8

  private var row: ContiguousArray<(key: UInt64, cover: Int)> = []
  /// The root is node 1, the children of node *i* are 2*i* and 2*i* + 1; empty if there are few.
  private var boxes: ContiguousArray<Box> = []
  private var leafCount = 0

  /// Whether there is no tree, so covers are compared one by one.
  var isEmpty: Bool { boxes.isEmpty }

  mutating func removeAll() { if !boxes.isEmpty { boxes.removeAll(keepingCapacity: true) } }

  /// Rebuilds the tree.
  ///
  /// - Parameter isPaintedAfter: returns whether the first of two covers is painted after the
  ///   second.
  mutating func build(
    _ covers: ScratchBuffer<VisibleCover>, isPaintedAfter: (VisibleCover, VisibleCover) -> Bool
  ) {
    row.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    var all = Box.nothing
    for i in covers.indices { all = all.union(covers[i].bounds) }
    let curve = MortonCurve(all)
    for i in covers.indices { row.append((curve.key(of: covers[i].bounds), i)) }
    sort(&row) {
      $0.key != $1.key
        ? $0.key < $1.key : isPaintedAfter(covers[$0.cover], covers[$1.cover])
    }
    leafCount = 1
    while leafCount * CoverIndex.leafSize < row.count { leafCount *= 2 }
    for _ in 0..<2 * leafCount { boxes.append(.nothing) }
    for (place, entry) in row.enumerated() {
      let leaf = leafCount + place / CoverIndex.leafSize
      boxes[leaf] = boxes[leaf].union(covers[entry.cover].bounds)
    }
    for node in (1..<leafCount).reversed() {
      boxes[node] = boxes[2 * node].union(boxes[2 * node + 1])
    }
  }

  func box(ofNode node: Int) -> Box { boxes[node] }

  /// The places of a leaf in the row; `nil` for a node with children.
  func places(ofNode node: Int) -> Range<Int>? {
    guard node >= leafCount else { return nil }
    let first = (node - leafCount) * CoverIndex.leafSize
    return min(first, row.count)..<min(first + CoverIndex.leafSize, row.count)
  }

  /// The cover at a place of the row, as an index into the covers passed to `build`.
  func cover(atPlace place: Int) -> Int { row[place].cover }
}
