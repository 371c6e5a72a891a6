/// Searches the tree from one container down, for what lies within the clip.
///
/// It stops wherever it has found something: `advance(_:_:)` goes on to the next such place, with
/// its `context` and what was `found` there. Containers that it comes across wait on a list instead
/// of being entered by recursion: the tree may be 512 deep, and the stack of a thread small. The
/// order does not matter, events are sorted.
struct TreeSearch: Sendable {
  /// One index of a container that is still to be searched.
  private struct Place: Sendable {
    var index: Int
    var context: Context
  }

  /// The place that the search is at.
  private(set) var context = Context(
    clip: .nothing, toRoot: .identity, opacity: 1, isAligned: true)
  /// What it has found there.
  private(set) var found = Findings()

  private var waiting = Pile<Place>()
  /// For searches without a limit: those of the window, which scroll on from where they were.
  private var nearby = NearbyItems()
  private var kind = SearchKind.targets
  private var clipping = Clipping()
  private var now = MonotonicTime.zero
  /// The work at which the search gives up.
  private var limit = Int.max
  /// Steps taken since it was made: see `VisibilityEngine.work`.
  private(set) var work = 0

  /// Begins a search for targets in a viewport's container.
  ///
  /// - Parameters:
  ///   - context: that of the container's own space.
  ///   - limit: how many steps it takes at most, roughly.
  mutating func begin(
    in container: ContainerSlot, _ context: Context, _ clipping: Clipping,
    _ scene: inout VisibilityScene, limit: Int, at now: MonotonicTime
  ) {
    kind = .targets
    self.clipping = clipping
    self.now = now
    self.limit = limit == .max ? .max : work &+ limit
    waiting.removeAll()
    enter(container, context, &scene)
  }

  /// Begins a search for covers in the root.
  mutating func begin(inRoot context: Context, _ scene: inout VisibilityScene) {
    kind = .covers
    clipping = Clipping()
    now = .never
    limit = .max
    waiting.removeAll()
    enter(scene.rootSlot, context, &scene)
  }

  /// Whether the search was given up, since it took more steps than it may.
  var isGivenUp: Bool { work > limit }

  /// Goes on to the next place with targets or covers; false at the end.
  ///
  /// - Parameter clips: the exact clips of the places of this search.
  mutating func advance(_ scene: inout VisibilityScene, _ clips: inout ClipStack) -> Bool {
    while let next = waiting.popLast() {
      if work > limit {
        waiting.removeAll()
        return false
      }
      context = next.context
      if kind == .targets && limit == .max && scene.indexes[next.index].levels > 0 {
        work &+= nearby.find(inIndex: next.index, meeting: context.clip, &scene, into: &found)
      } else {
        work &+= scene.find(
          kind, inIndex: next.index, meeting: context.clip, limit: limit &- work, into: &found)
      }
      for i in found.containers.indices { visit(found.containers[i], &scene, &clips) }
      if !(found.targets.isEmpty && found.covers.isEmpty) { return true }
    }
    return false
  }

  /// Puts what a child container holds on the list, unless nothing of it can be visible.
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
    work &+= 1
    scene.refreshIndexes(of: container)
    let both = scene.indexRange(of: container)
    if !scene.indexes[both.lowerBound + 1].items.isEmpty {
      waiting.append(Place(index: both.lowerBound + 1, context: context))
    }
    if scene.indexes[both.lowerBound].items.isEmpty { return }
    var moved = context
    scene.containers.scroll(&moved, intoContentOf: container, at: now)
    waiting.append(Place(index: both.lowerBound, context: moved))
  }
}
