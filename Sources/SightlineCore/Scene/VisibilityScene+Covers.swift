extension VisibilityScene {
  /// Whether the handle stands for a cover of this scene.
  public func contains(_ id: CoverID) -> Bool { covers.contains(id) }

  /// The current values of a cover.
  public func cover(_ id: CoverID) -> SceneCover { covers[slot(of: id)].cover }

  /// The container that a cover lies in.
  public func container(of id: CoverID) -> ContainerID {
    containers.handle(of: covers[slot(of: id)].container)
  }

  /// Adds a cover.
  ///
  /// - Complexity: O(1) amortised, and O(depth).
  public mutating func add(_ cover: SceneCover, to container: ContainerID) -> CoverID {
    let home = slot(of: container)
    let (transform, bounds) = derivedBounds(Box(cover.frame), cover.appearance.transform)
    let slot = covers.insert(
      CoverRecord(
        cover: cover, container: home, order: takeOrder(), transform: transform, bounds: bounds))
    place(ItemRef(slot), in: home, isPinned: cover.appearance.isPinned)
    countCovers(1, in: home, arePinned: cover.appearance.isPinned, adding: true)
    touch(home)
    let id = covers.handle(of: slot)
    if journal.isOpen { note(.coverAdded(id, to: container, cover)) }
    return id
  }

  /// Replaces all values of a cover.
  public mutating func set(_ cover: SceneCover, for id: CoverID) {
    let slot = slot(of: id)
    let old = covers[slot].cover
    if old == cover { return }
    covers[slot].cover = cover
    (covers[slot].transform, covers[slot].bounds) = derivedBounds(
      Box(cover.frame), cover.appearance.transform)
    changes.noteCoverChange()
    let record = covers[slot]
    if old.appearance.isPinned != cover.appearance.isPinned {
      containers[record.container].countScrolledCovers(1, adding: old.appearance.isPinned)
      unplace(record.slot, in: record.container, isPinned: old.appearance.isPinned)
      place(ItemRef(slot), in: record.container, isPinned: cover.appearance.isPinned)
      touch(record.container)
    } else {
      moved(record.slot, in: record.container, isPinned: cover.appearance.isPinned)
    }
    noteChange(of: slot)
  }

  /// Moves a cover into another container.
  public mutating func move(_ id: CoverID, to container: ContainerID) {
    let slot = slot(of: id)
    let record = covers[slot]
    let destination = self.slot(of: container)
    let isPinned = record.cover.appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned)
    countCovers(1, in: record.container, arePinned: isPinned, adding: false)
    touch(record.container)
    covers[slot].container = destination
    place(ItemRef(slot), in: destination, isPinned: isPinned)
    countCovers(1, in: destination, arePinned: isPinned, adding: true)
    touch(destination)
    noteChange(of: slot)
  }

  /// Removes a cover.
  public mutating func remove(_ id: CoverID) {
    let slot = slot(of: id)
    let record = covers[slot]
    let isPinned = record.cover.appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned)
    countCovers(1, in: record.container, arePinned: isPinned, adding: false)
    touch(record.container)
    remove(slot)
  }

  /// Takes out the record of a cover that is in no index any more.
  mutating func remove(_ cover: CoverSlot) {
    let id = covers.handle(of: cover)
    covers.remove(cover)
    note(.coverRemoved(id))
  }

  /// Adds to (or takes from) the number of covers at and below a container and all its ancestors.
  ///
  /// - Parameter arePinned: whether they stay where they are when the container scrolls.
  mutating func countCovers(
    _ count: Int, in container: ContainerSlot, arePinned: Bool, adding: Bool
  ) {
    if count == 0 { return }
    changes.noteCoverChange()
    var (next, arePinned) = (container, arePinned)
    while next != .none {
      work &+= 1
      if adding {
        containers[next].coverCount += UInt32(count)
      } else {
        containers[next].coverCount -= UInt32(count)
      }
      if !arePinned { containers[next].countScrolledCovers(count, adding: adding) }
      arePinned = containers[next].container.appearance.isPinned
      next = containers[next].parent
    }
  }

  func slot(of id: CoverID) -> CoverSlot { covers.slot(of: id, "cover") }
}
