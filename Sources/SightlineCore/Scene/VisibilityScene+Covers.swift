extension VisibilityScene {
  /// Whether the handle stands for a cover of this scene.
  public func contains(_ id: CoverID) -> Bool {
    Int(id.index) < covers.count && covers[Int(id.index)].generation == id.generation
  }

  /// The current values of a cover.
  public func cover(_ id: CoverID) -> SceneCover { covers[checked(id)].cover }

  /// The container that a cover lies in.
  public func container(of id: CoverID) -> ContainerID {
    handle(ofContainer: covers[checked(id)].container)
  }

  /// Adds a cover.
  ///
  /// - Complexity: O(1) amortised, and O(depth).
  public mutating func add(_ cover: SceneCover, to container: ContainerID) -> CoverID {
    let containerIndex = UInt32(checked(container))
    let order = takeOrder()
    let index = freeCovers.popLast() ?? UInt32(covers.count)
    let (transform, bounds) = derivedBounds(Box(cover.frame), cover.appearance.transform)
    let generation = Int(index) < covers.count ? covers[Int(index)].generation : 0
    let record = CoverRecord(
      cover: cover, container: containerIndex, slot: none, generation: generation, order: order,
      transform: transform, bounds: bounds)
    if Int(index) < covers.count { covers[Int(index)] = record } else { covers.append(record) }
    precondition(covers.count <= ItemRef.maximumCount, "a scene holds at most 2^30 covers")
    place(ItemRef(.cover, index), in: containerIndex, isPinned: cover.appearance.isPinned)
    countCovers(1, from: containerIndex, adding: true)
    touch(containerIndex)
    let id = handle(ofCover: index)
    if journal != nil { note(.coverAdded(id, to: container, cover)) }
    return id
  }

  /// Replaces all values of a cover.
  public mutating func set(_ cover: SceneCover, for id: CoverID) {
    let index = checked(id)
    let old = covers[index].cover
    if old == cover { return }
    covers[index].cover = cover
    (covers[index].transform, covers[index].bounds) = derivedBounds(
      Box(cover.frame), cover.appearance.transform)
    let record = covers[index]
    if old.appearance.isPinned != cover.appearance.isPinned {
      unplace(slot: record.slot, in: record.container, old.appearance.isPinned)
      place(
        ItemRef(.cover, UInt32(index)), in: record.container,
        isPinned: cover.appearance.isPinned)
      touch(record.container)
    } else {
      moved(slot: record.slot, in: record.container, isPinned: cover.appearance.isPinned)
    }
    noteChange(ofCover: index)
  }

  /// Moves a cover into another container.
  public mutating func move(_ id: CoverID, to container: ContainerID) {
    let index = checked(id)
    let record = covers[index]
    let destination = UInt32(checked(container))
    unplace(slot: record.slot, in: record.container, record.cover.appearance.isPinned)
    countCovers(1, from: record.container, adding: false)
    touch(record.container)
    covers[index].container = destination
    place(
      ItemRef(.cover, UInt32(index)), in: destination,
      isPinned: record.cover.appearance.isPinned)
    countCovers(1, from: destination, adding: true)
    touch(destination)
    noteChange(ofCover: index)
  }

  /// Removes a cover.
  public mutating func remove(_ id: CoverID) {
    let index = checked(id)
    let record = covers[index]
    unplace(slot: record.slot, in: record.container, record.cover.appearance.isPinned)
    countCovers(1, from: record.container, adding: false)
    touch(record.container)
    release(cover: UInt32(index))
  }

  /// Frees the record of a cover that is in no index any more.
  mutating func release(cover index: UInt32) {
    let id = handle(ofCover: index)
    covers[Int(index)].generation &+= 1
    covers[Int(index)].slot = none
    freeCovers.append(index)
    note(.coverRemoved(id))
  }

  /// Adds to (or takes from) the number of covers at and below a container and all its ancestors.
  mutating func countCovers(_ count: Int, from container: UInt32, adding: Bool) {
    if count == 0 { return }
    var index = container
    while index != none {
      work &+= 1
      if adding {
        containers[Int(index)].coverCount += UInt32(count)
      } else {
        containers[Int(index)].coverCount -= UInt32(count)
      }
      index = containers[Int(index)].parent
    }
  }

  func handle(ofCover index: UInt32) -> CoverID {
    CoverID(index: index, generation: covers[Int(index)].generation)
  }

  func checked(_ id: CoverID) -> Int {
    precondition(
      contains(id),
      "cover \(id.index), generation \(id.generation), was used after its removal")
    return Int(id.index)
  }
}
