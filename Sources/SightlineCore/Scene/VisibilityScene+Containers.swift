extension VisibilityScene {
  /// Returns whether a handle refers to a container of this scene.
  public func contains(_ id: ContainerID) -> Bool { containers.contains(id) }

  /// Returns the current values of a container.
  public func container(_ id: ContainerID) -> SceneContainer { containers[slot(of: id)].container }

  /// Returns the parent of a container, or `nil` for the root.
  public func parent(of id: ContainerID) -> ContainerID? {
    let parent = containers[slot(of: id)].parent
    return parent == .none ? nil : containers.handle(of: parent)
  }

  mutating func add(_ container: SceneContainer, to parent: ContainerID) -> ContainerID {
    let parentSlot = slot(of: parent)
    let depth = containers[parentSlot].depth + 1
    require(
      depth <= VisibilityScene.maximumDepth,
      "containers nest \(depth) deep; the limit is \(VisibilityScene.maximumDepth)")
    let slot = insert(
      ContainerRecord(container: container, parent: parentSlot, order: takeOrder(), depth: depth))
    place(ItemRef(slot), in: parentSlot, isPinned: container.appearance.isPinned)
    touch(slot)
    return containers.handle(of: slot)
  }

  /// Inserts a container's record and its two indexes.
  @discardableResult
  mutating func insert(_ record: ContainerRecord) -> ContainerSlot {
    let slot = containers.insert(record)
    while indexes.count < 2 * containers.places.count { indexes.append(SpatialIndex()) }
    deriveGeometry(of: slot)
    return slot
  }

  mutating func set(_ container: SceneContainer, for id: ContainerID) {
    let slot = slot(of: id)
    let old = containers[slot].container
    if old == container { return }
    noteMotion(of: slot)
    let wasMeasurable = containers[slot].isMeasurable
    containers[slot].container = container
    deriveGeometry(of: slot)
    if containers[slot].coverCount > 0 { changes.noteCoverChange() }
    let before = old.appearance
    if before.isHidden != container.appearance.isHidden
      || before.effectiveOpacity != container.appearance.effectiveOpacity
      || before.transform != container.appearance.transform
      || wasMeasurable != containers[slot].isMeasurable
    {
      noteAppearance(of: slot)
    }
    if id != root {
      let record = containers[slot]
      if before.isPinned != container.appearance.isPinned {
        let isPinned = container.appearance.isPinned
        unplace(record.slot, in: record.parent, isPinned: !isPinned, covers: record.coverCount)
        place(ItemRef(slot), in: record.parent, isPinned: isPinned, covers: record.coverCount)
      }
      staleReach(of: slot)
    }
    touch(slot)
  }

  mutating func setContentOffset(
    _ offset: LayoutPoint, of id: ContainerID, by source: SceneContainer.ScrollSource? = nil
  ) {
    let slot = slot(of: id)
    let old = containers[slot].container.contentOffset
    if old == offset { return }
    if let source { containers[slot].container.scrollSource = source }
    noteMotion(of: slot)
    containers[slot].container.contentOffset = offset
    let wasMeasurable = containers[slot].isMeasurable
    if !(old.isMeasurable && offset.isMeasurable) { deriveGeometry(of: slot) }
    let isMeasurable = containers[slot].isMeasurable
    if !containers[slot].clips || isMeasurable != wasMeasurable { staleReach(of: slot) }
    if isMeasurable != wasMeasurable { noteAppearance(of: slot) }
    if containers[slot].scrolledCoverCount > 0
      || containers[slot].coverCount > 0 && isMeasurable != wasMeasurable
    {
      changes.noteCoverChange()
    }
    touch(slot)
  }

  mutating func setFrame(_ frame: LayoutRect, of id: ContainerID) {
    var container = container(id)
    container.frame = frame
    set(container, for: id)
  }

  mutating func setAppearance(_ appearance: SceneAppearance, of id: ContainerID) {
    var container = container(id)
    container.appearance = appearance
    set(container, for: id)
  }

  mutating func move(_ id: ContainerID, to parent: ContainerID) {
    let slot = slot(of: id)
    let destination = self.slot(of: parent)
    require(id != root, "the root container cannot be moved")
    var ancestor = destination
    while ancestor != .none {
      require(
        ancestor != slot,
        "container \(slot.index) cannot be moved into \(destination.index), which is inside it")
      ancestor = containers[ancestor].parent
    }
    let record = containers[slot]
    let isPinned = record.container.appearance.isPinned
    unplace(record.slot, in: record.parent, isPinned: isPinned, covers: record.coverCount)
    noteMotion(of: slot)
    containers[slot].motion.hasOtherParent = true
    containers[slot].parent = destination
    for inside in subtree(of: slot) {
      let depth = containers[containers[inside].parent].depth + 1
      require(
        depth <= VisibilityScene.maximumDepth,
        "containers nest \(depth) deep; the limit is \(VisibilityScene.maximumDepth)")
      containers[inside].depth = depth
    }
    place(ItemRef(slot), in: destination, isPinned: isPinned, covers: record.coverCount)
    noteAppearance(of: slot)
    containers[slot].changeMark = changes.mark &- 1
    touch(slot)
  }

  /// Removes a container with its contents and returns all of them, contents first.
  @discardableResult
  mutating func remove(_ id: ContainerID) -> ContiguousArray<ItemRef> {
    let slot = slot(of: id)
    require(id != root, "the root container cannot be removed")
    let record = containers[slot]
    unplace(
      record.slot, in: record.parent, isPinned: record.container.appearance.isPinned,
      covers: record.coverCount)
    var removed: ContiguousArray<ItemRef> = []
    for inside in subtree(of: slot).reversed() {
      for index in indexRange(of: inside) {
        for item in indexes[index].items {
          switch item.content {
          case .target(let target): remove(target)
          case .cover(let cover): covers.remove(cover)
          case .container, .hole: continue
          }
          removed.append(item)
        }
        indexes[index].removeAll()
      }
      containers[inside].parent = .none
      containers.remove(inside)
      removed.append(ItemRef(inside))
    }
    return removed
  }

  /// A container and all containers inside it, parents first.
  private mutating func subtree(of top: ContainerSlot) -> ContiguousArray<ContainerSlot> {
    var found: ContiguousArray = [top]
    var next = 0
    while next < found.count {
      for index in indexRange(of: found[next]) {
        for item in indexes[index].items {
          if let container = item.container { found.append(container) }
        }
      }
      next += 1
    }
    return found
  }

  // MARK: Derived values

  /// Updates the values derived from a container's own, except its reach. `staleReach(of:)` marks
  /// that, and stops at containers already marked.
  mutating func deriveGeometry(of slot: ContainerSlot) {
    let container = containers[slot].container
    let frame = Box(container.frame)
    let transform = container.appearance.transform
    let toParent = transform.followed(
      by: .translation(x: container.frame.minX, y: container.frame.minY))
    let clip: Box =
      switch container.clip {
      case .none: .everything
      case .bounds:
        Box(minX: 0, minY: 0, maxX: container.frame.width, maxY: container.frame.height)
      case .rect(let rect): Box(rect)
      }
    let offset = container.contentOffset
    containers[slot].clip = clip
    containers[slot].clips = container.clip != .none
    containers[slot].transform = toParent
    containers[slot].isMeasurable =
      frame.isMeasurable && transform.isFinite && toParent.isFinite
      && (container.clip == .none || clip.isMeasurable)
      && offset.isMeasurable
  }

  /// Records a change that also affects viewports inside the container. They depend not on its
  /// position, but on whether they can be seen and have an area.
  private mutating func noteAppearance(of slot: ContainerSlot) {
    containers[slot].appearanceMark = changes.mark
    changes.noteAppearanceChange()
  }

  /// Stores a container's offset at the last pass, for its velocity.
  private mutating func noteMotion(of slot: ContainerSlot) {
    if containers[slot].motion.isNoted { return }
    containers[slot].motion.isNoted = true
    containers[slot].motion.offset = containers[slot].container.contentOffset
    containers[slot].motion.origin = containers[slot].container.frame.origin
    changes.noteMotion(of: slot)
  }

  func slot(of id: ContainerID) -> ContainerSlot { containers.slot(of: id, "container") }
}
