// Moves the items that follow a row when it is inserted, removed or resized.
extension VisibilityScene {
  /// An axis of the plane.
  public enum Axis: UInt8, Hashable, Sendable, CaseIterable {
    /// Along x.
    case horizontal
    /// Along y.
    case vertical
  }

  mutating func shift(
    contentOf id: ContainerID, along axis: Axis, from position: Double, by distance: Double
  ) {
    let vector =
      axis == .vertical ? LayoutPoint(x: 0, y: distance) : LayoutPoint(x: distance, y: 0)
    let items = indexes[index(of: slot(of: id), isPinned: false)].items
    work &+= items.count
    for item in items {
      switch item.content {
      case .target(let target):
        let frame = targets[target].frame
        guard (axis == .vertical ? frame.minY : frame.minX) >= position else { continue }
        setBox(frame.offset(x: vector.x, y: vector.y), of: target)
      case .container(let container):
        let frame = containers[container].container.frame
        guard (axis == .vertical ? frame.minY : frame.minX) >= position else { continue }
        setFrame(frame.offset(by: vector), of: containers.handle(of: container))
      case .cover(let slot):
        var cover = covers[slot].cover
        guard (axis == .vertical ? cover.frame.minY : cover.frame.minX) >= position else {
          continue
        }
        cover.frame = cover.frame.offset(by: vector)
        set(cover, for: covers.handle(of: slot))
      case .hole: break
      }
    }
  }
}
