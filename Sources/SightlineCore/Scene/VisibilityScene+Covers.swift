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
    let (transform, bounds) = Self.derivedBounds(Box(cover.frame), cover.appearance.transform)
    let slot = covers.insert(
      CoverRecord(
        cover: cover, container: home, order: takeOrder(), transform: transform, bounds: bounds))
    place(ItemRef(slot), in: home, isPinned: cover.appearance.isPinned, covers: 1)
    return covers.handle(of: slot)
  }

  mutating func set(_ cover: SceneCover, for id: CoverID) {
    let slot = slot(of: id)
    let old = covers[slot].cover
    if old == cover { return }
    covers[slot].cover = cover
    (covers[slot].transform, covers[slot].bounds) = Self.derivedBounds(
      Box(cover.frame), cover.appearance.transform)
    changes.noteCoverChange()
    let record = covers[slot]
    if old.appearance.isPinned != cover.appearance.isPinned {
      let isPinned = cover.appearance.isPinned
      unplace(record.slot, in: record.container, isPinned: !isPinned, covers: 1)
      place(ItemRef(slot), in: record.container, isPinned: isPinned, covers: 1)
    } else {
      moved(record.slot, in: record.container, isPinned: cover.appearance.isPinned)
    }
  }

  mutating func setFrame(_ frame: LayoutRect, of id: CoverID) {
    var cover = cover(id)
    cover.frame = frame
    set(cover, for: id)
  }

  mutating func setAppearance(_ appearance: SceneAppearance, of id: CoverID) {
    var cover = cover(id)
    cover.appearance = appearance
    set(cover, for: id)
  }

  mutating func move(_ id: CoverID, to container: ContainerID) {
    let slot = slot(of: id)
    let record = covers[slot]
    let destination = self.slot(of: container)
    let isPinned = record.cover.appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned, covers: 1)
    covers[slot].container = destination
    place(ItemRef(slot), in: destination, isPinned: isPinned, covers: 1)
  }

  mutating func remove(_ id: CoverID) {
    let slot = slot(of: id)
    let record = covers[slot]
    unplace(
      record.slot, in: record.container, isPinned: record.cover.appearance.isPinned, covers: 1)
    covers.remove(slot)
  }

  func slot(of id: CoverID) -> CoverSlot { covers.slot(of: id, "cover") }
}
