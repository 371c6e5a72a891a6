/// The velocity of a container's content, for policies that limit the scroll speed.
///
/// A container moves in a pass if its content offset has changed since the last one. Its velocity
/// is the distance divided by the time since its previous move, and holds until it moves again or
/// the settle time ends. Other passes leave it unchanged.
package struct ScrollMotion: Sendable {
  /// The content offset at the last pass, if it has changed since.
  var offset: LayoutPoint = .zero
  /// The velocity in points per second, from the last pass in which the content moved.
  var velocity: LayoutPoint = .zero
  var time = MonotonicTime(nanoseconds: .min)
  /// Whether the container has been recorded as moved since the last pass.
  var isNoted = false
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
  /// assumed to have taken the settle time. The first pass finds no movement.
  mutating func updateMotion(at now: MonotonicTime, isFirstPass: Bool) {
    motion.isNoted = false
    let distance = container.contentOffset - motion.offset
    guard !isFirstPass, distance != .zero, distance.isFinite else { return }
    let elapsed = max(
      min(now.nanoseconds(since: motion.time), ScrollMotion.settleTime),
      ScrollMotion.shortestInterval)
    let seconds = Double(elapsed) / 1e9
    motion.velocity = LayoutPoint(x: distance.x / seconds, y: distance.y / seconds)
    motion.time = now
  }
}
