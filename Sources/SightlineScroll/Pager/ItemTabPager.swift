package import SightlineCore

/// Tabs with paged content for a declarative toolkit: items are identified by value, labels
/// measured one by one, the selection is shared with the app, and drags may be cancelled.
///
/// The view lays out ``scene``, which rarely changes, and moves it by the offsets of each frame.
///
/// Invariants, in addition to those of ``TabPager``:
/// 1. During a drag of the pages, the app's selection does not change. It follows when the drag has
///    ended or been cancelled.
/// 2. A finger catches pages and strip at their visible positions, even while they move.
/// 3. The pages and the strip never move beyond their ends.
/// 4. A page is built when it is first shown, and kept. Pages passed on the way to another one are
///    neither built nor shown.
package struct ItemTabPager<Item: Hashable> {
  /// The layout of tabs and pages, before applying offsets.
  package struct Scene: Equatable {
    package struct Page: Equatable {
      package var item: Item
      /// Its position among the pages, in points from the left.
      package var x: Double
      package var isShown: Bool

      package init(item: Item, x: Double, isShown: Bool) {
        (self.item, self.x, self.isShown) = (item, x, isShown)
      }
    }

    /// The tabs' places in the strip, by index; empty until laid out.
    package var tabs: [TabSpan] = []
    /// The built pages, in reading order.
    package var pages: [Page] = []

    package init() {}
  }

  /// The items, in reading order.
  package private(set) var items: [Item] = []
  /// The motion preference. With Reduce Motion, all moves are immediate.
  package var motion = MotionPreference.full

  private let spacing: Double
  private let margin: Double
  private var pager = TabPager(
    layout: TabPager.Layout(
      strip: TabStrip(tabs: [], contentWidth: 0, viewportWidth: 0), pageWidth: 0))
  private var widths: [Item: Double] = [:]
  private var viewportWidth = 0.0
  private var direction = ReadingDirection.leftToRight
  /// The app's selection.
  private var chosen: Item?
  /// The offsets at the start of a drag.
  private var pagesOrigin: Double?
  private var stripOrigin: Double?
  /// The moves in progress.
  private var pagesTransition = TimedTransition(resting: 0.0)
  private var stripTransition = TimedTransition(resting: 0.0)
  /// The pages between which the latest move takes place, or in view during a drag.
  private var shown: Set<Item> = []
  private var built: Set<Item> = []

  /// Creates a pager that is not laid out yet, from the gap between tabs and the margin before the
  /// first and after the last one, in points.
  package init(spacing: Double = 0, margin: Double = 0) {
    (self.spacing, self.margin) = (spacing, margin)
  }

  /// The selected item; during a drag, the one whose page is nearest. `nil` without items.
  package var selection: Item? {
    pager.selection.flatMap { items.indices.contains($0) ? items[$0] : nil }
  }
  /// Whether a finger drags the pages.
  package var isDragging: Bool { pagesOrigin != nil }

  private var isLaidOut: Bool { pager.layout.pages.pageWidth > 0 }

  /// Returns the distance the pages are moved to the left at a time, in points.
  package func pageOffset(at now: MonotonicTime) -> Double {
    pagesMove?.value(at: now) ?? pager.pageOffset
  }

  /// Returns the distance the strip is moved to the left at a time, in points.
  package func tabsOffset(at now: MonotonicTime) -> Double {
    stripMove?.value(at: now) ?? pager.tabsOffset
  }

  /// The transitions, unless something else has moved the pages or the strip since.
  private var pagesMove: TimedTransition<Double>? {
    // exact: a transition ends at exactly the offset it was created for.
    pagesTransition.to == pager.pageOffset ? pagesTransition : nil
  }
  private var stripMove: TimedTransition<Double>? {
    // exact: as above.
    stripTransition.to == pager.tabsOffset ? stripTransition : nil
  }

  /// Returns the underline's place in the strip at a time, or `nil` without tabs.
  package func underline(at now: MonotonicTime) -> TabSpan? {
    let layout = pager.layout
    return layout.strip.underline(at: layout.pages.progress(at: pageOffset(at: now)))
  }

  /// Returns the next time for a view to apply the offsets: `now` during a move, otherwise `nil`.
  package func nextFrame(after now: MonotonicTime) -> MonotonicTime? {
    let isMoving = [pagesMove, stripMove].contains { $0?.isFinished(at: now) == false }
    return isMoving ? now : nil
  }

  /// The scene to lay out.
  package var scene: Scene {
    var scene = Scene()
    scene.tabs = pager.layout.strip.tabs
    scene.pages = items.indices.lazy.filter { built.contains(items[$0]) }.map { index in
      Scene.Page(
        item: items[index], x: pager.layout.pages.offset(at: Double(index)),
        isShown: shown.contains(items[index]))
    }
    return scene
  }

  private func pages(inViewAt offset: Double) -> Set<Item> {
    let progress = pager.layout.pages.progress(at: offset)
    return Set(items.indices.lazy.filter { abs(Double($0) - progress) < 1 }.map { items[$0] })
  }

  /// Reports the measured width of an item's label in points.
  ///
  /// - Returns: the app's new selection; `nil` if it needs no change.
  package mutating func measured(_ width: Double, of item: Item, at now: MonotonicTime) -> Item? {
    guard widths.updateValue(width, forKey: item) != width, isLaidOut else { return nil }
    return relayout(at: now)
  }

  /// Updates the pager after a new layout or a change of the app's data or selection. A change of
  /// the selection alone is animated.
  ///
  /// - Parameters:
  ///   - items: the distinct items, in reading order.
  ///   - selection: the app's selection; if it is not an item, the nearest tab is selected.
  ///   - viewportWidth: the width of a page in points. An update without a width is ignored.
  /// - Returns: the app's new selection; `nil` if it needs no change.
  package mutating func update(
    _ items: [Item], selection: Item?, viewportWidth: Double, direction: ReadingDirection,
    at now: MonotonicTime
  ) -> Item? {
    guard viewportWidth.asExtent > 0 else { return nil }
    let isSame =
      items == self.items && viewportWidth == self.viewportWidth && direction == self.direction
    let isChoice = chosen != selection
    chosen = selection
    if isSame {
      return isChoice ? select(selection, at: now) : settled()
    }
    // A choice overrides a finger on the pages.
    if isChoice && pager.isHeld { pager.phase = .resting }
    let kept = isDragging && !isChoice ? self.selection : selection
    self.items = items
    (self.viewportWidth, self.direction) = (viewportWidth, direction)
    widths = widths.filter { items.contains($0.key) }
    built = built.filter(items.contains)
    (pagesTransition, shown) = (TimedTransition(resting: pager.pageOffset), [])
    return relayout(selecting: kept, at: now)
  }

  private var layout: TabPager.Layout {
    TabPager.Layout(
      strip: TabStrip(
        widths: items.map { widths[$0] ?? 0 }, spacing: spacing, margin: margin,
        viewportWidth: viewportWidth, direction: direction),
      pageWidth: viewportWidth, direction: direction)
  }

  private mutating func relayout(
    selecting item: Item? = nil, at now: MonotonicTime
  ) -> Item? {
    let index = item.flatMap { items.firstIndex(of: $0) }
    guard isLaidOut else {
      pager = TabPager(layout: layout, selection: index ?? 0)
      return settled()
    }
    let before = pager
    let update = pager.update(layout, selection: index, at: now)
    pagesOrigin = pager.isHeld ? pagesOrigin.map { $0 + pager.pageOffset - before.pageOffset } : nil
    if (pager.layout, pager.selection) != (before.layout, before.selection) {
      stripTransition = TimedTransition(resting: pager.tabsOffset)
    }
    return perform(update, at: now)
  }

  /// Handles the app's choice of an item, which also moves the tab and the page back into place.
  ///
  /// - Returns: the app's new selection if this is not an item.
  package mutating func select(_ item: Item?, at now: MonotonicTime) -> Item? {
    chosen = item
    guard let index = item.flatMap({ items.firstIndex(of: $0) }) else { return settled() }
    pager.motion = motion
    let update = pager.select(index, at: now)
    if !pager.isHeld { pagesOrigin = nil }
    return perform(update, at: now)
  }

  /// Scrolls the strip to show a tab completely, unless a finger or another move is moving the
  /// strip.
  package mutating func showTab(of item: Item, at now: MonotonicTime) {
    let (strip, offset) = (pager.layout.strip, tabsOffset(at: now))
    guard let index = items.firstIndex(of: item), strip.tabs.indices.contains(index),
      !isDragging, stripOrigin == nil, pager.isAt(offset, pager.tabsOffset)
    else { return }
    let (tab, pixel) = (strip.tabs[index], pager.layout.pixelLength)
    if tab.x.reaches(offset, pixel: pixel),
      (offset + strip.viewportWidth).reaches(tab.maxX, pixel: pixel)
    {
      return
    }
    moveStrip(to: strip.centringOffset(of: index))
  }

  /// Starts the moves of an update.
  private mutating func perform(
    _ update: TabPager.Update, at now: MonotonicTime
  ) -> Item? {
    if let move = update.pages {
      let start = pageOffset(at: now)
      shown = move.isImmediate ? [] : shown.intersection(pages(inViewAt: start))
      pagesTransition = TimedTransition(
        from: start, to: move.offset, start: now, duration: move.duration)
      _ = pager.pagesScrolled(to: move.offset, at: now)
    }
    if let move = update.tabs {
      stripTransition = TimedTransition(
        from: tabsOffset(at: now), to: move.offset, start: now, duration: move.duration)
      pager.tabsScrolled(to: move.offset)
      stripOrigin = nil
    }
    return settled()
  }

  private mutating func settled() -> Item? {
    if isDragging { shown = pages(inViewAt: pager.pageOffset) }
    if let selection { shown.insert(selection) }
    built.formUnion(shown)
    guard !isDragging, let selection, selection != chosen else { return nil }
    chosen = selection
    return selection
  }

  private var lastPageOffset: Double {
    Double(max(0, pager.layout.pages.count - 1)) * pager.layout.pages.pageWidth
  }

  /// Returns whether a drag in a direction can move the pages.
  package func canMovePages(_ direction: DragDirection, at now: MonotonicTime) -> Bool {
    canMove(direction, at: pageOffset(at: now), end: lastPageOffset)
  }

  /// Returns whether a drag in a direction can bring in tabs.
  package func canMoveStrip(_ direction: DragDirection, at now: MonotonicTime) -> Bool {
    canMove(direction, at: tabsOffset(at: now), end: pager.layout.strip.maximumOffset)
  }

  private func canMove(_ direction: DragDirection, at offset: Double, end: Double) -> Bool {
    !pager.isAt(offset, direction == .left ? end : 0)
  }

  /// Handles a drag of the pages. If cancelled, they move to the nearest page.
  ///
  /// - Returns: the app's new selection; `nil` if it needs no change.
  package mutating func dragPages(_ event: DragEvent, at now: MonotonicTime) -> Item? {
    guard isLaidOut else { return nil }
    pager.motion = motion
    var update = TabPager.Update.none
    switch event {
    case .began:
      let (start, strip) = (pageOffset(at: now), tabsOffset(at: now))
      pagesOrigin = start
      pagesTransition = TimedTransition(resting: start)
      pager.beginDragging()
      _ = pager.pagesScrolled(to: start, at: now)
      moveStrip(to: strip)
      pager.anchorStrip()
    case .moved(let translation):
      guard let origin = pagesOrigin else { return nil }
      if !stripTransition.isFinished(at: now) {
        moveStrip(to: tabsOffset(at: now))
        pager.anchorStrip()
      }
      let offset = min(max(origin - translation, 0), lastPageOffset)
      update = pager.pagesScrolled(to: offset, at: now)
    case .ended, .cancelled:
      guard pagesOrigin != nil else { return nil }
      pagesOrigin = nil
      var velocity = 0.0
      if case .ended(let speed) = event { velocity = -speed }
      update = pager.endDragging(velocity: velocity, at: now)
      if update.pages == nil { shown = [] }
    }
    return perform(update, at: now)
  }

  /// Handles a drag of the strip, which decelerates afterwards.
  package mutating func dragStrip(_ event: DragEvent, at now: MonotonicTime) {
    guard isLaidOut else { return }
    let strip = pager.layout.strip
    switch event {
    case .began:
      let start = tabsOffset(at: now)
      stripOrigin = start
      moveStrip(to: start)
    case .moved(let translation):
      guard let origin = stripOrigin else { return }
      moveStrip(to: strip.clamped(origin - translation))
    case .cancelled: stripOrigin = nil
    case .ended(let velocity):
      guard stripOrigin != nil else { return }
      stripOrigin = nil
      guard velocity.isFinite, motion == .full else { return }
      let start = tabsOffset(at: now)
      let target = strip.clamped(start - velocity * Carousel.swing)
      guard !pager.isAt(start, target) else { return }
      stripTransition = TimedTransition(
        from: start, to: target, start: now, duration: Carousel.swingDuration,
        easing: Carousel.deceleration)
      pager.tabsScrolled(to: target)
    }
  }

  private mutating func moveStrip(to offset: Double) {
    stripTransition = TimedTransition(resting: offset)
    pager.tabsScrolled(to: offset)
  }
}
