import SightlineCore

// The parts of a scene as nodes of a trace. Each kind of part uses every third number, so a
// handle's index determines its node's number, and both are reused together.
private let kinds = 3

extension ContainerID {
  /// The root is node 0.
  var node: Int { kinds * Int(index) }
}

extension TargetID {
  var node: Int { kinds * Int(index) + 1 }
}

extension CoverID {
  var node: Int { kinds * Int(index) + 2 }
}

extension TraceNode {
  init(_ id: ContainerID, in parent: ContainerID?, _ container: SceneContainer) {
    self.init(id.node, in: parent?.node, frame: container.frame)
    isContainer = true
    switch container.clip {
    case .none: break
    case .bounds: clip = LayoutRect(origin: .zero, size: container.frame.size)
    case .rect(let rect): clip = rect
    }
    if container.scrolls || container.contentOffset != .zero { scroll = container.contentOffset }
    isShift = scroll != nil && !container.scrolls
    take(container.appearance)
  }

  init(_ id: TargetID, in parent: ContainerID, _ target: SceneTarget) {
    self.init(id.node, in: parent.node, frame: target.frame)
    isTarget = true
    take(target.appearance)
  }

  init(_ id: CoverID, in parent: ContainerID, _ cover: SceneCover) {
    self.init(id.node, in: parent.node, frame: cover.frame)
    self.cover = cover.isFriendly ? .friendly : .opaque
    take(cover.appearance)
  }

  private mutating func take(_ appearance: SceneAppearance) {
    // As in the engine: clamped to 0...1, and 1 for NaN.
    opacity = appearance.opacity.isNaN ? 1 : min(max(appearance.opacity, 0), 1)
    isHidden = appearance.isHidden
    if appearance.transform != .identity { transform = appearance.transform }
    z = Int(appearance.zIndex)
    isFixed = appearance.isPinned
    isIdle = !appearance.countsDwell
  }
}
