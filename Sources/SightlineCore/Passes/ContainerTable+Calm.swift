// Finds whether an item scrolls too fast for a policy with a speed limit, and until when.
extension ContainerTable {
  /// Returns the time from which an item is calm if its chain of containers stops moving: the first
  /// moment since the chain's last movement at which the speed is at or below the limit.
  ///
  /// The result depends only on the chain's movements, not on the time of the call, so unrelated
  /// passes do not change it.
  ///
  /// - Complexity: O(depth · moving containers of the chain), without allocation.
  func calmTime(
    ofItemIn container: ContainerSlot, isPinned: Bool, below top: ContainerSlot, limit: Double
  ) -> MonotonicTime {
    let start = ChainLink(container: container, isPinned: isPinned)
    var time = lastMovement(from: start, to: top)
    while true {
      let (velocity, nextEnd) = velocity(from: start, to: top, at: time)
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

  /// The sum of the velocities active at a time, and the time at which the next of them ends.
  private func velocity(
    from start: ChainLink, to top: ContainerSlot, at time: MonotonicTime
  ) -> (sum: LayoutPoint, nextEnd: MonotonicTime) {
    var sum = LayoutPoint.zero
    var nextEnd = MonotonicTime.never
    var link = start
    while link.container != .none {
      let settledAt = self[link.container].motion.settledAt
      if !link.isPinned && settledAt > time {
        sum = sum + self[link.container].motion.velocity
        nextEnd = min(nextEnd, settledAt)
      }
      if link.container == top { break }
      link = next(after: link)
    }
    return (sum, nextEnd)
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
