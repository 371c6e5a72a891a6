import SightlineCore

// The parts of a scene as nodes of a trace. Each kind of part uses every third number, so a
// handle's index determines its node's number, and both are reused together.
private let kinds = 3

extension SceneItemID {
  /// The number of its kind, and its index among the items of that kind.
  var place: (kind: Int, index: UInt32) {
    switch self {
    case .container(let id): (0, id.index)
    case .target(let id): (1, id.index)
    case .cover(let id): (2, id.index)
    }
  }

  /// The root is node 0.
  var node: Int { kinds * Int(place.index) + place.kind }
}

extension TraceNode {
  init(_ item: SceneItem) {
    self.init(
      id: item.id.node, parent: item.container.map { SceneItemID.container($0).node },
      frame: item.frame)
    switch item {
    case .container(_, _, let container):
      isContainer = true
      switch container.clip {
      case .none: break
      case .bounds: clip = LayoutRect(origin: .zero, size: container.frame.size)
      case .rect(let rect): clip = rect
      }
      if container.scrolls || container.contentOffset != .zero { scroll = container.contentOffset }
      isShift = scroll != nil && !container.scrolls
      isScrolledByApp = container.scrollSource == .app
    case .target: isTarget = true
    case .cover(_, _, let cover): self.cover = cover.isFriendly ? .friendly : .opaque
    }
    let appearance = item.appearance
    // As in the engine: clamped to 0...1, and 1 for NaN.
    opacity = appearance.opacity.isNaN ? 1 : min(max(appearance.opacity, 0), 1)
    isHidden = appearance.isHidden
    if appearance.transform != .identity { transform = appearance.transform }
    z = Int(appearance.zIndex)
    isFixed = appearance.isPinned
    isIdle = !appearance.countsDwell
  }
}
