// Moves the items that follow a row when it is inserted, removed or resized.
extension VisibilityScene {
  /// An axis of the plane.
  public enum Axis: UInt8, Hashable, Sendable, CaseIterable {
    /// Along x.
    case horizontal
    /// Along y.
    case vertical
  }

  /// The items in a container's content space.
  func scrolledItems(of id: ContainerID) -> ContiguousArray<ItemRef> {
    indexes[index(of: slot(of: id), isPinned: false)].items
  }

  /// Moves an item of a container's content if it starts at or after a position.
  mutating func shift(
    _ item: ItemRef, along axis: Axis, from position: Double, by distance: Double
  ) {
    work &+= 1
    let (x, y) = axis == .vertical ? (0, distance) : (distance, 0)
    func starts(_ x: Double, _ y: Double) -> Bool { (axis == .vertical ? y : x) >= position }
    switch item.content {
    case .target(let target):
      let frame = targets[target].frame
      if starts(frame.minX, frame.minY) { setBox(frame.offset(x: x, y: y), of: target) }
    case .container(let container):
      let frame = containers[container].container.frame
      guard starts(frame.minX, frame.minY) else { return }
      setFrame(
        frame.offset(by: LayoutPoint(x: x, y: y)), of: containers.handle(of: container))
    case .cover(let slot):
      var cover = covers[slot].cover
      guard starts(cover.frame.minX, cover.frame.minY) else { return }
      cover.frame = cover.frame.offset(by: LayoutPoint(x: x, y: y))
      set(cover, for: covers.handle(of: slot))
    case .hole: break
    }
  }
}
