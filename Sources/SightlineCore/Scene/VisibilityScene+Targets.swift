extension VisibilityScene {
  /// Whether the handle stands for a target of this scene.
  public func contains(_ id: TargetID) -> Bool { targets.contains(id) }

  /// The current values of a target.
  public func target(_ id: TargetID) -> SceneTarget {
    let record = targets[slot(of: id)]
    return SceneTarget(frame: record.frame.rect, appearance: looks[record.look].appearance)
  }

  /// The container that a target lies in.
  public func container(of id: TargetID) -> ContainerID {
    containers.handle(of: targets[slot(of: id)].container)
  }

  /// Adds a target.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func add(_ target: SceneTarget, to container: ContainerID) -> TargetID {
    let home = slot(of: container)
    let slot = targets.insert(
      TargetRecord(frame: Box(target.frame), container: home, order: takeOrder()))
    setLook(target.appearance, of: slot)
    place(ItemRef(slot), in: home, isPinned: target.appearance.isPinned)
    touch(home)
    let id = targets.handle(of: slot)
    if journal != nil { note(.targetAdded(id, to: container, target)) }
    return id
  }

  /// Moves and resizes a target.
  ///
  /// - Complexity: O(1); the index is brought up to date by the next pass, if that needs it.
  public mutating func setFrame(_ frame: LayoutRect, of id: TargetID) {
    setBox(Box(frame), of: slot(of: id))
  }

  @inline(__always)
  mutating func setBox(_ box: Box, of target: TargetSlot) {
    if targets[target].frame == box { return }
    targets[target].frame = box
    let look = targets[target].look
    if look != .plain { deriveBounds(of: target) }
    moved(
      targets[target].slot, in: targets[target].container,
      isPinned: look != .plain && looks[look].appearance.isPinned)
    if journal != nil { noteChange(of: target) }
  }

  /// Changes how a target is drawn.
  public mutating func setAppearance(_ appearance: SceneAppearance, of id: TargetID) {
    let target = slot(of: id)
    let old = looks[targets[target].look].appearance
    if old == appearance { return }
    setLook(appearance, of: target)
    let record = targets[target]
    if old.isPinned != appearance.isPinned {
      unplace(record.slot, in: record.container, isPinned: old.isPinned)
      place(ItemRef(target), in: record.container, isPinned: appearance.isPinned)
      touch(record.container)
    } else {
      moved(record.slot, in: record.container, isPinned: appearance.isPinned)
    }
    noteChange(of: target)
  }

  /// Moves a target into another container. It keeps its place in the order of registration, and is
  /// not reported as left if it stays visible.
  public mutating func move(_ id: TargetID, to container: ContainerID) {
    let target = slot(of: id)
    let record = targets[target]
    let destination = slot(of: container)
    let isPinned = looks[record.look].appearance.isPinned
    unplace(record.slot, in: record.container, isPinned: isPinned)
    touch(record.container)
    targets[target].container = destination
    place(ItemRef(target), in: destination, isPinned: isPinned)
    touch(destination)
    noteChange(of: target)
  }

  /// Removes a target. If it was visible it leaves with the next pass, with the reason `removed`.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func remove(_ id: TargetID) {
    let target = slot(of: id)
    let record = targets[target]
    unplace(
      record.slot, in: record.container, isPinned: looks[record.look].appearance.isPinned)
    touch(record.container)
    remove(target)
  }

  /// Takes out the record of a target that is in no index any more.
  mutating func remove(_ target: TargetSlot) {
    let record = targets[target]
    let id = targets.handle(of: target)
    if record.firstWatch != .none {
      departures.append(
        Departure(target: id, order: record.order, firstWatch: record.firstWatch))
    }
    if record.look != .plain { looks.release(record.look) }
    // What is done to its watches from now on goes by the departure.
    targets[target].firstWatch = .none
    targets.remove(target)
    note(.targetRemoved(id))
  }

  private mutating func setLook(_ appearance: SceneAppearance, of target: TargetSlot) {
    let look = targets[target].look
    if appearance == .plain {
      if look != .plain { looks.release(look) }
      targets[target].look = .plain
      return
    }
    let value = TargetLook(
      appearance: appearance, transform: .identity,
      hasTransform: appearance.transform != .identity, bounds: .nothing)
    if look != .plain { looks[look] = value } else { targets[target].look = looks.insert(value) }
    deriveBounds(of: target)
  }

  private mutating func deriveBounds(of target: TargetSlot) {
    let look = targets[target].look
    (looks[look].transform, looks[look].bounds) = derivedBounds(
      targets[target].frame, looks[look].appearance.transform)
  }

  func slot(of id: TargetID) -> TargetSlot { targets.slot(of: id, "target") }
}
