/// Walks down the chain of containers to one item, as a search would.
struct PathToItem: ~Copyable {
  /// The context of the top container's own space.
  private var top = Context(clip: .nothing, toRoot: .identity, opacity: 1, isAligned: true)
  /// The number of corners in `clips` that belong to `top`.
  private var topClips = 0
  /// The item's container, and the path from it up to below the top.
  private var home = ContainerSlot.none
  private var path = ScratchBuffer<ContainerSlot>()

  /// Starts at the top container.
  ///
  /// - Parameters:
  ///   - context: the context of the top container.
  ///   - clips: the exact clips along the path, and no others.
  mutating func begin(_ context: Context, _ clips: ClipStack) {
    top = context
    topClips = clips.count
  }

  /// Finds the path down to a container; `false` if the container is not inside the top one.
  mutating func find(
    _ container: ContainerSlot, below top: ContainerSlot, _ containers: ContainerTable
  ) -> Bool {
    home = container
    path.removeAll()
    var next = container
    while next != top {
      if next == .none { return false }
      path.append(next)
      next = containers[next].parent
    }
    return true
  }

  /// The containers on the path that clip: none, scrolling ones only, or all kinds.
  func clips(_ containers: ContainerTable) -> Clipping.Clips {
    var result = Clipping.Clips.none
    for i in path.indices where containers[path[i]].clips {
      if !containers[path[i]].container.scrolls { return .all }
      result = .ofScrolling
    }
    return result
  }

  /// Returns the context of an item of the container at the end of the path, in the container's own
  /// space if the item is pinned, or `nil` if nothing can be visible there. Replaces the clips of
  /// the previous path.
  mutating func context(
    ofItemThatIsPinned isPinned: Bool, _ clipping: Clipping, _ containers: ContainerTable,
    _ clips: inout ClipStack
  ) -> Context? {
    clips.removeLast(downTo: topClips)
    var context = top
    for i in path.indices.reversed() {
      let container = path[i]
      if !containers[container].container.appearance.isPinned {
        containers.scroll(&context, intoContentOf: containers[container].parent, at: clipping.now)
      }
      guard let next = containers.context(inside: container, from: context, clipping, &clips)
      else { return nil }
      context = next
    }
    if !isPinned { containers.scroll(&context, intoContentOf: home, at: clipping.now) }
    return context
  }
}
