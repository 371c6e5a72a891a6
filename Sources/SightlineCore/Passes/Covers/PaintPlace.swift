/// The place of an item in the painting order of its siblings.
struct PaintPlace: Sendable {
  var container: ContainerSlot
  var zIndex: Int32
  var order: UInt32
}

extension PaintPlace {
  init(_ record: CoverRecord) {
    self.init(
      container: record.container, zIndex: record.cover.appearance.zIndex, order: record.order)
  }

  /// Returns whether the item is painted after another. Their ancestors just below the first common
  /// container decide, by z-order and then by registration.
  ///
  /// - Complexity: O(depth).
  func isPainted(after other: PaintPlace, in containers: ContainerTable) -> Bool {
    var (upper, lower) = (self, other)
    while upper.container != lower.container {
      let (u, l) = (containers[upper.container].depth, containers[lower.container].depth)
      if u >= l { upper = containers.paintPlace(of: upper.container) }
      if l >= u { lower = containers.paintPlace(of: lower.container) }
    }
    return upper.zIndex != lower.zIndex
      ? upper.zIndex > lower.zIndex : upper.order > lower.order
  }
}

extension ContainerTable {
  fileprivate func paintPlace(of container: ContainerSlot) -> PaintPlace {
    PaintPlace(
      container: self[container].parent, zIndex: self[container].container.appearance.zIndex,
      order: self[container].order)
  }
}
