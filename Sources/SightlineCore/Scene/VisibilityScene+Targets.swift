extension VisibilityScene {
  /// Whether the handle stands for a target of this scene.
  public func contains(_ id: TargetID) -> Bool {
    Int(id.index) < targets.count && targets[Int(id.index)].generation == id.generation
  }

  /// The current values of a target.
  public func target(_ id: TargetID) -> SceneTarget {
    let record = targets[checked(id)]
    return SceneTarget(frame: record.frame.rect, appearance: looks[Int(record.look)].appearance)
  }

  /// The container that a target lies in.
  public func container(of id: TargetID) -> ContainerID {
    handle(ofContainer: targets[checked(id)].container)
  }

  /// Adds a target.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func add(_ target: SceneTarget, to container: ContainerID) -> TargetID {
    let containerIndex = UInt32(checked(container))
    let order = takeOrder()
    let record = TargetRecord(
      frame: Box(target.frame), container: containerIndex, slot: none, generation: 0, order: order,
      firstWatch: none, look: 0)
    let index: UInt32
    if let free = freeTargets.popLast() {
      index = free
      let generation = targets[Int(index)].generation
      targets[Int(index)] = record
      targets[Int(index)].generation = generation
    } else {
      precondition(targets.count < ItemRef.maximumCount, "a scene holds at most 2^30 targets")
      index = UInt32(targets.count)
      targets.appendTightly(record)
    }
    setLook(target.appearance, of: index)
    place(
      ItemRef(.target, index), in: containerIndex, isPinned: target.appearance.isPinned)
    touch(containerIndex)
    let id = handle(ofTarget: index)
    if journal != nil { note(.targetAdded(id, to: container, target)) }
    return id
  }

  /// Moves and resizes a target.
  ///
  /// - Complexity: O(1); the index is brought up to date by the next pass, if that needs it.
  public mutating func setFrame(_ frame: LayoutRect, of id: TargetID) {
    setBox(Box(frame), ofTarget: checked(id))
  }

  mutating func setBox(_ box: Box, ofTarget index: Int) {
    if targets[index].frame == box { return }
    targets[index].frame = box
    let look = targets[index].look
    if look != 0 { deriveBounds(ofTarget: index) }
    moved(
      slot: targets[index].slot, in: targets[index].container,
      isPinned: look != 0 && looks[Int(look)].appearance.isPinned)
    noteChange(ofTarget: index)
  }

  /// Changes how a target is drawn.
  public mutating func setAppearance(_ appearance: SceneAppearance, of id: TargetID) {
    let index = checked(id)
    let old = looks[Int(targets[index].look)].appearance
    if old == appearance { return }
    setLook(appearance, of: UInt32(index))
    let record = targets[index]
    if old.isPinned != appearance.isPinned {
      unplace(slot: record.slot, in: record.container, old.isPinned)
      place(
        ItemRef(.target, UInt32(index)), in: record.container, isPinned: appearance.isPinned)
      touch(record.container)
    } else {
      moved(slot: record.slot, in: record.container, isPinned: appearance.isPinned)
    }
    noteChange(ofTarget: index)
  }

  /// Moves a target into another container. It keeps its place in the order of registration, and is
  /// not reported as left if it stays visible.
  public mutating func move(_ id: TargetID, to container: ContainerID) {
    let index = checked(id)
    let record = targets[index]
    let destination = UInt32(checked(container))
    let isPinned = looks[Int(record.look)].appearance.isPinned
    unplace(slot: record.slot, in: record.container, isPinned)
    touch(record.container)
    targets[index].container = destination
    place(ItemRef(.target, UInt32(index)), in: destination, isPinned: isPinned)
    touch(destination)
    noteChange(ofTarget: index)
  }

  /// Removes a target. If it was visible it leaves with the next pass, with the reason `removed`.
  ///
  /// - Complexity: O(1) amortised.
  public mutating func remove(_ id: TargetID) {
    let index = checked(id)
    let record = targets[index]
    unplace(
      slot: record.slot, in: record.container, looks[Int(record.look)].appearance.isPinned)
    touch(record.container)
    release(target: UInt32(index))
  }

  /// Frees the record of a target that is in no index any more.
  mutating func release(target index: UInt32) {
    let record = targets[Int(index)]
    let id = handle(ofTarget: index)
    if record.firstWatch != none {
      departures.append(
        Departure(target: id, order: record.order, firstWatch: record.firstWatch))
    }
    if record.look != 0 { freeLooks.append(record.look) }
    targets[Int(index)].generation &+= 1
    targets[Int(index)].firstWatch = none
    targets[Int(index)].look = 0
    freeTargets.append(index)
    note(.targetRemoved(id))
  }

  private mutating func setLook(_ appearance: SceneAppearance, of index: UInt32) {
    let look = targets[Int(index)].look
    if appearance == .plain {
      if look != 0 { freeLooks.append(look) }
      targets[Int(index)].look = 0
      return
    }
    let value = TargetLook(
      appearance: appearance, transform: .identity,
      hasTransform: appearance.transform != .identity, bounds: .nothing)
    if look != 0 {
      looks[Int(look)] = value
    } else if let free = freeLooks.popLast() {
      looks[Int(free)] = value
      targets[Int(index)].look = free
    } else {
      targets[Int(index)].look = UInt32(looks.count)
      looks.append(value)
    }
    deriveBounds(ofTarget: Int(index))
  }

  private mutating func deriveBounds(ofTarget index: Int) {
    let frame = targets[index].frame
    let look = Int(targets[index].look)
    (looks[look].transform, looks[look].bounds) = derivedBounds(
      frame, looks[look].appearance.transform)
  }

  func handle(ofTarget index: UInt32) -> TargetID {
    TargetID(index: index, generation: targets[Int(index)].generation)
  }

  func checked(_ id: TargetID) -> Int {
    precondition(
      contains(id),
      "target \(id.index), generation \(id.generation), was used after its removal")
    return Int(id.index)
  }
}
