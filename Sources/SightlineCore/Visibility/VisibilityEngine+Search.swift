// The fast path: from a viewport down to what is on screen.
extension VisibilityEngine {
  /// Evaluates one viewport.
  mutating func evaluate(_ slot: ViewportSlot, at now: MonotonicTime) {
    let viewport = watching.viewports[slot].viewport
    if let clip = clip(of: viewport) {
      let container = ContainerSlot(raw: viewport.container.index)
      if let place = place(of: container), !place.isHidden {
        scratch.clips.removeAll(keepingCapacity: true)
        let context = begin(in: clip, toRoot: place.toRoot, opacity: place.opacity)
        // A search may come across very many targets that nobody watches here. Once it has cost more
        // than to look at each watch, that is what is done. All targets of a window may be watched.
        scratch.searchLimit =
          slot == .window ? .max : work &+ 64 &+ 4 * watching.viewports[slot].watchCount
        search(container, context, .targets, slot, at: now)
        if work > scratch.searchLimit { visitWatches(context, slot, at: now) }
        scratch.searchLimit = .max
      }
    }
    sweep(slot)
  }

  /// The context of a viewport's own space, which `scratch.viewport` is of from now on.
  mutating func begin(in clip: Box, toRoot: LayoutTransform, opacity: Double) -> Context {
    var context = Context(
      clip: clip, toRoot: toRoot, isAligned: toRoot.isAlignedAndInvertible, polygon: 0..<0,
      opacity: opacity,
      viewport: LayoutSize(width: clip.width * abs(toRoot.a), height: clip.height * abs(toRoot.d)))
    scratch.viewport = ViewportShape(clip: clip, toRoot: toRoot, isAligned: context.isAligned)
    if !context.isAligned {
      let start = scratch.clips.count
      PolygonMath.appendCorners(of: clip, transformedBy: toRoot, to: &scratch.clips)
      context.polygon = start..<scratch.clips.count
      context.clip = cull(context)
    }
    return context
  }

  /// The context of the root's own space when covers are gathered; `nil` where nothing can cover.
  @inline(__always)
  func contextOfCovers() -> Context? {
    let root = ContainerSlot(raw: scene.root.index)
    guard scene.containers[root].coverCount > 0, scene.containers[root].isMeasurable,
      !scene.containers[root].container.appearance.isHidden
    else { return nil }
    let everywhere = Box(minX: -Box.limit, minY: -Box.limit, maxX: Box.limit, maxY: Box.limit)
    return Context(
      clip: scene.containers[root].clips ? scene.containers[root].clip : everywhere,
      toRoot: .identity,
      isAligned: true, polygon: 0..<0,
      opacity: scene.containers[root].container.appearance.effectiveOpacity, viewport: .zero)
  }

  /// Gathers the covers that are on screen, whatever the viewport.
  mutating func collectCovers() {
    scratch.covers.removeAll(keepingCapacity: true)
    scratch.coverPoints.removeAll(keepingCapacity: true)
    scratch.coverIndex.removeAll()
    scratch.coverBounds = .nothing
    guard let context = contextOfCovers() else { return }
    scratch.clips.removeAll(keepingCapacity: true)
    search(Slot(raw: scene.root.index), context, .covers, .window, at: .zero)
    for cover in scratch.covers { scratch.coverBounds = scratch.coverBounds.union(cover.bounds) }
    if scratch.covers.count <= CoverIndex.scanLimit { return }
    var index = CoverIndex()
    swap(&index, &scratch.coverIndex)
    index.build(scratch.covers) { isPainted($0, after: $1) }
    swap(&index, &scratch.coverIndex)
  }

  /// Where a container stands: its own space in the root's, and what its ancestors make of it.
  ///
  /// Inlined, as whatever a pass calls without changing the engine: a call would copy the engine's
  /// fields, two kilobytes of them.
  @inline(__always)
  func place(
    of container: ContainerSlot
  ) -> (toRoot: LayoutTransform, opacity: Double, isHidden: Bool)? {
    var toRoot = LayoutTransform.identity
    var opacity = 1.0
    var isHidden = false
    var next = container
    while true {
      // Field by field: a record is large.
      guard scene.containers[next].isMeasurable else { return nil }
      opacity *= scene.containers[next].container.appearance.effectiveOpacity
      isHidden = isHidden || scene.containers[next].container.appearance.isHidden
      let parent = scene.containers[next].parent
      if parent == .none { return toRoot.isMeasurable ? (toRoot, opacity, isHidden) : nil }
      toRoot = toRoot.followed(by: scene.containers[next].transform)
      if !scene.containers[next].container.appearance.isPinned {
        let offset = scene.containers[parent].container.contentOffset
        toRoot.tx -= offset.x
        toRoot.ty -= offset.y
      }
      next = parent
    }
  }

  // MARK: Containers

  /// Searches what a container holds and everything below. The context is that of its own space.
  ///
  /// Containers that are come across wait on a list instead of being entered by recursion: the tree
  /// may be 512 deep, and the stack of a thread small. The order does not matter, events are sorted.
  private mutating func search(
    _ container: ContainerSlot, _ context: Context, _ sought: VisibilityScene.Sought,
    _ viewport: ViewportSlot,
    at now: MonotonicTime
  ) {
    scratch.work &+= 1
    visitContents(of: container, context, sought, viewport, at: now)
    while let (next, context) = scratch.waiting.popLast() {
      scratch.work &+= 1
      visitContents(of: next, context, sought, viewport, at: now)
      if work > scratch.searchLimit { scratch.waiting.removeAll(keepingCapacity: true) }
    }
  }

  private mutating func visitContents(
    of container: ContainerSlot, _ context: Context, _ sought: VisibilityScene.Sought,
    _ viewport: ViewportSlot,
    at now: MonotonicTime
  ) {
    scene.refreshIndexes(of: container)
    let both = scene.indexRange(of: container)
    if !scene.indexes[both.lowerBound + 1].items.isEmpty {
      visitItems(ofIndex: both.lowerBound + 1, context, sought, viewport, at: now)
    }
    if scene.indexes[both.lowerBound].items.isEmpty { return }
    visitItems(
      ofIndex: both.lowerBound, scrolled(container, context, at: now), sought, viewport, at: now)
  }

  /// The context of a container's content, from that of its own space.
  @inline(__always)
  private func scrolled(
    _ container: ContainerSlot, _ context: Context, at now: MonotonicTime
  ) -> Context {
    var moved = context
    moved.translate(by: scene.containers[container].container.contentOffset)
    if !scene.containers[container].motion.isSettled(at: now) { moved.isScrolling = true }
    return moved
  }

  /// Puts a child container on the list, unless nothing in it can be visible.
  private mutating func visit(
    _ container: ContainerSlot, from outer: Context, _ sought: VisibilityScene.Sought,
    _ viewport: ViewportSlot
  ) {
    if let context = entered(container, from: outer, sought, viewport) {
      scratch.waiting.append((container, context))
    }
  }

  /// The context of a child container's own space; `nil` if nothing in it can be visible.
  mutating func entered(
    _ container: ContainerSlot, from outer: Context, _ sought: VisibilityScene.Sought,
    _ viewport: ViewportSlot
  ) -> Context? {
    if sought == .covers && scene.containers[container].coverCount == 0 { return nil }
    guard scene.containers[container].isMeasurable,
      !scene.containers[container].container.appearance.isHidden
    else { return nil }
    let clips = scene.containers[container].clips
    var clip = scene.containers[container].clip
    if sought == .targets && clips && scene.containers[container].container.scrolls {
      let margins = watching.viewports[viewport].viewport.scrollMargins
      if margins != .zero {
        clip = clip.grown(by: margins.resolved(for: clip))
      }
    }
    return narrowed(container, from: outer, clip: clips ? clip : nil)
  }

  /// The context of a child container's own space, with this clip in it; `nil` if nothing is left of
  /// the clip or it is not measurable.
  @inline(__always)
  mutating func narrowed(_ container: ContainerSlot, from outer: Context, clip: Box?) -> Context? {
    let transform = scene.containers[container].transform
    var context = outer
    context.opacity *= scene.containers[container].container.appearance.effectiveOpacity
    if transform.isTranslation && outer.isAligned {
      context.translate(by: LayoutPoint(x: -transform.tx, y: -transform.ty))
      context.clip = context.clip.intersection(clip ?? .everything)
      if context.clip.isInverted { return nil }
      return context
    }
    context.toRoot = transform.followed(by: outer.toRoot)
    guard context.toRoot.isMeasurable else { return nil }
    context.isAligned = outer.isAligned && context.toRoot.isAlignedAndInvertible
    if context.isAligned, let inverse = transform.inverse {
      context.clip = inverse.boundingBox(of: outer.clip).intersection(clip ?? .everything)
      if context.clip.isInverted { return nil }
      return context
    }
    context.isAligned = false
    context.polygon = pushClip(of: outer, narrowedBy: clip, context.toRoot)
    if context.polygon.isEmpty { return nil }
    context.clip = cull(context)
    return context
  }

  /// Adds the exact clip of a place that is not aligned to the polygons of this search.
  private mutating func pushClip(
    of outer: Context, narrowedBy clip: Box?, _ toRoot: LayoutTransform
  ) -> Range<Int> {
    scratch.shape.removeAll(keepingCapacity: true)
    if outer.isAligned {
      PolygonMath.appendCorners(
        of: outer.clip, transformedBy: outer.toRoot, to: &scratch.shape)
    } else {
      for i in outer.polygon { scratch.shape.append(scratch.clips[i]) }
    }
    if let clip {
      scratch.clip.removeAll(keepingCapacity: true)
      PolygonMath.appendCorners(of: clip, transformedBy: toRoot, to: &scratch.clip)
      scratch.intersectShapeWithClip()
      swap(&scratch.shape, &scratch.visible)
    }
    let start = scratch.clips.count
    scratch.clips.append(contentsOf: scratch.shape)
    return start..<scratch.clips.count
  }

  /// A box in the space of a place that is not aligned, outside of which nothing is visible.
  @inline(__always)
  private func cull(_ context: Context) -> Box {
    guard let inverse = context.toRoot.inverse else { return .everything }
    let bounds = scratch.clips.withUnsafeBufferPointer {
      PolygonMath.bounds(UnsafeBufferPointer(rebasing: $0[context.polygon]))
    }
    // Mapping there and back may lose the last digits.
    let box = inverse.boundingBox(of: bounds)
    let slack = 1e-9 * (1 + max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)))
    let grown = box.grown(by: LayoutInsets(slack))
    return grown.isMeasurable ? grown : .everything
  }

  // MARK: Watches

  /// Looks at each watch of a viewport instead of searching, from its container's own space.
  ///
  /// - Complexity: O(watches of the viewport · depth).
  private mutating func visitWatches(
    _ context: Context, _ viewport: ViewportSlot, at now: MonotonicTime
  ) {
    let clips = scratch.clips.count
    var watch = watching.viewports[viewport].firstWatch
    while let link = watch == .none ? nil : watching.link(of: watch) {
      visit(watch: watch, context, viewport, at: now)
      scratch.clips.removeLast(scratch.clips.count - clips)
      watch = link.nextInViewport
    }
  }

  private mutating func visit(
    watch: WatchSlot, _ outer: Context, _ viewport: ViewportSlot, at now: MonotonicTime
  ) {
    let target = watching.watches[watch].target
    let top = ContainerSlot(raw: watching.viewports[viewport].viewport.container.index)
    var next = scene.targets[target].container
    scratch.path.removeAll(keepingCapacity: true)
    while next != top {
      if next == .none { return }
      scratch.path.append(next)
      next = scene.containers[next].parent
    }
    scratch.work &+= 1 &+ scratch.path.count
    var (container, context) = (top, outer)
    for inner in scratch.path.reversed() {
      if !scene.containers[inner].container.appearance.isPinned {
        context = scrolled(container, context, at: now)
      }
      guard let next = entered(inner, from: context, .targets, viewport) else { return }
      (container, context) = (inner, next)
    }
    if !scene.looks[scene.targets[target].look].appearance.isPinned {
      context = scrolled(container, context, at: now)
    }
    if scene.searchBox(of: target).touches(context.clip) {
      visit(target, context, viewport, watch: watch, at: now)
    }
  }

  // MARK: Items

  /// Visits what an index holds within the clip. The buffer is taken out of the engine meanwhile: what
  /// is visited changes the engine.
  private mutating func visitItems(
    ofIndex index: Int, _ context: Context, _ sought: VisibilityScene.Sought,
    _ viewport: ViewportSlot,
    at now: MonotonicTime
  ) {
    var found = Findings()
    swap(&found, &scratch.found)
    scene.find(
      sought, inIndex: index, meeting: context.clip, limit: scratch.searchLimit &- work,
      into: &found)
    for i in found.containers.indices {
      visit(found.containers[i], from: context, sought, viewport)
    }
    for i in found.targets.indices { visit(found.targets[i], context, viewport, at: now) }
    for i in found.covers.indices { visit(found.covers[i], context) }
    swap(&found, &scratch.found)
  }
}
