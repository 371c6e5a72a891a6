/// How fast a container's content moves, for policies with a limit on scroll speed.
///
/// A container moves in a pass that finds its content offset elsewhere than the last one did. Its
/// velocity is then the distance divided by the time since it moved before, and lasts until it
/// moves again or the settle time is over. Passes in which it does not move change nothing about
/// it.
package struct ScrollMotion: Sendable {
  /// Where the content was at the last pass.
  var offset: LayoutPoint = .zero
  /// Points a second, from the last pass in which it moved.
  var velocity: LayoutPoint = .zero
  /// The time of that pass.
  var time = MonotonicTime(nanoseconds: .min)
  /// Whether it has been noted as moved since the last pass.
  var isNoted = false
}

extension ScrollMotion {
  /// Scrolling counts as stopped when nothing has moved for this long: 100 ms, six frames at 60 Hz,
  /// so that a frame or two without movement in a drag does not count as a stop. Comparable systems
  /// wait for 200 to 300 ms before they call a scroll idle.
  package static let settleTime: Int64 = 100_000_000

  /// Two movements closer than this are taken as this far apart: 1 ms, less than any display's
  /// frame.
  static let shortestInterval: Int64 = 1_000_000

  func isSettled(at now: MonotonicTime) -> Bool { now >= settledAt }

  /// When the content can be taken to have stopped.
  var settledAt: MonotonicTime { time.advanced(by: ScrollMotion.settleTime) }
}

extension ContainerRecord {
  /// Takes the velocity from how far the content has moved since it moved last. After a pause, the
  /// movement is taken to have happened within the settle time. Where the first pass finds it, it
  /// has not moved.
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
