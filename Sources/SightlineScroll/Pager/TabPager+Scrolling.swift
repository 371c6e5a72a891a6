public import SightlineCore

extension TabPager {
  /// Begins a drag of the content. From now on, the user controls its offsets.
  public mutating func beginDragging() {
    phase = .dragging
    anchorStrip()
  }

  /// Reports each new offset of the content, in points from its left edge, whether by a finger, a
  /// deceleration, a wheel or a requested move. Ignored while pages have no width, and if not
  /// finite.
  ///
  /// - Returns: the moves to perform, without a duration; none during a requested move.
  public mutating func pagesScrolled(to offset: Double, at now: MonotonicTime) -> Update {
    guard offset.isFinite, layout.pages.pageWidth > 0 else { return .none }
    guard layout.pages.count > 0 else {
      pageOffset = offset
      return .none
    }
    switch phase {
    case .dragging, .gliding: break
    case .resting:
      // Compare with the page, not the last report: many small steps are also a scroll. Anchor
      // before storing the offset, since the strip matches the content's previous position.
      let place = layout.pages.offset(at: Double(selection ?? 0))
      if !isAt(offset, place) { startGliding() }
    case .moving(var scroll):
      switch scroll.report(offset, at: now) {
      case .underway: phase = .moving(scroll)
      case .arrived: phase = .resting
      case .taken: startGliding()
      }
    }
    pageOffset = offset
    progress = layout.pages.progress(at: offset)
    return isHeld ? follow() : .none
  }

  /// Ends a drag of the content.
  ///
  /// - Parameters:
  ///   - velocity: the velocity of the offset in points per second, which determines the page to
  ///     settle on; `nil` if the toolkit turns pages itself. NaN counts as 0.
  ///   - now: the current time.
  public mutating func endDragging(velocity: Double? = nil, at now: MonotonicTime) -> Update {
    guard phase == .dragging else { return .none }
    phase = .gliding
    guard let velocity else { return .none }
    var page = nearestPage
    if abs(velocity) >= TabPager.flickSpeed {
      let isForward = (velocity > 0) == (layout.pages.direction == .leftToRight)
      let target = isForward ? progress.rounded(.down) + 1 : progress.rounded(.up) - 1
      page = layout.pages.page(nearestTo: target)
    }
    return settle(on: page, at: now)
  }

  /// Reports that the content came to rest after a deceleration or an animation. Between two pages,
  /// it moves to the nearest one. A requested move that stopped early is repeated once, without
  /// animation; if it stops again, the nearest page is selected, and moved to unless it was the
  /// target.
  public mutating func pagesStopped(at now: MonotonicTime) -> Update {
    switch phase {
    case .resting, .dragging: return .none
    case .gliding: return settle(on: nearestPage, at: now)
    case .moving(let scroll):
      if scroll.isReached(by: pageOffset) {
        phase = .resting
        return .none
      }
      if scroll.isRetry {
        if let page = nearestPage, !isAt(layout.pages.offset(at: Double(page)), scroll.target) {
          return settle(on: page, at: now)
        }
        phase = .resting
        return Update(selectionChanged: selectNearest())
      }
      return Update(pages: movePages(to: scroll.target, isRetry: true, at: now))
    }
  }

  /// The time to report that the content stopped, unless it moves before then; `nil` if no
  /// requested move is underway.
  package var nextDeadline: MonotonicTime? {
    if case .moving(let scroll) = phase { scroll.deadline } else { nil }
  }

  /// Handles a change of a toolkit's phase. A deceleration takes over from a requested move. The
  /// end of a deceleration does not end a move that has replaced it.
  package mutating func phaseChanged(
    to new: ScrollingPhase, from old: ScrollingPhase, at now: MonotonicTime
  ) -> Update {
    guard case .moving = phase else { return new == .idle ? pagesStopped(at: now) : .none }
    if new == .decelerating { startGliding() }
    return new == .idle && (old != .decelerating || isResting) ? pagesStopped(at: now) : .none
  }

  /// Reports the strip's offset in points from the left edge of its content, after a drag or a
  /// requested move. Ignored if not finite.
  public mutating func tabsScrolled(to offset: Double) {
    guard offset.isFinite else { return }
    let isMoved = !isAt(offset, tabsOffset)
    tabsOffset = offset
    if let tabsTarget, isAt(offset, tabsTarget) { self.tabsTarget = nil }
    if isMoved && isHeld { anchorStrip() }
  }

  var nearestPage: Int? { layout.pages.page(nearestTo: progress, current: selection) }

  mutating func selectNearest() -> Bool { selectOnly(nearestPage) }

  private mutating func startGliding() {
    phase = .gliding
    anchorStrip()
  }

  /// Selects the nearest page. A strip scrolled by hand returns in proportion, until the next page.
  private mutating func follow() -> Update {
    var update = Update(selectionChanged: selectNearest())
    let start = anchor.progress
    let tolerance = layout.pixelLength / layout.pages.pageWidth
    let next =
      progress > start
      ? (start + tolerance).rounded(.down) + 1 : (start - tolerance).rounded(.up) - 1
    let left = 1 - min(1, (progress - start) / (next - start))
    let offset = layout.strip.centringOffset(at: progress) + anchor.correction * left
    update.tabs = moveTabs(to: layout.strip.clamped(offset))
    return update
  }

  private mutating func settle(on page: Int?, at now: MonotonicTime) -> Update {
    guard let page else { return .none }
    let target = layout.pages.offset(at: Double(page))
    if isAt(pageOffset, target) {
      phase = .resting
      // The strip may have been stopped on its way.
      return Update(
        selectionChanged: selectOnly(page), tabs: centreTab(page, animated: true))
    }
    return select(page, at: now)
  }
}
