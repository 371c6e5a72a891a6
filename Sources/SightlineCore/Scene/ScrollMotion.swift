/// How fast a container's content moves, for policies with a limit on scroll speed.
struct ScrollMotion: Sendable {
  /// Where the content was at the last pass.
  var offset: LayoutPoint = .zero
  /// Points a second at the last pass in which it moved.
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
  static let settleTime: Int64 = 100_000_000

  /// Two passes closer than this are taken as this far apart: 1 ms, less than any display's frame.
  static let shortestInterval: Int64 = 1_000_000

  func isSettled(at now: MonotonicTime) -> Bool { now >= settledAt }

  /// When the content can be taken to have stopped.
  var settledAt: MonotonicTime { time.advanced(by: ScrollMotion.settleTime) }
}

extension ContainerRecord {
  /// Takes the speed from how far the content has moved since the last pass. After a pause, the
  /// movement is taken to have happened within the settle time.
  mutating func updateMotion(at now: MonotonicTime, lastPass: MonotonicTime?) {
    motion.isNoted = false
    let distance = container.contentOffset - motion.offset
    guard let lastPass, distance != .zero, distance.isFinite else { return }
    let elapsed = max(
      min(now.nanoseconds(since: lastPass), ScrollMotion.settleTime),
      ScrollMotion.shortestInterval)
    let seconds = Double(elapsed) / 1e9
    motion.velocity = LayoutPoint(x: distance.x / seconds, y: distance.y / seconds)
    motion.time = now
  }
}
