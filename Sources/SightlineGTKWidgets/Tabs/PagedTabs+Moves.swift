#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Input from fingers and wheels, and the commands of the state machine.
extension PagedTabs {
  /// Whether an animation is running.
  package var isMoving: Bool { pagesMove != nil || tabsMove != nil }

  /// Whether frames are requested.
  package var isTicking: Bool { ticks.isRunning }

  /// The offsets of the pages and of the tabs, in points from the left edge of each.
  package var offsets: (pages: Double, tabs: Double) { (sync.pageOffset, sync.tabsOffset) }

  // MARK: Fingers and wheels

  /// Begins a press at a vertical position of the widget, on the tabs or on a page.
  @_spi(Gallery) public func press(at y: Double) -> Bool {
    press(onStrip: y >= stripTop && y < stripTop + stripHeight)
  }

  /// Returns whether the press may become a drag: there is one at a time.
  func press(onStrip: Bool) -> Bool {
    guard !items.isEmpty, !isPressed else { return false }
    isPressed = true
    isStripPressed = onStrip
    return true
  }

  /// Begins a drag, after the finger has moved far enough.
  @_spi(Gallery) public func beginDragging() {
    if isStripPressed {
      tabsMove = nil
      stripHold = sync.tabsOffset
      return
    }
    pagesMove = nil
    tabsMove = nil
    sync.beginDragging()
    hold = (sync.pageOffset, 0)
  }

  /// - Parameter way: the distance to the right of the drag's start, in points.
  @_spi(Gallery) public func drag(to way: Double) {
    guard let widget = reference.pointer, way.isFinite else { return }
    if let stripHold {
      sync.tabsScrolled(to: sync.layout.strip.clamped(stripHold - way))
      return queueAllocation()
    }
    guard let origin = hold?.origin else { return }
    hold?.way = way
    let last = max(0, sync.layout.strip.viewportWidth * Double(items.count - 1))
    scrollPages(to: min(max(origin - way, 0), last), at: .frame(of: widget))
  }

  /// - Parameter speed: the finger's speed to the right, in points per second.
  @_spi(Gallery) public func endDragging(speed: Double) {
    stripHold = nil
    isPressed = false
    guard hold != nil, let widget = reference.pointer else { return }
    hold = nil
    sync.motion = SystemMotion.preference
    take(sync.endDragging(velocity: -speed, at: .frame(of: widget)))
  }

  /// Turns one page per notch of a wheel, to the right for positive numbers.
  package func turn(by notches: Int) -> Bool {
    guard let selection = sync.selection, hold == nil else { return false }
    let pages = sync.layout.pages.direction == .leftToRight ? notches : -notches
    let target = min(max(selection + pages, 0), items.count - 1)
    guard target != selection else { return false }
    select(target)
    return true
  }

  // MARK: Commands

  func take(_ update: PagerTabSync.Update) {
    guard let widget = reference.pointer else { return }
    let now = MonotonicTime.frame(of: widget)
    if let move = update.pages { movePages(move, at: now) }
    if let move = update.tabs { moveTabs(move, at: now) }
    if isMoving { ticks.start(on: widget) }
    if !update.isEmpty { queueAllocation() }
    if update.selectionChanged { tellSelection() }
  }

  private func movePages(_ move: ScrollMove, at now: MonotonicTime) {
    guard move.isImmediate else {
      pagesMove = TimedTransition(
        from: sync.pageOffset, to: move.offset, start: now, duration: move.duration)
      return
    }
    pagesMove = nil
    scrollPages(to: move.offset, at: now)
    if hold == nil { take(sync.pagesStopped(at: now)) }
  }

  private func moveTabs(_ move: ScrollMove, at now: MonotonicTime) {
    if move.isImmediate {
      tabsMove = nil
      sync.tabsScrolled(to: move.offset)
    } else {
      tabsMove = TimedTransition(
        from: sync.tabsOffset, to: move.offset, start: now, duration: move.duration)
    }
  }

  private func scrollPages(to offset: Double, at now: MonotonicTime) {
    take(sync.pagesScrolled(to: offset, at: now))
    queueAllocation()
  }

  func tick(at now: MonotonicTime) -> Bool {
    if let move = tabsMove {
      sync.tabsScrolled(to: move.value(at: now))
      if move.isFinished(at: now) { tabsMove = nil }
    }
    if let move = pagesMove {
      scrollPages(to: move.value(at: now), at: now)
      if move.isFinished(at: now) {
        pagesMove = nil
        take(sync.pagesStopped(at: now))
      }
    }
    queueAllocation()
    return isMoving
  }

  func tellSelection() {
    markSelection()
    handlers.call(selection)
  }

  func markSelection() {
    for (index, item) in items.enumerated() {
      item.button.setCSSClass("selected", index == sync.selection)
      item.panel.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, index != sync.selection)
    }
    focus.update()
  }

  /// Scrolls the strip so that a tab shows completely, unless the strip is already moving.
  func showTab(_ index: Int) {
    let strip = sync.layout.strip
    guard tabsMove == nil, stripHold == nil, hold == nil, strip.tabs.indices.contains(index) else {
      return
    }
    let (span, offset) = (strip.tabs[index], sync.tabsOffset)
    guard span.x < offset || span.maxX > offset + strip.viewportWidth else { return }
    sync.tabsScrolled(to: strip.centringOffset(of: index))
    queueAllocation()
  }

  func queueAllocation() {
    guard let widget = reference.pointer else { return }
    gtk_widget_queue_allocate(strip)
    gtk_widget_queue_allocate(widget)
  }

  func queueResize() {
    if let widget = reference.pointer { gtk_widget_queue_resize(widget) }
  }
}
#endif
