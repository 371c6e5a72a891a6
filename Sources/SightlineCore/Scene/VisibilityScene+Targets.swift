extension VisibilityScene {
  /// Returns whether a handle refers to a target of this scene.
  public func contains(_ id: TargetID) -> Bool { targets.contains(id) }

  /// Returns the current values of a target.
  public func target(_ id: TargetID) -> SceneTarget {
    let record = targets[slot(of: id)]
    return SceneTarget(
      frame: record.frame.rect, appearance: appearances[record.appearance].appearance)
  }

  /// Returns the container of a target.
  public func container(of id: TargetID) -> ContainerID {
    containers.handle(of: targets[slot(of: id)].container)
  }

  mutating func add(_ target: SceneTarget, to container: ContainerID) -> TargetID {
    let home = slot(of: container)
    let slot = targets.insert(
      TargetRecord(frame: Box(target.frame), container: home, order: takeOrder()))
    store(target.appearance, of: slot)
    place(ItemRef(slot), in: home, isPinned: target.appearance.isPinned)
    return targets.handle(of: slot)
  }

  mutating func setFrame(_ frame: LayoutRect, of id: TargetID) {
    setBox(Box(frame), of: slot(of: id))
  }

  @inline(__always)
  mutating func setBox(_ box: Box, of target: TargetSlot) {
    let old = targets[target].frame
    if old == box { return }
    if old.minX != box.minX || old.minY != box.minY {
      changes.movedTargets.note(
        target, &targets[target].move, from: LayoutPoint(x: old.minX, y: old.minY))
    }
    targets[target].frame = box
    let appearance = targets[target].appearance
    if appearance != .plain { deriveBounds(of: target) }
    moved(
      targets[target].slot, in: targets[target].container,
      isPinned: appearance != .plain && appearances[appearance].appearance.isPinned)
  }

  mutating func setAppearance(_ appearance: SceneAppearance, of id: TargetID) {
    let target = slot(of: id)
    let old = appearances[targets[target].appearance].appearance
    if old == appearance { return }
    store(appearance, of: target)
    let record = targets[target]
    if old.isPinned != appearance.isPinned {
      unplace(record.slot, in: record.container, isPinned: old.isPinned)
      place(ItemRef(target), in: record.container, isPinned: appearance.isPinned)
    } else {
      moved(record.slot, in: record.container, isPinned: appearance.isPinned)
    }
  }

  mutating func move(_ id: TargetID, to container: ContainerID) {
    let target = slot(of: id)
    let record = targets[target]
    let destination = slot(of: container)
    let isPinned = appearances[record.appearance].appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned)
    targets[target].container = destination
    changes.movedTargets.note(target, &targets[target].move, from: MovedTargets.unknown)
    place(ItemRef(target), in: destination, isPinned: isPinned)
  }

  /// Makes a target the last one registered.
  mutating func renew(_ target: TargetSlot) {
    targets[target].order = takeOrder()
    touch(targets[target].container)
  }

  mutating func remove(_ id: TargetID) {
    let target = slot(of: id)
    let record = targets[target]
    unplace(
      record.slot, in: record.container,
      isPinned: appearances[record.appearance].appearance.isPinned)
    remove(target)
  }

  /// Ends the record of a target that has left its index. The end of the next pass frees it.
  mutating func remove(_ target: TargetSlot) {
    let appearance = targets[target].appearance
    if appearance != .plain { appearances.release(appearance) }
    if !targetVelocities.isEmpty { targetVelocities.removeAll { $0.target == target } }
    targets.end(target)
    changes.noteRemoval(of: target)
  }

  private mutating func store(_ appearance: SceneAppearance, of target: TargetSlot) {
    let slot = targets[target].appearance
    if appearance == .plain {
      if slot != .plain { appearances.release(slot) }
      targets[target].appearance = .plain
      return
    }
    let value = TargetAppearance(
      appearance: appearance, transform: .identity,
      hasTransform: appearance.transform != .identity, bounds: .nothing)
    if slot == .plain {
      targets[target].appearance = appearances.insert(value)
    } else {
      appearances[slot] = value
    }
    deriveBounds(of: target)
  }

  private mutating func deriveBounds(of target: TargetSlot) {
    let slot = targets[target].appearance
    (appearances[slot].transform, appearances[slot].bounds) = Self.derivedBounds(
      targets[target].frame, appearances[slot].appearance.transform)
  }

  func slot(of id: TargetID) -> TargetSlot { targets.slot(of: id, "target") }
}
