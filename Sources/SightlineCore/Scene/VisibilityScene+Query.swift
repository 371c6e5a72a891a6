/// The kind of item to find, besides containers, which may hold either.
enum SearchKind: Sendable { case targets, covers }

/// The results of searching one index.
struct SearchResults: Sendable {
  var targets = ScratchBuffer<TargetSlot>()
  var containers = ScratchBuffer<ContainerSlot>()
  var covers = ScratchBuffer<CoverSlot>()
  /// The nodes on the way down.
  fileprivate var nodes = ScratchBuffer<UInt32>()

  mutating func removeAll() {
    targets.removeAll()
    containers.removeAll()
    covers.removeAll()
    nodes.removeAll()
  }
}

extension VisibilityScene {
  /// Finds the items in a part of a container, whose indexes must be fresh.
  ///
  /// - Parameter clip: the box to search, in the space of the index; items that touch it are found.
  /// - Complexity: O(results · log items), without allocation once the buffers are large enough.
  mutating func find(
    _ kind: SearchKind, inIndex i: Int, meeting clip: Box, into found: inout SearchResults
  ) {
    found.removeAll()
    if indexes[i].levels == 0 {
      indexes[i].items.withUnsafeBufferPointer { _ = find(kind, $0, clip, &found) }
      return
    }
    let start = indexes[i].appendLeaves(touching: clip, to: &found.nodes)
    var wasted = 0
    indexes[i].items.withUnsafeBufferPointer { items in
      for n in start..<found.nodes.count {
        let first = Int(found.nodes[n]) << SpatialIndex.shift
        let slots = first..<min(first + SpatialIndex.fanOut, items.count)
        if !find(kind, UnsafeBufferPointer(rebasing: items[slots]), clip, &found) {
          wasted += SpatialIndex.fanOut
        }
      }
    }
    // Even a search of a sorted index wastes this much, so it does not count as debt.
    if wasted > SpatialIndex.fanOut * 4 { indexes[i].debt += wasted }
  }

  /// Tests items one by one and returns whether any touches the clip.
  @inline(__always)
  private func find(
    _ kind: SearchKind, _ items: UnsafeBufferPointer<ItemRef>, _ clip: Box,
    _ found: inout SearchResults
  ) -> Bool {
    var isHit = false
    for item in items {
      switch item.content {
      case .target(let target):
        if kind == .covers || !searchBox(of: target).touches(clip) { continue }
        found.targets.append(target)
      case .container(let container):
        if !containers[container].reach.touches(clip) { continue }
        found.containers.append(container)
      case .cover(let cover):
        if kind == .targets || !covers[cover].bounds.touches(clip) { continue }
        found.covers.append(cover)
      case .hole: continue
      }
      isHit = true
    }
    return isHit
  }

  /// The box used to search for a target. A target that is not measurable touches nothing or is
  /// excluded later.
  @inline(__always)
  func searchBox(of target: TargetSlot) -> Box {
    let appearance = targets[target].appearance
    return appearance != .plain && appearances[appearance].hasTransform
      ? appearances[appearance].bounds : targets[target].frame
  }

  mutating func appendItems(
    meeting rect: LayoutRect, of id: ContainerID, targets: inout ContiguousArray<UInt32>,
    containers: inout ContiguousArray<UInt32>
  ) {
    let container = slot(of: id)
    refreshIndexes(of: container)
    var found = SearchResults()
    swap(&found, &findings)
    find(
      .targets, inIndex: index(of: container, isPinned: false), meeting: Box(rect), into: &found)
    for i in found.targets.indices
    where self.targets[found.targets[i]].frame.isMeasurable {
      targets.append(found.targets[i].raw)
    }
    for i in found.containers.indices { containers.append(found.containers[i].raw) }
    swap(&found, &findings)
  }
}
