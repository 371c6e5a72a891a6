public import SightlineCore

extension Carousel {
  /// Sets what keeps the carousel from turning by itself. Without any it goes on from where it
  /// stands; with pages, a page that was turning is there, and the next one comes after a full
  /// interval.
  public mutating func suspend(_ suspensions: Suspensions, at now: MonotonicTime) {
    guard suspensions != self.suspensions else { return }
    keepingLaps(at: now) {
      if !$0.isHeld && suspensions.isEmpty != $0.suspensions.isEmpty { $0.restart(at: now) }
      $0.suspensions = suspensions
    }
  }

  /// Follows the system's Reduce Motion setting, as a suspension.
  public mutating func setMotion(_ motion: MotionPreference, at now: MonotonicTime) {
    guard motion != self.motion else { return }
    keepingLaps(at: now) {
      if !$0.isHeld { $0.restart(at: now) }
      $0.motion = motion
    }
  }

  /// A finger took hold of the carousel: it stops where it is, even in the middle of a page.
  public mutating func beginDragging(at now: MonotonicTime) {
    guard !isHeld else { return }
    guard loop.isEndless else {
      phase = .held(from: 0, moved: 0)
      return
    }
    let current = currentItem(at: now) ?? 0
    // Counted from the page, on its side of the seam: the distance decides where it settles.
    var start = position(at: now)
    if case .paged = mode { start = loop.rest(of: current) + distancePastPage(at: now) }
    keepingLaps(at: now) {
      $0.phase = .held(from: start, moved: 0)
      $0.page = current
    }
  }

  /// The finger moved.
  ///
  /// - Parameter translation: how far it is to the right of where the drag began, in points, in
  ///   either layout direction. A number that is not finite changes nothing. Items that do not turn
  ///   stay.
  public mutating func drag(to translation: Double) {
    guard case .held(let start, _) = phase, loop.isEndless, translation.isFinite else { return }
    phase = .held(from: start, moved: reading(translation))
  }

  /// The finger let go, or a scroll that the host ran to its end came to rest (then the velocity is
  /// 0).
  ///
  /// A continuous carousel swings on and goes on from there. With pages, it turns to the next one
  /// from a third of the item's width or ``PagerTabSync/flickSpeed`` on, else back. With Reduce
  /// Motion it does not swing, and is on its page at once.
  ///
  /// - Parameter velocity: the finger's velocity to the right, in points a second; if not finite,
  ///   0.
  public mutating func endDragging(velocity: Double = 0, at now: MonotonicTime) {
    keepingLaps(at: now) { $0.letGo(velocity: velocity, at: now) }
  }

  private mutating func letGo(velocity: Double, at now: MonotonicTime) {
    guard case .held(let start, let moved) = phase else { return }
    guard loop.isEndless else { return restart(at: now) }
    let velocity = reading(velocity.isFinite ? velocity : 0)
    if case .continuous = mode {
      let position = loop.wrapped(start + moved)
      let swing = motion == .reduced ? 0 : velocity * Carousel.swing
      phase = .free(
        glide: TimedTransition(
          from: position, to: position + swing, start: now,
          duration: swing == 0 ? .zero : Carousel.swingDuration, easing: Carousel.deceleration))
    } else {
      settle(from: start + moved, velocity: velocity, at: now)
    }
  }

  /// Moves on by a number of items, for keys and for accessibility's adjustable action; in reading
  /// direction if positive. A drag goes on. Turning by itself resumes afterwards.
  public mutating func step(by items: Int, at now: MonotonicTime) {
    guard loop.isEndless, !isHeld, items % loop.count != 0 else { return }
    let position = loop.wrapped(position(at: now))
    let target = loop.index((currentItem(at: now) ?? 0) + items % loop.count)
    var distance = loop.wrapped(loop.rest(of: target)) - position
    if items > 0 && distance < 0 { distance += loop.length }
    if items < 0 && distance > 0 { distance -= loop.length }
    keepingLaps(at: now) { $0.glide(from: position, by: distance, to: target, at: now) }
  }

  /// Converts a distance to the right on screen to reading direction, against which the content
  /// moves.
  private func reading(_ distance: Double) -> Double {
    layout.direction == .leftToRight ? -distance : distance
  }

  private mutating func settle(from position: Double, velocity: Double, at now: MonotonicTime) {
    var index = page
    // How far past the page, modulo the ring's length: the same place.
    var past = (position - loop.rest(of: index)).truncatingRemainder(dividingBy: loop.length)
    while past > 0, past >= loop.step(from: index) {
      past -= loop.step(from: index)
      index = loop.index(index + 1)
    }
    while past < 0, -past >= loop.step(from: loop.index(index - 1)) {
      index = loop.index(index - 1)
      past += loop.step(from: index)
    }
    let isFlick = abs(velocity) >= PagerTabSync.flickSpeed
    let isDragged = abs(past) >= layout.widths[index] * Carousel.flipShare
    // Back to the page unless something turns it; a flick against the movement turns back, too.
    let forward = isFlick ? velocity > 0 : past > 0 && isDragged
    let backward = isFlick ? velocity < 0 : past < 0 && isDragged
    let before = loop.index(index - 1)
    if forward && past >= 0 {
      let way = loop.step(from: index) - past
      glide(from: position, by: way, to: loop.index(index + 1), at: now)
    } else if backward && past <= 0 {
      glide(from: position, by: -loop.step(from: before) - past, to: before, at: now)
    } else {
      glide(from: position, by: -past, to: index, at: now)
    }
  }

  private mutating func glide(
    from position: Double, by distance: Double, to target: Int, at now: MonotonicTime
  ) {
    page = target
    phase = .free(
      glide: TimedTransition(
        from: position, to: position + distance, start: now,
        duration: distance == 0 ? .zero : Carousel.flipDuration, easing: .easeOut, motion: motion))
  }
}
