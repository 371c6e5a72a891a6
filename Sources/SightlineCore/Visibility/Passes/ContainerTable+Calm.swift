// Whether something is scrolled too fast for a policy with a limit, and until when.
extension ContainerTable {
  /// From when on an item is calm if nothing in its chain of containers moves any more: the first
  /// moment, since the last movement in the chain, at which the speed is at or below the limit.
  ///
  /// The answer depends on the chain's own movements alone, not on when it is computed: passes for
  /// the sake of something else do not change it.
  ///
  /// - Complexity: O(depth), times the containers of the chain that are moving. No allocation.
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

  /// When a container of a chain moved last.
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

  /// The sum of the velocities that have not ended at a time, and when the next of them ends.
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
    // Not the record as a whole: copying its arrays would cost more than all the rest.
    ChainLink(
      container: self[link.container].parent,
      isPinned: self[link.container].container.appearance.isPinned)
  }
}

/// A container of a chain, and whether what lies in it stays where it is when it scrolls.
private struct ChainLink {
  var container: ContainerSlot
  var isPinned: Bool
}
