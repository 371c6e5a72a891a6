public import SightlineCore

extension Carousel {
  /// Sets the suspensions of automatic turning. Without any, it continues from its current
  /// position; a page that was turning is complete, and the next one follows after a full interval.
  public mutating func suspend(_ suspensions: Suspensions, at now: MonotonicTime) {
    guard suspensions != self.suspensions else { return }
    keepingLaps(at: now) {
      if !$0.isHeld && suspensions.isEmpty != $0.suspensions.isEmpty { $0.restart(at: now) }
      $0.suspensions = suspensions
    }
  }

  /// Changes the mode of automatic turning, to pages with a glide to the nearest one. A drag
  /// continues.
  public mutating func setMode(_ mode: Mode, at now: MonotonicTime) {
    guard mode != self.mode else { return }
    keepingLaps(at: now) { $0.turn(in: mode, at: now) }
  }

  private mutating func turn(in mode: Mode, at now: MonotonicTime) {
    let (position, current, wasPaged) = (position(at: now), currentItem(at: now) ?? 0, isPaged)
    self.mode = mode
    if isHeld { return }
    guard loop.isEndless else { return restart(at: now) }
    guard isPaged else {
      phase = .resting(at: loop.wrapped(position), since: now)
      return
    }
    // A page being turned counts as the nearest one.
    let candidates = wasPaged ? [current] : [current, loop.index(current + 1)]
    let ways = candidates.map { page -> (page: Int, distance: Double) in
      let distance = loop.wrapped(loop.rest(of: page) - position)
      return (page, distance > loop.length / 2 ? distance - loop.length : distance)
    }
    guard let way = ways.min(by: { abs($0.distance) < abs($1.distance) }) else { return }
    glide(from: position, by: way.distance, to: way.page, at: now)
  }

  /// Follows the system's Reduce Motion setting, under which it does not turn by itself.
  public mutating func setMotion(_ motion: MotionPreference, at now: MonotonicTime) {
    guard motion != self.motion else { return }
    keepingLaps(at: now) {
      if !$0.isHeld { $0.restart(at: now) }
      $0.motion = motion
    }
  }

  /// Follows a drag. A cancelled one ends without a swing.
  public mutating func drag(_ event: DragEvent, at now: MonotonicTime) {
    switch event {
    case .began: beginDragging(at: now)
    case .moved(let translation): drag(to: translation)
    case .ended(let velocity): endDragging(velocity: velocity, at: now)
    case .cancelled: endDragging(at: now)
    }
  }

  /// Begins a drag. The carousel stops at its current position, even between pages.
  public mutating func beginDragging(at now: MonotonicTime) {
    guard !isHeld else { return }
    guard loop.isEndless, let current = currentItem(at: now) else {
      phase = .held(from: 0, moved: 0)
      return
    }
    // Measure from the page, to settle by the distance from it.
    var start = position(at: now)
    if case .paged = mode { start = loop.rest(of: current) + distancePastPage(at: now) }
    keepingLaps(at: now) {
      $0.phase = .held(from: start, moved: 0)
      $0.page = current
    }
  }

  /// Moves it to a distance in points to the right from the start of the drag. Ignores a non-finite
  /// one.
  public mutating func drag(to translation: Double) {
    guard case .held(let start, _) = phase, loop.isEndless, translation.isFinite else { return }
    phase = .held(from: start, moved: reading(translation))
  }

  /// Ends a drag, or a scroll that the host ran to its end (with a velocity of 0).
  ///
  /// A continuous carousel swings on, then continues from there. With pages, a drag by a third of
  /// the item's width or at ``PagerTabSync/flickSpeed`` turns to the next page; a smaller one turns
  /// back. With Reduce Motion, it does not swing, and jumps to its page.
  ///
  /// - Parameters:
  ///   - velocity: the finger's velocity to the right, in points per second; 0 if not finite.
  ///   - now: the current time.
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

  /// Moves by a number of items, in reading direction if positive, for keys and accessibility's
  /// adjustable action. Has no effect during a drag.
  public mutating func step(by items: Int, at now: MonotonicTime) {
    guard loop.isEndless, !isHeld, items % loop.count != 0 else { return }
    let position = loop.wrapped(position(at: now))
    let target = loop.index((currentItem(at: now) ?? 0) + items % loop.count)
    var distance = loop.wrapped(loop.rest(of: target)) - position
    if items > 0 && distance < 0 { distance += loop.length }
    if items < 0 && distance > 0 { distance -= loop.length }
    keepingLaps(at: now) { $0.glide(from: position, by: distance, to: target, at: now) }
  }

  /// Converts a distance to the right on screen to reading direction, opposite to the content's.
  private func reading(_ distance: Double) -> Double {
    layout.direction == .leftToRight ? -distance : distance
  }

  private mutating func settle(from position: Double, velocity: Double, at now: MonotonicTime) {
    var index = page
    // The distance past the page, modulo the ring's length.
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
    // Return to the page unless a flick or a long drag turns it; a flick against the movement also
    // returns.
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
