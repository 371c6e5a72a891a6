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
    let mode = mode.finite
    guard mode != self.mode else { return }
    keepingLaps(at: now) { $0.turn(in: mode, at: now) }
  }

  private mutating func turn(in mode: Mode, at now: MonotonicTime) {
    let before = self
    self.mode = mode
    if isHeld { return }
    let position = before.position(at: now)
    guard loop.isEndless, let current = before.currentItem(at: now) else { return restart(at: now) }
    if !isPaged {
      phase = .resting(at: loop.wrapped(position), since: now)
    } else if before.isPaged {
      // A page being turned counts as the nearest one.
      glide(by: -before.distancePast(current, at: now), to: current, at: now)
    } else {
      let (page, distance) = loop.nearestPage(to: position)
      glide(by: distance, to: page, at: now)
    }
  }

  /// Sets the system's Reduce Motion setting, under which the carousel does not turn by itself.
  public mutating func setMotion(_ motion: MotionPreference, at now: MonotonicTime) {
    guard motion != self.motion else { return }
    keepingLaps(at: now) {
      if !$0.isHeld { $0.restart(at: now) }
      $0.motion = motion
    }
  }

  /// Handles a drag. A cancelled one ends without deceleration.
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
    // Measure from the item's place in the first ring, to settle by the distance from it.
    let start = place(of: current) + distancePast(current, at: now)
    keepingLaps(at: now) {
      $0.phase = .held(from: start, moved: 0)
      $0.page = current
    }
  }

  /// Moves it to a distance to the right of the start of the drag, in points. Ignores a non-finite
  /// one.
  public mutating func drag(to translation: Double) {
    guard case .held(let start, _) = phase, loop.isEndless, translation.isFinite else { return }
    phase = .held(from: start, moved: reading(translation))
  }

  /// Ends a drag, or a scroll that the host ran to its end (velocity 0).
  ///
  /// A continuous carousel decelerates, then continues from there. With pages, a drag by a third of
  /// the item's width or at ``TabPager/flickSpeed`` turns to the next page; a smaller one turns
  /// back. With Reduce Motion, it does not decelerate, and jumps to its page.
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

  /// Moves by a number of items, in reading direction if positive, for keys and the adjustable
  /// action of accessibility. Resting items stay in place. Has no effect during a drag.
  public mutating func step(by items: Int, at now: MonotonicTime) {
    guard !isHeld, let origin = stepOrigin(at: now), items % loop.count != 0 else { return }
    let index = origin + items % loop.count
    let target = loop.index(index)
    // A movement in progress is redirected to the new place.
    let past =
      stepUnderway(at: now).map { $0.value(at: now) - $0.to } ?? distancePast(origin, at: now)
    var distance = place(of: target) - place(of: origin) - past
    if index >= loop.count { distance += loop.length }
    if index < 0 { distance -= loop.length }
    keepingLaps(at: now) { $0.glide(by: $0.canTurn ? distance : 0, to: target, at: now) }
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
    let isFlick = abs(velocity) >= TabPager.flickSpeed
    let isDragged = abs(past) >= layout.widths[index] * Carousel.flipShare
    // Return to the page unless a flick or a long drag turns it; a flick against the movement also
    // returns.
    let way = isFlick ? velocity : isDragged ? past : 0
    let before = loop.index(index - 1)
    if way > 0 && past >= 0 {
      glide(by: loop.step(from: index) - past, to: loop.index(index + 1), at: now)
    } else if way < 0 && past <= 0 {
      glide(by: -loop.step(from: before) - past, to: before, at: now)
    } else {
      glide(by: -past, to: index, at: now)
    }
  }

  /// Glides by a distance that ends exactly at an item's place in the first ring.
  private mutating func glide(by distance: Double, to target: Int, at now: MonotonicTime) {
    page = target
    let end = place(of: target)
    phase = .free(
      glide: TimedTransition(
        from: end - distance, to: end, start: now,
        // exact: as any movement.
        duration: distance == 0 ? .zero : Carousel.flipDuration, easing: .easeOut, motion: motion))
  }
}
