extension VisibilityScene {
  /// Returns whether a handle refers to a cover of this scene.
  public func contains(_ id: CoverID) -> Bool { covers.contains(id) }

  /// Returns the current values of a cover.
  public func cover(_ id: CoverID) -> SceneCover { covers[slot(of: id)].cover }

  /// Returns the container of a cover.
  public func container(of id: CoverID) -> ContainerID {
    containers.handle(of: covers[slot(of: id)].container)
  }

  mutating func add(_ cover: SceneCover, to container: ContainerID) -> CoverID {
    let home = slot(of: container)
    let (transform, bounds) = derivedBounds(Box(cover.frame), cover.appearance.transform)
    let slot = covers.insert(
      CoverRecord(
        cover: cover, container: home, order: takeOrder(), transform: transform, bounds: bounds))
    place(ItemRef(slot), in: home, isPinned: cover.appearance.isPinned)
    countCovers(1, in: home, arePinned: cover.appearance.isPinned, adding: true)
    touch(home)
    return covers.handle(of: slot)
  }

  mutating func set(_ cover: SceneCover, for id: CoverID) {
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
  }

  mutating func move(_ id: CoverID, to container: ContainerID) {
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
  }

  mutating func remove(_ id: CoverID) {
    let slot = slot(of: id)
    let record = covers[slot]
    let isPinned = record.cover.appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned)
    countCovers(1, in: record.container, arePinned: isPinned, adding: false)
    touch(record.container)
    covers.remove(slot)
  }

  /// Raises (or lowers) the cover counts of a container and its ancestors.
  ///
  /// - Parameter arePinned: whether the covers stay in place when the container scrolls.
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
