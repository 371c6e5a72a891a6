public import SightlineCore

extension PagerTabSync {
  /// A finger took hold of the content. From here on its offsets are the user's, whatever was under
  /// way.
  public mutating func beginDragging() {
    phase = .dragging
    anchorStrip()
  }

  /// The content's offset changed, for any reason: a finger, its swing, a wheel, or a move of ours.
  /// Call it for every change and nothing else.
  ///
  /// Nothing happens while pages have no width, or for an offset that is not finite.
  ///
  /// - Parameter offset: the offset in points from the left edge of the content.
  /// - Returns: what to do, without a duration; nothing while a move of ours is under way.
  public mutating func pagesScrolled(to offset: Double, at now: MonotonicTime) -> Update {
    guard offset.isFinite, layout.pages.pageWidth > 0, layout.pages.count > 0 else { return .none }
    switch phase {
    case .dragging, .gliding: break
    case .resting:
      // Compared with the page, not with the last report: many small steps are a scroll too.
      // Anchored before the offset is taken, since the strip belongs to where the content was.
      let place = layout.pages.offset(at: Double(selection ?? 0))
      if abs(offset - place) > ProgrammaticScroll.tolerance { startGliding() }
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

  /// The finger let go of the content.
  ///
  /// - Parameter velocity: how fast the offset changes, in points a second, if the host wants to
  ///   know the page to go to; `nil` if the toolkit turns pages itself. NaN counts as 0.
  public mutating func endDragging(velocity: Double? = nil, at now: MonotonicTime) -> Update {
    guard phase == .dragging else { return .none }
    phase = .gliding
    guard let velocity else { return .none }
    var page = nearestPage
    if abs(velocity) >= PagerTabSync.flickSpeed {
      let isForward = (velocity > 0) == (layout.pages.direction == .leftToRight)
      let target = isForward ? progress.rounded(.down) + 1 : progress.rounded(.up) - 1
      let last = Double(max(0, layout.pages.count - 1))
      page = layout.pages.existing(Int(min(max(target, 0), last)))
    }
    return settle(on: page, at: now)
  }

  /// The content came to rest: a swing or an animation has ended. Between two pages it moves to the
  /// nearest one.
  ///
  /// A move of ours that stopped on its way is repeated once, at once. If it stops again, the page
  /// it stopped at is selected.
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
        phase = .resting
        return Update(selectionChanged: selectNearest())
      }
      let move = ScrollMove(to: scroll.target)
      startMoving(move, isRetry: true, at: now)
      return Update(pages: move)
    }
  }

  /// The strip's offset changed, by a hand or by a move of ours.
  ///
  /// - Parameter offset: the offset in points from the left edge of the strip's content; one that
  ///   is not finite changes nothing.
  public mutating func tabsScrolled(to offset: Double) {
    guard offset.isFinite else { return }
    let isMoved = abs(offset - tabsOffset) > ProgrammaticScroll.tolerance
    tabsOffset = offset
    if let tabsTarget, abs(offset - tabsTarget) <= ProgrammaticScroll.tolerance {
      self.tabsTarget = nil
    }
    if isMoved && isHeld { anchorStrip() }
  }
}

extension PagerTabSync {
  var nearestPage: Int? { layout.pages.page(nearestTo: progress, current: selection) }

  /// - Returns: whether that selected another tab.
  mutating func selectNearest() -> Bool { selectOnly(nearestPage).selectionChanged }

  private mutating func startGliding() {
    phase = .gliding
    anchorStrip()
  }

  /// Selects the nearest page and moves the strip along, without an animation: a strip that was
  /// scrolled by hand comes back within one page.
  private mutating func follow() -> Update {
    var update = Update(selectionChanged: selectNearest())
    let away = min(1, abs(progress - anchor.progress))
    let offset = layout.strip.centringOffset(at: progress) + anchor.correction * (1 - away)
    update.tabs = moveTabs(to: layout.strip.clamped(offset))
    return update
  }

  private mutating func settle(on page: Int?, at now: MonotonicTime) -> Update {
    guard let page else { return .none }
    let target = layout.pages.offset(at: Double(page))
    if abs(pageOffset - target) <= ProgrammaticScroll.tolerance {
      phase = .resting
      return selectOnly(page)
    }
    return select(page, at: now)
  }
}
