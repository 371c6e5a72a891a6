// Determines whether an item scrolls too fast for a policy with a speed limit, and until when.
extension ContainerTable {
  /// Returns when an item's speed falls to the limit if its chain of containers stops moving: the
  /// first moment since the chain's last movement at which the speed is at or below the limit.
  ///
  /// The result depends only on the chain's movements, not on the time of the call, so unrelated
  /// passes do not change it.
  ///
  /// - Complexity: O(depth · moving containers of the chain), without allocation.
  ///
  /// - Parameter own: the item's own velocity in its container.
  func settlingTime(
    ofItemIn container: ContainerSlot, isPinned: Bool, own: ContentVelocity,
    below top: ContainerSlot, limit: Double
  ) -> MonotonicTime {
    let start = ChainLink(container: container, isPinned: isPinned)
    var time = lastMovement(from: start, to: top)
    while true {
      let (velocity, nextEnd) = velocity(from: start, own, to: top, at: time)
      let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
      if speed <= limit { return time }
      time = nextEnd
    }
  }

  private func lastMovement(from start: ChainLink, to top: ContainerSlot) -> MonotonicTime {
    var latest = MonotonicTime(nanoseconds: .min)
    var link = start
    while link.container != .none {
      if !link.isPinned {
        latest = max(latest, self[link.container].motion.time)
      }
      if link.container == top { break }
      link = next(after: link)
    }
    return latest
  }

  /// The sum of the velocities active at a time, and when the next of them ends.
  private func velocity(
    from start: ChainLink, _ own: ContentVelocity, to top: ContainerSlot, at time: MonotonicTime
  ) -> (sum: LayoutPoint, nextEnd: MonotonicTime) {
    var sum = LayoutPoint.zero
    var nextEnd = MonotonicTime.never
    var link = start
    var own = own
    while link.container != .none {
      let settledAt = self[link.container].motion.settledAt
      if !link.isPinned && settledAt > time {
        sum = sum + self[link.container].motion.velocity
        if own.time == self[link.container].motion.time { sum = sum - own.velocity }
        nextEnd = min(nextEnd, settledAt)
      }
      if link.container == top { break }
      own = self[link.container].motion.own
      link = next(after: link)
    }
    return (sum, nextEnd)
  }

  /// Returns the displacement of an item in this pass, in the space of a container.
  ///
  /// - Parameters:
  ///   - distance: the distance of the item in its container's content.
  ///   - mark: the mark of the pass.
  func displacement(
    ofItemIn container: ContainerSlot, isPinned: Bool, by distance: LayoutPoint,
    below top: ContainerSlot, mark: UInt32
  ) -> Displacement {
    var result = Displacement(total: distance)
    var link = ChainLink(container: container, isPinned: isPinned)
    while true {
      let hasMoved = self[link.container].motion.mark == mark
      if hasMoved, !link.isPinned {
        let scrolled = self[link.container].motion.scrolled
        result.total = result.total - scrolled
        if self[link.container].container.scrollSource == .reader {
          result.byReader = result.byReader - scrolled
        }
      }
      if link.container == top || self[link.container].parent == .none { return result }
      result.turn(self[link.container].transform)
      if hasMoved { result.total = result.total + self[link.container].motion.moved }
      link = next(after: link)
    }
  }

  private func next(after link: ChainLink) -> ChainLink {
    // Read single fields: copying the whole record would dominate the cost.
    ChainLink(
      container: self[link.container].parent,
      isPinned: self[link.container].container.appearance.isPinned)
  }
}

/// A container of a chain, and whether the chain's item in it is pinned.
private struct ChainLink {
  var container: ContainerSlot
  var isPinned: Bool
}
