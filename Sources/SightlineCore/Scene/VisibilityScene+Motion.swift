// Items that move with content that scrolls in the same pass: see `ScrollMotion`.
extension VisibilityScene {
  /// Updates the velocities of containers and targets in content that has scrolled since the last
  /// pass.
  @inline(never)
  mutating func updateOwnVelocities(at now: MonotonicTime) {
    if !targetVelocities.isEmpty {
      targetVelocities.removeAll {
        let motion = containers[targets[$0.target].container].motion
        return motion.time != $0.own.time || motion.isSettled(at: now)
      }
    }
    for container in changes.movedContainers where containers[container].motion.mark == changes.mark
    {
      let (parent, moved) = (containers[container].parent, containers[container].motion.moved)
      if moved == .zero || parent == .none || containers[container].container.appearance.isPinned {
        continue
      }
      if let own = velocity(moved, in: parent, at: now) { containers[container].motion.own = own }
    }
    if changes.movedContainers.isEmpty || changes.movedTargets.isEmpty { return }
    for place in changes.movedTargets.places {
      let target = changes.movedTargets.target(at: place)
      let (container, appearance) = (targets[target].container, targets[target].appearance)
      if appearances[appearance].appearance.isPinned { continue }
      if let own = velocity(distance(of: target), in: container, at: now) {
        targetVelocities.insert((target, own), at: velocityPlace(of: target))
      }
    }
  }

  /// The place of a target among the velocities, or where to insert it.
  private func velocityPlace(of target: TargetSlot) -> Int {
    var (low, high) = (0, targetVelocities.count)
    while low < high {
      let middle = (low + high) / 2
      let isBelow = targetVelocities[middle].target.raw < target.raw
      if isBelow { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The velocity of an item that moved with a container's content, limited to the part that
  /// cancels the scroll: moves by the app are not scrolling.
  private func velocity(
    _ distance: LayoutPoint, in container: ContainerSlot, at now: MonotonicTime
  ) -> ContentVelocity? {
    let motion = containers[container].motion
    guard motion.mark == changes.mark, motion.scrolled != .zero else { return nil }
    func along(_ distance: Double, _ scrolled: Double) -> Double {
      (scrolled < 0 ? max(min(distance, 0), scrolled) : min(max(distance, 0), scrolled))
        / motion.seconds
    }
    return ContentVelocity(
      velocity: LayoutPoint(
        x: along(distance.x, motion.scrolled.x), y: along(distance.y, motion.scrolled.y)),
      time: now)
  }

  /// The distance that a target moved in its container's content since the last pass.
  func distance(of target: TargetSlot) -> LayoutPoint {
    let (frame, place) = (targets[target].frame, targets[target].move)
    guard let origin = changes.movedTargets.formerOrigin(of: target, at: place) else {
      return .zero
    }
    let distance = LayoutPoint(x: frame.minX - origin.x, y: frame.minY - origin.y)
    return distance.isFinite ? distance : .zero
  }

  /// The velocity of a target in its container's content.
  ///
  /// - Complexity: O(log targets that moved along).
  func ownVelocity(of target: TargetSlot) -> ContentVelocity {
    let place = velocityPlace(of: target)
    return place < targetVelocities.count && targetVelocities[place].target == target
      ? targetVelocities[place].own : ContentVelocity()
  }
}
