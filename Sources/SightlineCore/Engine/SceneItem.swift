/// An item of a scene with its container, which is `nil` for the root, and its values.
package enum SceneItem: Equatable, Sendable {
  case container(ContainerID, in: ContainerID?, SceneContainer)
  case target(TargetID, in: ContainerID, SceneTarget)
  case cover(CoverID, in: ContainerID, SceneCover)
}

extension SceneItem {
  package var id: SceneItemID {
    switch self {
    case .container(let id, _, _): .container(id)
    case .target(let id, _, _): .target(id)
    case .cover(let id, _, _): .cover(id)
    }
  }

  package var container: ContainerID? {
    switch self {
    case .container(_, let parent, _): parent
    case .target(_, let container, _), .cover(_, let container, _): container
    }
  }

  /// Returns the item in another container.
  func moved(to home: ContainerID) -> SceneItem {
    switch self {
    case .container(let id, _, let container): .container(id, in: home, container)
    case .target(let id, _, let target): .target(id, in: home, target)
    case .cover(let id, _, let cover): .cover(id, in: home, cover)
    }
  }

  package var frame: LayoutRect {
    switch self {
    case .container(_, _, let container): container.frame
    case .target(_, _, let target): target.frame
    case .cover(_, _, let cover): cover.frame
    }
  }

  package var appearance: SceneAppearance {
    switch self {
    case .container(_, _, let container): container.appearance
    case .target(_, _, let target): target.appearance
    case .cover(_, _, let cover): cover.appearance
    }
  }
}

extension VisibilityScene {
  /// Returns an item with its current values.
  func item(_ id: SceneItemID) -> SceneItem {
    switch id {
    case .container(let id): .container(id, in: parent(of: id), container(id))
    case .target(let id): .target(id, in: container(of: id), target(id))
    case .cover(let id): .cover(id, in: container(of: id), cover(id))
    }
  }

  /// Returns the handle of an item, which may have been removed, or `nil` for a hole.
  func lastID(of item: ItemRef) -> SceneItemID? {
    switch item.content {
    case .container(let slot): .container(containers.lastHandle(of: slot))
    case .target(let slot): .target(targets.lastHandle(of: slot))
    case .cover(let slot): .cover(covers.lastHandle(of: slot))
    case .hole: nil
    }
  }
}
