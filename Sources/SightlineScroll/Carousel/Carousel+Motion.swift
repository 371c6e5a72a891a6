public import SightlineCore

extension Carousel {
  /// The turn that a paged carousel is in.
  struct Turn {
    /// The page it came from; at rest, the one it shows.
    var from: Int
    /// The page it goes to; at rest, the same.
    var to: Int
    /// How many pages it has turned since it came to rest, this one included.
    var count: Int64
    /// How many rings the page it came from is beyond the one at rest.
    var laps: Int
    /// How far, in 0...1, eased.
    var share: Double
    /// When the next page begins to turn.
    var next: MonotonicTime
  }

  /// Where the viewport's leading edge is in the ring, in points in reading direction from the
  /// first item's beginning; within once around.
  public func offset(at now: MonotonicTime) -> Double {
    loop.isEndless ? loop.wrapped(position(at: now)) : loop.fixedOffset
  }

  /// The current item: with pages the one shown or turned to, otherwise the one at the viewport's
  /// leading edge. `nil` without items.
  public func currentItem(at now: MonotonicTime) -> Int? {
    guard loop.count > 0 else { return nil }
    guard loop.isEndless else { return page }
    if case .paged = mode, case .free(let glide) = phase {
      return turn(since: glide.end, at: now)?.to ?? page
    }
    return loop.item(at: offset(at: now))
  }

  /// When a host has to place the items again: `now` while something moves (that is, in every
  /// frame), a later time while it waits to turn a page, `nil` if nothing will move by itself.
  public func nextFrame(after now: MonotonicTime) -> MonotonicTime? {
    guard case .free(let glide) = phase, loop.isEndless else { return nil }
    if !glide.isFinished(at: now) { return now }
    guard isAdvancing else { return nil }
    guard let turn = turn(since: glide.end, at: now) else { return now }
    return turn.share < 1 ? now : turn.next
  }

  /// The offset without wrapping.
  func position(at now: MonotonicTime) -> Double {
    switch phase {
    case .held(let start, let moved): return start + moved
    case .free(let glide):
      guard glide.isFinished(at: now), isAdvancing else { return glide.value(at: now) }
      if case .continuous(let speed) = mode {
        return glide.to + speed * max(0, (now - glide.end).inSeconds)
      }
      guard let turn = turn(since: glide.end, at: now), turn.count > 0
      else { return glide.to }
      // The glide may have ended some rings from the page's place in the first one.
      let rings = loop.laps(in: glide.to - loop.rest(of: page)) + turn.laps
      return loop.rest(of: turn.from) + Double(rings) * loop.length
        + loop.step(from: turn.from) * turn.share
    }
  }

  /// The turn that a paged carousel is in; `nil` if it does not turn.
  func turn(since start: MonotonicTime, at now: MonotonicTime) -> Turn? {
    guard case .paged(let interval) = mode, isAdvancing else { return nil }
    // In whole nanoseconds, so that a page begins to turn exactly on time.
    let length = max(1, interval.saturatedNanoseconds)
    let elapsed = max(0, (now - start).saturatedNanoseconds)
    let turns = elapsed / length
    let (following, overflow) = (turns + 1).multipliedReportingOverflow(by: length)
    let next = overflow ? MonotonicTime.never : start + .nanoseconds(following)
    let to = loop.index(page + Int(turns % Int64(loop.count)))
    guard turns > 0 else {
      return Turn(from: to, to: to, count: 0, laps: 0, share: 1, next: next)
    }
    let flip = min(length, Carousel.flipDuration.saturatedNanoseconds)
    let share = min(1, Double(elapsed % length) / Double(flip))
    return Turn(
      from: loop.index(to - 1), to: to, count: turns,
      laps: (page + Int(turns - 1)) / loop.count, share: Easing.easeInOut.value(at: share),
      next: next)
  }

  /// How far the viewport is past the page it shows or turns to, with a sign, in points.
  func distancePastPage(at now: MonotonicTime) -> Double {
    switch phase {
    case .held(let start, let moved): return start + moved - loop.rest(of: page)
    case .free(let glide):
      guard glide.isFinished(at: now) else { return glide.value(at: now) - glide.to }
      guard let turn = turn(since: glide.end, at: now), turn.share < 1 else { return 0 }
      return -loop.step(from: turn.from) * (1 - turn.share)
    }
  }

  /// Goes on from here with nothing under way.
  mutating func restart(at now: MonotonicTime) {
    guard loop.count > 0 else {
      phase = .free(glide: .resting(0, at: now))
      return
    }
    page = currentItem(at: now) ?? 0
    if case .paged = mode {
      phase = .free(glide: .resting(loop.rest(of: page), at: now))
    } else {
      phase = .free(glide: .resting(offset(at: now), at: now))
    }
  }
}

extension Carousel {
  /// Changes the motion and keeps the identity of what stays in view: the position may begin anew
  /// some rings away. Where it jumps, the nearest instance takes over an identity.
  mutating func keepingLaps(at now: MonotonicTime, _ change: (inout Carousel) -> Void) {
    guard loop.isEndless else { return change(&self) }
    let before = position(at: now)
    change(&self)
    wraps += loop.laps(in: before - position(at: now))
  }
}
