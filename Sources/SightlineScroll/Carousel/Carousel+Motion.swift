public import SightlineCore

extension Carousel {
  /// The current turn of a paged carousel.
  struct Turn {
    var from: Int
    /// The page turned to; at rest, the page shown.
    var to: Int
    /// The number of rings from the page at rest to the page turned to.
    var laps: Int
    /// The eased share of the turn, in 0...1.
    var share: Double
    /// The time at which the next page starts to turn.
    var next: MonotonicTime
  }

  /// Returns the offset of the viewport's leading edge in the ring, in points in reading direction.
  public func offset(at now: MonotonicTime) -> Double {
    loop.isEndless ? loop.wrapped(position(at: now)) : loop.fixedOffset
  }

  /// Returns the current item: with pages, the one shown or turned to, or the nearest one during a
  /// drag; otherwise, the one at the viewport's leading edge. `nil` without items.
  public func currentItem(at now: MonotonicTime) -> Int? {
    guard loop.count > 0 else { return nil }
    guard loop.isEndless else { return page }
    guard isPaged else { return loop.item(at: offset(at: now)) }
    switch phase {
    case .held(let start, let moved): return loop.nearestPage(to: start + moved).page
    case .free(let glide): return turn(since: glide.end, at: now)?.to ?? page
    }
  }

  /// Returns the next time to place the items: `now` (every frame) during a movement, a later time
  /// while waiting to turn a page, `nil` if nothing will move by itself.
  public func nextFrame(after now: MonotonicTime) -> MonotonicTime? {
    guard case .free(let glide) = phase, loop.isEndless else { return nil }
    if !glide.isFinished(at: now) { return now }
    guard isAdvancing else { return nil }
    guard let turn = turn(since: glide.end, at: now) else { return now }
    return turn.share < 1 ? now : turn.next
  }

  /// Returns the item from which the next step starts: the target of a step in progress, or else
  /// the current one. A deceleration after a drag has no target.
  package func stepOrigin(at now: MonotonicTime) -> Int? {
    stepUnderway(at: now) == nil ? currentItem(at: now) : page
  }

  /// Returns the glide to an item at a time, if any.
  func stepUnderway(at now: MonotonicTime) -> TimedTransition<Double>? {
    guard case .free(let glide) = phase, glide.easing != Carousel.deceleration else { return nil }
    return glide.isFinished(at: now) ? nil : glide
  }

  /// Whether it glides to a place, after a drag or a step.
  func isGliding(at now: MonotonicTime) -> Bool {
    if case .free(let glide) = phase { !glide.isFinished(at: now) } else { false }
  }

  /// The offset in the first ring at which an item is the current one.
  func place(of item: Int) -> Double { isPaged ? loop.rest(of: item) : loop.starts[item] }

  /// The offset without wrapping.
  func position(at now: MonotonicTime) -> Double {
    switch phase {
    case .held(let start, let moved): return start + moved
    case .free(let glide):
      guard glide.isFinished(at: now), isAdvancing else { return glide.value(at: now) }
      if case .continuous(let speed) = mode {
        return glide.to + speed * max(0, (now - glide.end).inSeconds)
      }
      guard let turn = turn(since: glide.end, at: now) else { return glide.to }
      return loop.rest(of: turn.to) + Double(turn.laps) * loop.length
        - loop.step(from: turn.from) * (1 - turn.share)
    }
  }

  /// Returns the current turn of a paged carousel, or `nil` if it does not turn.
  func turn(since start: MonotonicTime, at now: MonotonicTime) -> Turn? {
    guard case .paged(let interval) = mode, isAdvancing else { return nil }
    // Whole nanoseconds, so that a page starts to turn exactly on time.
    let length = max(1, interval.saturatedNanoseconds)
    let elapsed = max(0, (now - start).saturatedNanoseconds)
    let turns = elapsed / length
    let (following, overflow) = (turns * length).addingReportingOverflow(length)
    let next = overflow ? MonotonicTime.never : start + .nanoseconds(following)
    let index = page + Int(turns) % loop.count
    let to = loop.index(index)
    let flip = min(length, Carousel.flipDuration.saturatedNanoseconds)
    let share = turns == 0 ? 1 : min(1, Double(elapsed % length) / Double(flip))
    return Turn(
      from: loop.index(to - 1), to: to, laps: Int(turns) / loop.count + index / loop.count,
      share: Easing.easeInOut.value(at: share), next: next)
  }

  /// The signed distance of the viewport past the place of the current item, in points; with pages,
  /// of the one shown, turned to or dragged from.
  func distancePast(_ current: Int, at now: MonotonicTime) -> Double {
    guard isPaged else { return offset(at: now) - loop.starts[current] }
    switch phase {
    case .held(let start, let moved): return start + moved - loop.rest(of: current)
    case .free(let glide):
      guard glide.isFinished(at: now) else { return glide.value(at: now) - glide.to }
      return turn(since: glide.end, at: now).map { loop.step(from: $0.from) * ($0.share - 1) } ?? 0
    }
  }

  /// Continues from the current position with no movement in progress.
  mutating func restart(at now: MonotonicTime) {
    page = currentItem(at: now) ?? 0
    phase = .resting(at: isPaged ? loop.rest(of: page) : offset(at: now), since: now)
  }

  /// Changes the motion and keeps the identity of items in view, although the position may restart
  /// some rings away. If it jumps, the nearest instance takes over an identity.
  mutating func keepingLaps(at now: MonotonicTime, _ change: (inout Carousel) -> Void) {
    guard loop.isEndless else { return change(&self) }
    let before = position(at: now)
    change(&self)
    wraps += loop.laps(in: before - position(at: now))
  }
}
