// Whether a target is scrolled too fast for a policy with a limit, and until when.
extension VisibilityEngine {
  /// From when on a target is calm if nothing in its chain of containers moves any more: the first
  /// moment, since the last movement in the chain, at which the speed is at or below the limit.
  ///
  /// The answer depends on the chain's own movements alone, not on when it is asked for: passes for
  /// the sake of something else do not change it.
  ///
  /// - Complexity: O(depth), times the containers of the chain that are moving. No allocation.
  ///
  /// These methods change nothing. They are mutating so that they work on the engine in place: a
  /// call from within a pass would copy it otherwise, with all its arrays.
  mutating func calmTime(
    of target: TargetSlot, in viewport: VisibilityViewport, limit: Double
  ) -> MonotonicTime {
    var time = lastMovement(of: target, in: viewport)
    while true {
      let (velocity, nextEnd) = velocity(of: target, in: viewport, at: time)
      let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
      if speed <= limit { return time }
      time = nextEnd
    }
  }

  /// When a container between a target and its viewport moved last.
  private mutating func lastMovement(
    of target: TargetSlot, in viewport: VisibilityViewport
  ) -> MonotonicTime {
    var latest = MonotonicTime(nanoseconds: .min)
    var link = chainStart(of: target)
    while link.container != .none {
      if !link.isPinned {
        latest = max(latest, scene.containers[link.container].motion.time)
      }
      if link.container.raw == viewport.container.index { break }
      link = next(after: link)
    }
    return latest
  }

  /// The sum of the velocities that have not ended at a time, and when the next of them ends.
  private mutating func velocity(
    of target: TargetSlot, in viewport: VisibilityViewport, at time: MonotonicTime
  ) -> (sum: LayoutPoint, nextEnd: MonotonicTime) {
    var sum = LayoutPoint.zero
    var nextEnd = MonotonicTime.never
    var link = chainStart(of: target)
    while link.container != .none {
      let settledAt = scene.containers[link.container].motion.settledAt
      if !link.isPinned && settledAt > time {
        sum = sum + scene.containers[link.container].motion.velocity
        nextEnd = min(nextEnd, settledAt)
      }
      if link.container.raw == viewport.container.index { break }
      link = next(after: link)
    }
    return (sum, nextEnd)
  }

  /// A container of a chain, and whether what lies in it stays where it is when it scrolls.
  private typealias ChainLink = (container: ContainerSlot, isPinned: Bool)

  private mutating func chainStart(of target: TargetSlot) -> ChainLink {
    let look = scene.targets[target].look
    return (
      scene.targets[target].container, look != .plain && scene.looks[look].appearance.isPinned
    )
  }

  private mutating func next(after link: ChainLink) -> ChainLink {
    // Not the record as a whole: copying its arrays would cost more than all the rest.
    (
      scene.containers[link.container].parent,
      scene.containers[link.container].container.appearance.isPinned
    )
  }
}
