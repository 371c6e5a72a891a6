// Whether a target is scrolled too fast for a policy with a limit, and until when.
extension VisibilityEngine {
  /// From when on a target is calm if nothing in its chain of containers moves any more: the first
  /// moment, since the last movement in the chain, at which the speed is at or below the limit.
  ///
  /// The answer depends on the chain's own movements alone, not on when it is asked for: passes for
  /// the sake of something else do not change it.
  ///
  /// - Complexity: O(depth), times the containers of the chain that are moving. No allocation.
  func calmTime(
    ofTarget target: Int, in viewport: VisibilityViewport, limit: Double
  ) -> MonotonicTime {
    var time = lastMovement(ofTarget: target, in: viewport)
    while true {
      let (velocity, nextEnd) = velocity(ofTarget: target, in: viewport, at: time)
      if velocity == .zero || length(velocity.x, velocity.y) <= limit { return time }
      time = nextEnd
    }
  }

  /// When a container between a target and its viewport moved last.
  private func lastMovement(
    ofTarget target: Int, in viewport: VisibilityViewport
  ) -> MonotonicTime {
    var latest = MonotonicTime(nanoseconds: .min)
    var link = chainStart(ofTarget: target)
    while link.container != none {
      if !link.isPinned {
        latest = max(latest, scene.containers[Int(link.container)].motion.time)
      }
      if link.container == viewport.container.index { break }
      link = next(after: link)
    }
    return latest
  }

  /// The sum of the velocities that have not ended at a time, and when the next of them ends.
  private func velocity(
    ofTarget target: Int, in viewport: VisibilityViewport, at time: MonotonicTime
  ) -> (sum: LayoutPoint, nextEnd: MonotonicTime) {
    var sum = LayoutPoint.zero
    var nextEnd = MonotonicTime.never
    var link = chainStart(ofTarget: target)
    while link.container != none {
      let motion = scene.containers[Int(link.container)].motion
      if !link.isPinned && !motion.isSettled(at: time) {
        sum = sum + motion.velocity
        nextEnd = min(nextEnd, motion.settledAt)
      }
      if link.container == viewport.container.index { break }
      link = next(after: link)
    }
    return (sum, nextEnd)
  }

  /// A container of a chain, and whether what lies in it stays where it is when it scrolls.
  private typealias ChainLink = (container: UInt32, isPinned: Bool)

  private func chainStart(ofTarget target: Int) -> ChainLink {
    let record = scene.targets[target]
    let isPinned = record.look != 0 && scene.looks[Int(record.look)].appearance.isPinned
    return (record.container, isPinned)
  }

  private func next(after link: ChainLink) -> ChainLink {
    let record = scene.containers[Int(link.container)]
    return (record.parent, record.container.appearance.isPinned)
  }
}
