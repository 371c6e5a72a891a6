/// The motion of a container and its content, for policies with a scroll speed limit and for the
/// edge at which a target leaves.
///
/// A container moves in a pass if its content offset has changed since the last one. Its velocity
/// is the distance divided by the time since its previous move, and holds until it moves again or
/// the settle time ends. Other passes leave it unchanged.
///
/// The speed is that of items on screen: if rows inserted above an item move both it and the
/// offset, nothing scrolls. Items that move with content that scrolls in the same pass therefore
/// have a velocity of their own, which is subtracted.
package struct ScrollMotion: Sendable {
  /// The content offset at the last pass, if it has changed since.
  var offset: LayoutPoint = .zero
  /// The origin of the frame at the last pass, if the container has changed since.
  var origin: LayoutPoint = .zero
  /// Whether it has moved to another parent since the last pass.
  var hasOtherParent = false
  /// The distances that the content and the frame moved in the pass with this mark.
  var scrolled = LayoutPoint.zero
  var moved = LayoutPoint.zero
  var mark: UInt32 = 0
  /// The seconds that the last move of the content took.
  var seconds = 1.0
  /// The velocity of the container in its parent's content, if that moved in the same pass.
  var own = ContentVelocity()
  /// The velocity in points per second, from the last pass in which the content moved.
  var velocity: LayoutPoint = .zero
  var time = MonotonicTime(nanoseconds: .min)
  /// Whether the container has been recorded as moved since the last pass.
  var isNoted = false
}

/// The velocity of an item in content that scrolled in the same pass, in points per second.
struct ContentVelocity: Sendable {
  var velocity = LayoutPoint.zero
  /// The time of the pass. It counts while this is the time of the content's last move.
  var time = MonotonicTime(nanoseconds: .min)
}

extension ScrollMotion {
  /// The time without movement after which scrolling counts as stopped: 100 ms, or six frames at 60
  /// Hz, so that a frame or two without movement during a drag is not a stop. Comparable systems
  /// wait 200 to 300 ms.
  package static let settleTime: Int64 = 100_000_000

  /// The shortest time assumed between two moves: 1 ms, less than any display's frame.
  static let shortestInterval: Int64 = 1_000_000

  func isSettled(at now: MonotonicTime) -> Bool { now >= settledAt }

  /// The time at which the content counts as stopped.
  var settledAt: MonotonicTime { time.advanced(by: ScrollMotion.settleTime) }
}

extension ContainerRecord {
  /// Computes the velocity from the distance since the last move. After a pause, the move is
  /// assumed to have taken the settle time. In the first pass, nothing has moved.
  mutating func updateMotion(at now: MonotonicTime, mark: UInt32, isFirstPass: Bool) {
    motion.isNoted = false
    let distance = container.contentOffset - motion.offset
    let moved = container.frame.origin - motion.origin
    motion.mark = mark
    motion.scrolled = isFirstPass || !distance.isFinite ? .zero : distance
    motion.moved = isFirstPass || motion.hasOtherParent || !moved.isFinite ? .zero : moved
    motion.hasOtherParent = false
    if motion.scrolled == .zero { return }
    let elapsed = max(
      min(now.nanoseconds(since: motion.time), ScrollMotion.settleTime),
      ScrollMotion.shortestInterval)
    let seconds = Double(elapsed) / 1e9
    motion.seconds = seconds
    motion.velocity = LayoutPoint(x: distance.x / seconds, y: distance.y / seconds)
    motion.time = now
  }
}
