/// Goes down the chain of containers to one item, as a search would that comes across it.
struct Descent: Sendable {
  /// The context of the own space of the container at the top.
  private var top = Context(clip: .nothing, toRoot: .identity, opacity: 1, isAligned: true)
  /// How much of `clips` belongs to it.
  private var topClips = 0
  /// The item's container, and from it up those below the top.
  private var home = ContainerSlot.none
  private var path = Pile<ContainerSlot>()
  /// Steps taken since it was made: see `VisibilityEngine.work`.
  private(set) var work = 0

  /// Begins at the container at the top.
  ///
  /// - Parameters:
  ///   - context: that of its own space.
  ///   - clips: the exact clips of the places on the way, which hold no others.
  mutating func begin(_ context: Context, _ clips: ClipStack) {
    top = context
    topClips = clips.count
  }

  /// Finds the way down to a container; false if it does not lie in the one at the top.
  mutating func find(
    _ container: ContainerSlot, below top: ContainerSlot, _ containers: ContainerTable
  ) -> Bool {
    home = container
    path.removeAll()
    var next = container
    while next != top {
      if next == .none { return false }
      work &+= 1
      path.append(next)
      next = containers[next].parent
    }
    return true
  }

  /// Whether any container on the way clips.
  func isClipped(_ containers: ContainerTable) -> Bool {
    path.indices.contains { containers[path[$0]].clips }
  }

  /// The context of the own space of the container that the way leads to; `nil` if nothing can be
  /// visible there. The clips of the one before are gone.
  mutating func context(
    _ clipping: Clipping, _ containers: ContainerTable, _ clips: inout ClipStack,
    at now: MonotonicTime
  ) -> Context? {
    clips.removeLast(downTo: topClips)
    var context = top
    for i in path.indices.reversed() {
      work &+= 1
      let container = path[i]
      if !containers[container].container.appearance.isPinned {
        containers.scroll(&context, intoContentOf: containers[container].parent, at: now)
      }
      guard let next = containers.context(inside: container, from: context, clipping, &clips)
      else { return nil }
      context = next
    }
    return context
  }

  /// The context of an item of that container; `nil` if nothing can be visible there.
  mutating func context(
    ofItemThatIsPinned isPinned: Bool, _ clipping: Clipping, _ containers: ContainerTable,
    _ clips: inout ClipStack, at now: MonotonicTime
  ) -> Context? {
    guard var context = context(clipping, containers, &clips, at: now) else { return nil }
    if !isPinned { containers.scroll(&context, intoContentOf: home, at: now) }
    return context
  }
}
