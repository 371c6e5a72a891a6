// What lies in a part of a container, for hosts that read only that from their toolkit.
extension VisibilityScene {
  /// Appends the targets and child containers that may meet a rect of a container's content, by their
  /// indexes (`TargetID.index`, `ContainerID.index`).
  ///
  /// A container that does not clip counts with all it holds. What is not measurable, pinned items and
  /// covers are left out.
  ///
  /// - Parameters:
  ///   - rect: in the container's content space; touching is enough.
  ///   - id: the container.
  /// - Complexity: O(what is found · log items), plus what changed since the index was last used.
  package mutating func appendItems(
    meeting rect: LayoutRect, of id: ContainerID, targets: inout ContiguousArray<UInt32>,
    containers: inout ContiguousArray<UInt32>
  ) {
    let container = checked(id)
    refreshIndexes(of: container)
    let index = self.containers[container].scrolled
    let box = Box(rect)
    func take(_ slots: Range<Int>) {
      for slot in slots {
        let item = index.items[slot]
        guard item != .hole, bounds(of: item).touches(box) else { continue }
        switch item.kind {
        case .target: targets.append(UInt32(item.index))
        case .container: containers.append(UInt32(item.index))
        case .cover, .hole: break
        }
      }
    }
    func descend(_ level: Int, _ nodes: Range<Int>) {
      for node in nodes where index.boxes[index.levelStarts[level] + node].touches(box) {
        let first = node << SpatialIndex.shift
        let last = first + SpatialIndex.fanOut
        if level == 0 {
          take(first..<min(last, index.items.count))
        } else {
          descend(level - 1, first..<min(last, index.count(atLevel: level - 1)))
        }
      }
    }
    if index.levels == 0 {
      take(0..<index.items.count)
    } else {
      descend(index.levels - 1, 0..<index.count(atLevel: index.levels - 1))
    }
  }
}
