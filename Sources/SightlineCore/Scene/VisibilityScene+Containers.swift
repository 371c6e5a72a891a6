extension VisibilityScene {
  /// Whether the handle stands for a container of this scene.
  public func contains(_ id: ContainerID) -> Bool {
    Int(id.index) < containers.count && containers[Int(id.index)].generation == id.generation
  }

  /// The current values of a container.
  public func container(_ id: ContainerID) -> SceneContainer { containers[checked(id)].container }

  /// The container that a container lies in; `nil` for the root.
  public func parent(of id: ContainerID) -> ContainerID? {
    let parent = containers[checked(id)].parent
    return parent == none ? nil : handle(ofContainer: parent)
  }

  /// Adds a container.
  ///
  /// - Precondition: it nests at most ``maximumDepth`` deep.
  /// - Complexity: O(1) amortised.
  public mutating func add(_ container: SceneContainer, to parent: ContainerID) -> ContainerID {
    let parentIndex = UInt32(checked(parent))
    let depth = containers[Int(parentIndex)].depth + 1
    precondition(
      depth <= VisibilityScene.maximumDepth,
      "containers nest \(depth) deep, and may at most \(VisibilityScene.maximumDepth)")
    let order = takeOrder()
    let index: UInt32
    if let free = freeContainers.popLast() {
      index = free
      containers[Int(index)] = ContainerRecord(
        container: container, parent: parentIndex, slot: none,
        generation: containers[Int(index)].generation, order: order, depth: depth)
    } else {
      precondition(containers.count < ItemRef.maximumCount, "a scene holds at most 2^30 containers")
      index = UInt32(containers.count)
      containers.append(
        ContainerRecord(
          container: container, parent: parentIndex, slot: none, generation: 0, order: order,
          depth: depth))
      indexes.append(SpatialIndex())
      indexes.append(SpatialIndex())
    }
    deriveGeometry(of: index)
    containers[Int(index)].motion.offset = container.contentOffset
    place(ItemRef(.container, index), in: parentIndex, isPinned: container.appearance.isPinned)
    touch(index)
    let id = handle(ofContainer: index)
    if journal != nil { note(.containerAdded(id, to: parent, container)) }
    return id
  }

  /// Replaces all values of a container at once.
  public mutating func set(_ container: SceneContainer, for id: ContainerID) {
    let index = UInt32(checked(id))
    let old = containers[Int(index)].container
    if old == container { return }
    noteMotion(of: index)
    let wasMeasurable = containers[Int(index)].isMeasurable
    containers[Int(index)].container = container
    deriveGeometry(of: index)
    let look = old.appearance
    if look.isHidden != container.appearance.isHidden
      || look.effectiveOpacity != container.appearance.effectiveOpacity
      || look.transform != container.appearance.transform
      || wasMeasurable != containers[Int(index)].isMeasurable
    {
      noteLook(of: index)
    }
    if index != 0 {
      if look.isPinned != container.appearance.isPinned {
        unplace(slot: containers[Int(index)].slot, in: containers[Int(index)].parent, look.isPinned)
        place(
          ItemRef(.container, index), in: containers[Int(index)].parent,
          isPinned: container.appearance.isPinned)
      }
      staleReach(of: index)
    }
    touch(index)
    noteChange(ofContainer: index)
  }

  /// Scrolls a container.
  ///
  /// - Complexity: O(1) for a container that clips, however much it holds; O(depth) otherwise.
  public mutating func setContentOffset(_ offset: LayoutPoint, of id: ContainerID) {
    let index = checked(id)
    let old = containers[index].container.contentOffset
    if old == offset { return }
    noteMotion(of: UInt32(index))
    containers[index].container.contentOffset = offset
    let wasMeasurable = containers[index].isMeasurable
    if !(old.isMeasurable && offset.isMeasurable) { deriveGeometry(of: UInt32(index)) }
    let isMeasurable = containers[index].isMeasurable
    if !containers[index].clips || isMeasurable != wasMeasurable {
      staleReach(of: UInt32(index))
    }
    if isMeasurable != wasMeasurable { noteLook(of: UInt32(index)) }
    touch(UInt32(index))
    noteChange(ofContainer: UInt32(index))
  }

  /// Moves and resizes a container.
  public mutating func setFrame(_ frame: LayoutRect, of id: ContainerID) {
    var container = container(id)
    container.frame = frame
    set(container, for: id)
  }

  /// Changes how a container is drawn.
  public mutating func setAppearance(_ appearance: SceneAppearance, of id: ContainerID) {
    var container = container(id)
    container.appearance = appearance
    set(container, for: id)
  }

  /// Moves a container, with all that it holds, into another one. It keeps its place in the order of
  /// registration, and nothing in it is reported as left if it stays visible.
  ///
  /// - Precondition: the new parent does not lie inside the container.
  /// - Complexity: O(containers inside it).
  public mutating func move(_ id: ContainerID, to parent: ContainerID) {
    let index = UInt32(checked(id))
    let parentIndex = UInt32(checked(parent))
    precondition(index != 0, "the root container cannot be moved")
    var ancestor = parentIndex
    while ancestor != none {
      precondition(
        ancestor != index,
        "container \(index) cannot be moved into \(parentIndex), which is inside it")
      ancestor = containers[Int(ancestor)].parent
    }
    let record = containers[Int(index)]
    unplace(slot: record.slot, in: record.parent, record.container.appearance.isPinned)
    countCovers(Int(record.coverCount), from: record.parent, adding: false)
    touch(record.parent)
    containers[Int(index)].parent = parentIndex
    for inside in subtree(of: index) {
      let depth = containers[Int(containers[Int(inside)].parent)].depth + 1
      precondition(
        depth <= VisibilityScene.maximumDepth,
        "containers nest \(depth) deep, and may at most \(VisibilityScene.maximumDepth)")
      containers[Int(inside)].depth = depth
    }
    place(
      ItemRef(.container, index), in: parentIndex,
      isPinned: record.container.appearance.isPinned)
    countCovers(Int(record.coverCount), from: parentIndex, adding: true)
    noteLook(of: index)
    containers[Int(index)].changeMark = changeMark &- 1
    touch(index)
    noteChange(ofContainer: index)
  }

  /// Removes a container with all that it holds. Targets that were visible leave with the next pass,
  /// with the reason `removed`.
  ///
  /// - Precondition: it is not the root.
  /// - Complexity: O(what it holds).
  public mutating func remove(_ id: ContainerID) {
    let index = UInt32(checked(id))
    precondition(index != 0, "the root container cannot be removed")
    let record = containers[Int(index)]
    touch(record.parent)
    unplace(slot: record.slot, in: record.parent, record.container.appearance.isPinned)
    countCovers(Int(record.coverCount), from: record.parent, adding: false)
    for inside in subtree(of: index).reversed() {
      for index in indexRange(of: Int(inside)) {
        release(contentsOf: indexes[index].items)
        indexes[index] = SpatialIndex()
      }
      note(.containerRemoved(handle(ofContainer: inside)))
      containers[Int(inside)].generation &+= 1
      containers[Int(inside)].parent = none
      freeContainers.append(inside)
    }
  }

  /// A container and all containers inside it, each after the one that it lies in.
  private mutating func subtree(of top: UInt32) -> ContiguousArray<UInt32> {
    var found: ContiguousArray = [top]
    var next = 0
    while next < found.count {
      work &+= 1
      for index in indexRange(of: Int(found[next])) {
        work &+= indexes[index].items.count
        for item in indexes[index].items where item.kind == .container {
          found.append(UInt32(item.index))
        }
      }
      next += 1
    }
    return found
  }

  private mutating func release(contentsOf items: ContiguousArray<ItemRef>) {
    for item in items {
      switch item.kind {
      case .target: release(target: UInt32(item.index))
      case .cover: release(cover: UInt32(item.index))
      case .container, .hole: break
      }
    }
  }

  // MARK: What follows from a container's values

  /// Brings up to date what is derived from a container's own values, except its reach: that is for
  /// `staleReach` to note, which takes a container that is noted already for done.
  mutating func deriveGeometry(of index: UInt32) {
    let container = containers[Int(index)].container
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
    containers[Int(index)].clip = clip
    containers[Int(index)].clips = container.clip != .none
    containers[Int(index)].transform = toParent
    containers[Int(index)].isMeasurable =
      frame.isMeasurable && transform.isFinite && toParent.isFinite
      && (container.clip == .none || clip.isMeasurable)
      && offset.isMeasurable
  }

  /// Notes a change that viewports below must look at too: where they stand does not matter to
  /// them, but whether they can be seen and have an area does.
  private mutating func noteLook(of index: UInt32) {
    containers[Int(index)].lookMark = changeMark
    hasLookChanges = true
  }

  /// Remembers where a container was at the last pass, for its speed.
  private mutating func noteMotion(of index: UInt32) {
    if containers[Int(index)].motion.isNoted { return }
    containers[Int(index)].motion.isNoted = true
    containers[Int(index)].motion.offset = containers[Int(index)].container.contentOffset
    movedContainers.append(index)
  }

  func handle(ofContainer index: UInt32) -> ContainerID {
    ContainerID(index: index, generation: containers[Int(index)].generation)
  }

  func checked(_ id: ContainerID) -> Int {
    precondition(
      contains(id),
      "container \(id.index), generation \(id.generation), was used after its removal")
    return Int(id.index)
  }
}
