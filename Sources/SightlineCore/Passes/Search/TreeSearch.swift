/// Searches the tree below a container for items within the clip.
///
/// `advance(_:_:)` moves to the next place with results, which are in `found`, with the place's
/// `context`. A list of pending containers replaces recursion: the tree may be 512 deep and a
/// thread's stack small. The order does not matter, since events are sorted.
struct TreeSearch: ~Copyable {
  /// A pending index of a container.
  private struct Place: Sendable {
    var index: Int
    var context: Context
  }

  private(set) var context = Context(
    clip: .nothing, toRoot: .identity, opacity: 1, isAligned: true)
  /// The items found at the current place.
  private(set) var found = SearchResults()

  private var waiting = ScratchBuffer<Place>()
  private var kind = SearchKind.targets
  private var clipping = Clipping()

  /// Starts a search for targets in a viewport's container.
  ///
  /// - Parameter context: the context of the container's own space.
  mutating func begin(
    in container: ContainerSlot, _ context: Context, _ clipping: Clipping,
    _ scene: inout VisibilityScene
  ) {
    kind = .targets
    self.clipping = clipping
    waiting.removeAll()
    enter(container, context, &scene)
  }

  /// Starts a search for covers in the root.
  mutating func begin(inRoot context: Context, _ scene: inout VisibilityScene) {
    kind = .covers
    clipping = Clipping()
    waiting.removeAll()
    enter(scene.rootSlot, context, &scene)
  }

  /// Advances to the next place with targets or covers; `false` at the end.
  ///
  /// - Parameter clips: the exact clips of this search.
  mutating func advance(_ scene: inout VisibilityScene, _ clips: inout ClipStack) -> Bool {
    while let next = waiting.popLast() {
      context = next.context
      scene.find(kind, inIndex: next.index, meeting: context.clip, into: &found)
      for i in found.containers.indices { visit(found.containers[i], &scene, &clips) }
      if !(found.targets.isEmpty && found.covers.isEmpty) { return true }
    }
    return false
  }

  /// Adds a child container to the list, unless nothing in it can be visible.
  private mutating func visit(
    _ container: ContainerSlot, _ scene: inout VisibilityScene, _ clips: inout ClipStack
  ) {
    if kind == .covers && scene.containers[container].coverCount == 0 { return }
    if let inner = scene.containers.context(
      inside: container, from: context, clipping, &clips)
    {
      enter(container, inner, &scene)
    }
  }

  private mutating func enter(
    _ container: ContainerSlot, _ context: Context, _ scene: inout VisibilityScene
  ) {
    scene.refreshIndexes(of: container)
    let both = scene.indexRange(of: container)
    if !scene.indexes[both.lowerBound + 1].items.isEmpty {
      waiting.append(Place(index: both.lowerBound + 1, context: context))
    }
    if scene.indexes[both.lowerBound].items.isEmpty { return }
    var moved = context
    scene.containers.scroll(&moved, intoContentOf: container, at: clipping.now)
    waiting.append(Place(index: both.lowerBound, context: moved))
  }
}
