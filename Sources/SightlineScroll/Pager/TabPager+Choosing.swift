public import SightlineCore

extension TabPager {
  /// Selects a tab immediately, as after a tap, and moves the content and strip there. A later
  /// choice replaces an earlier one at any time. Ignores a tab that does not exist.
  ///
  /// - Returns: the moves to perform; none if everything is in place or already moving there.
  public mutating func select(_ index: Int, animated: Bool = true, at now: MonotonicTime) -> Update
  {
    guard index >= 0, index < layout.pages.count else { return .none }
    var update = Update(selectionChanged: selectOnly(index))
    let target = layout.pages.offset(at: Double(index))
    if !isHeading(for: target) {
      update.pages = movePages(to: target, over: animated ? duration : .zero, at: now)
      // Later offsets belong to other scrolls.
      if update.pages?.isImmediate == true { phase = .resting }
    }
    update.tabs = centreTab(index, animated: animated)
    return update
  }

  /// Updates the layout or number of tabs. The selected tab's page, strip and underline take their
  /// new places immediately. A drag continues between the same pages. Unchanged pages are left
  /// alone, even while moving.
  ///
  /// - Parameters:
  ///   - layout: the host's layout.
  ///   - selection: the selected tab's new index if it has changed. If the tab is gone, the last
  ///     one is selected. Call ``select(_:animated:at:)`` first for another tab.
  ///   - now: the current time.
  public mutating func update(
    _ layout: Layout, selection: Int? = nil, at now: MonotonicTime
  ) -> Update {
    let before = self
    self.layout = layout
    self.selection = layout.pages.existing(selection ?? self.selection ?? 0)
    var update = Update(selectionChanged: self.selection != before.selection)
    if before.layout.pages != layout.pages || update.selectionChanged {
      let isKept = selection != nil && self.selection == selection
      if isHeld && (isKept || !update.selectionChanged) {
        let way = Double((self.selection ?? 0) - (before.selection ?? 0))
        let last = Double(max(0, layout.pages.count - 1))
        progress = min(max(progress + way, min(progress, 0)), last)
        _ = selectNearest()
        update.selectionChanged = self.selection != before.selection
        pageOffset = layout.pages.offset(at: progress)
        // exact: the pages will be placed as assumed here.
        if pageOffset != before.pageOffset { update.pages = ScrollMove(to: pageOffset) }
      } else {
        let target = layout.pages.offset(at: Double(self.selection ?? 0))
        let move = movePages(to: target, at: now)
        // Pages moving to another place stop. exact: as above.
        if !before.isResting || target != before.pageOffset { update.pages = move }
      }
    }
    if before.layout != layout || update.selectionChanged {
      let place = nextDeadline == nil ? progress : Double(self.selection ?? 0)
      update.tabs = moveTabs(to: layout.strip.centringOffset(at: place))
      anchorStrip()
    }
    return update
  }

  var duration: Duration { motion == .reduced ? .zero : TabPager.tapGuard }

  /// Whether a finger, or the deceleration after it, moves the content.
  var isHeld: Bool { phase == .dragging || phase == .gliding }

  /// Whether an offset has reached a place.
  func isAt(_ offset: Double, _ place: Double) -> Bool {
    offset.isAt(place, pixel: layout.pixelLength)
  }

  /// Whether the content is at an offset, or moving there on request.
  func isHeading(for offset: Double) -> Bool {
    switch phase {
    case .resting: isAt(pageOffset, offset)
    case .moving(let scroll): isAt(scroll.target, offset)
    case .dragging, .gliding: false
    }
  }

  /// - Returns: whether the selection changed.
  mutating func selectOnly(_ index: Int?) -> Bool {
    defer { selection = index }
    return selection != index
  }

  mutating func movePages(
    to offset: Double, over duration: Duration = .zero, isRetry: Bool = false,
    at now: MonotonicTime
  ) -> ScrollMove {
    let move = ScrollMove(to: offset, over: duration)
    phase = .moving(
      ProgrammaticScroll(
        to: offset, guardTime: TabPager.tapGuard, pixel: layout.pixelLength, isRetry: isRetry,
        at: now))
    if move.isImmediate {
      pageOffset = offset
      progress = Double(selection ?? 0)
    }
    return move
  }

  mutating func centreTab(_ index: Int, animated: Bool) -> ScrollMove? {
    let offset = layout.strip.centringOffset(of: index)
    if isAt(tabsTarget ?? tabsOffset, offset) { return nil }
    let move = ScrollMove(to: offset, over: animated ? duration : .zero)
    if move.isImmediate { return moveTabs(to: offset) }
    tabsTarget = offset
    return move
  }

  /// Moves the strip immediately, unless already there.
  mutating func moveTabs(to offset: Double) -> ScrollMove? {
    let isMoving = tabsTarget != nil
    tabsTarget = nil
    // exact: the strip follows every movement of the pages.
    guard isMoving || offset != tabsOffset else { return nil }
    tabsOffset = offset
    return ScrollMove(to: offset)
  }

  /// Stores the strip's distance from centring the tab, to be corrected by the next page.
  mutating func anchorStrip() {
    anchor = StripAnchor(
      progress: progress,
      correction: tabsOffset - layout.strip.centringOffset(at: progress))
  }
}
