/// What is searched for beside containers, in which either may be.
enum SearchKind: Sendable { case targets, covers }

/// What a search of one index has found.
struct Findings: Sendable {
  var targets = Pile<TargetSlot>()
  var containers = Pile<ContainerSlot>()
  var covers = Pile<CoverSlot>()
  /// The nodes on the way down.
  fileprivate var nodes = Pile<UInt32>()

  @inline(__always)
  mutating func append(_ item: ItemRef) {
    switch item.content {
    case .target(let target): targets.append(target)
    case .container(let container): containers.append(container)
    case .cover(let cover): covers.append(cover)
    case .hole: break
    }
  }

  mutating func removeAll() {
    targets.removeAll()
    containers.removeAll()
    covers.removeAll()
    nodes.removeAll()
  }
}

extension VisibilityScene {
  /// Finds what lies in a part of a container, whose indexes must be fresh.
  ///
  /// - Parameters:
  ///   - clip: in the space of the index; touching is enough.
  ///   - limit: how many boxes are tested at most, roughly.
  /// - Returns: how many were tested.
  /// - Complexity: O(what is found · log items), and nothing is allocated once the buffers are
  ///   large enough.
  mutating func find(
    _ kind: SearchKind, inIndex i: Int, meeting clip: Box, limit: Int,
    into found: inout Findings
  ) -> Int {
    found.removeAll()
    if indexes[i].levels == 0 {
      indexes[i].items.withUnsafeBufferPointer { _ = find(kind, $0, clip, &found) }
      return indexes[i].items.count
    }
    var (start, tested) = indexes[i].appendLeaves(
      touching: clip, limit: limit, to: &found.nodes)
    var wasted = 0
    indexes[i].items.withUnsafeBufferPointer { items in
      for n in start..<found.nodes.count where tested <= limit {
        let first = Int(found.nodes[n]) << SpatialIndex.shift
        let slots = first..<min(first + SpatialIndex.fanOut, items.count)
        tested += slots.count
        if !find(kind, UnsafeBufferPointer(rebasing: items[slots]), clip, &found) {
          wasted += SpatialIndex.fanOut
        }
      }
    }
    // What a search in a sorted index wastes anyway is no debt.
    if wasted > SpatialIndex.fanOut * 4 { indexes[i].debt += wasted }
    return tested
  }

  /// Tests items one by one. Returns whether any met the clip.
  @inline(__always)
  private func find(
    _ kind: SearchKind, _ items: UnsafeBufferPointer<ItemRef>, _ clip: Box, _ found: inout Findings
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

  /// Where a target is searched. One that is not measurable touches nothing, or is left out later.
  @inline(__always)
  func searchBox(of target: TargetSlot) -> Box {
    let appearance = targets[target].appearance
    return appearance != .plain && appearances[appearance].hasTransform
      ? appearances[appearance].bounds : targets[target].frame
  }

  /// Appends the targets and child containers that may meet a rect of a container's content, by
  /// their indexes (`TargetID.index`, `ContainerID.index`), for hosts that read only those from
  /// their toolkit.
  ///
  /// A container that does not clip counts with all it holds. What is not measurable, pinned items
  /// and covers are left out.
  ///
  /// - Parameters:
  ///   - rect: in the container's content space; touching is enough.
  ///   - id: the container.
  /// - Complexity: O(what is found · log items), plus what changed since the index was last used.
  package mutating func appendItems(
    meeting rect: LayoutRect, of id: ContainerID, targets: inout ContiguousArray<UInt32>,
    containers: inout ContiguousArray<UInt32>
  ) {
    let container = slot(of: id)
    refreshIndexes(of: container)
    var found = Findings()
    swap(&found, &findings)
    work &+= find(
      .targets, inIndex: index(of: container, isPinned: false), meeting: Box(rect),
      limit: .max, into: &found)
    for i in found.targets.indices
    where self.targets[found.targets[i]].frame.isMeasurable {
      targets.append(found.targets[i].raw)
    }
    for i in found.containers.indices { containers.append(found.containers[i].raw) }
    swap(&found, &findings)
  }
}
