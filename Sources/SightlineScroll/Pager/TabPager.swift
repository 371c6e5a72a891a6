package import SightlineCore

/// Tabs with paged content for a declarative toolkit: items identified by their values, labels
/// measured one after the other, a selection that the app owns as well, and drags that may be
/// cancelled.
///
/// The view lays out what this says, and decides nothing. What ``PagerTabSync`` wants moved is
/// moved at once here, and the view animates it.
///
/// Invariants, beyond those of ``PagerTabSync``:
/// 1. While a finger drags the pages, the app's selection stays what it was; it follows when the
///    drag has ended, however it did.
/// 2. A finger catches pages and strip where they are seen, also on their way.
/// 3. The pages and the strip never go beyond their ends.
/// 3. The pages and the strip never leave their ends.
package struct TabPager<Item: Hashable> {
  /// What a view has to do after an input, besides laying everything out again.
  package struct Update: Equatable {
    /// What the app's selection becomes; `nil` if it is right.
    package var selection: Item?
    /// How the positions change.
    package var animation = AnimationStyle.immediate
  }

  /// How positions change.
  package enum AnimationStyle: Equatable {
    /// Without an animation.
    case immediate
    /// With ``Easing/easeInOut``.
    case easeInOut(Duration)
    /// With ``Carousel/deceleration``.
    case decelerating(Duration)
  }

  /// The items, in reading order.
  package private(set) var items: [Item] = []
  /// With Reduce Motion nothing takes time.
  package var motion = MotionPreference.full

  private var sync: PagerTabSync?
  private var widths: [Item: Double] = [:]
  private var viewportWidth = 0.0
  private var direction = ReadingDirection.leftToRight
  /// What the app has selected.
  private var chosen: Item?
  /// The offsets where a finger's drag began.
  private var pagesOrigin: Double?
  private var stripOrigin: Double?
  /// The changes that are being animated.
  private var pagesTransition = TimedTransition(resting: 0.0)
  private var stripTransition = TimedTransition(resting: 0.0)

  /// Creates a pager that is not laid out yet.
  package init() {}

  /// The selected item; while a finger drags, the one whose page is nearest. `nil` without items.
  package var selection: Item? {
    sync?.selection.flatMap { items.indices.contains($0) ? items[$0] : nil }
  }
  /// How far the pages are moved to the left, in points.
  package var pageOffset: Double { sync?.pageOffset ?? 0 }
  /// How far the strip is moved to the left, in points.
  package var tabsOffset: Double { sync?.tabsOffset ?? 0 }
  /// The underline's place in the strip; `nil` without tabs.
  package var underline: TabSpan? { sync?.underline }
  /// Whether a finger drags the pages.
  package var isDragging: Bool { pagesOrigin != nil }

  /// The place of a tab in the strip; `nil` while it is not laid out.
  package func place(of index: Int) -> TabSpan? {
    guard let tabs = sync?.layout.strip.tabs, tabs.indices.contains(index) else { return nil }
    return tabs[index]
  }
}

extension TabPager {
  /// A label was measured.
  ///
  /// - Parameters:
  ///   - width: its width in points.
  ///   - item: whose it is.
  package mutating func measured(_ width: Double, of item: Item, at now: MonotonicTime) -> Update {
    guard widths.updateValue(width, forKey: item) != width else { return Update() }
    return relayout(at: now)
  }

  /// The view was laid out anew, or the app's data or selection changed.
  ///
  /// Another selection is gone to with an animation, if nothing else changed.
  ///
  /// - Parameters:
  ///   - items: the items in reading order, each once.
  ///   - selection: what the app has selected. If it is no item, the nearest tab is selected.
  ///   - viewportWidth: the width of a page in points.
  ///   - direction: at which end the first tab is.
  package mutating func update(
    _ items: [Item], selection: Item, viewportWidth: Double, direction: ReadingDirection,
    at now: MonotonicTime
  ) -> Update {
    let isSame =
      items == self.items && viewportWidth == self.viewportWidth && direction == self.direction
    let isChoice = chosen != selection
    chosen = selection
    if isSame, sync != nil {
      guard isChoice, let index = items.firstIndex(of: selection) else { return settled() }
      return choose(index, at: now)
    }
    let shown = isDragging && !isChoice ? self.selection : selection
    self.items = items
    (self.viewportWidth, self.direction) = (viewportWidth, direction)
    widths = widths.filter { items.contains($0.key) }
    return relayout(selecting: shown, at: now)
  }

  private var layout: PagerTabSync.Layout {
    PagerTabSync.Layout(
      strip: TabStrip(
        widths: items.map { widths[$0] ?? 0 }, viewportWidth: viewportWidth, direction: direction),
      pageWidth: viewportWidth, direction: direction)
  }

  private mutating func relayout(
    selecting item: Item? = nil, at now: MonotonicTime
  ) -> Update {
    guard viewportWidth > 0 else { return Update() }
    let index = item.flatMap { items.firstIndex(of: $0) }
    guard var sync else {
      let first = chosen.flatMap { items.firstIndex(of: $0) } ?? 0
      sync = PagerTabSync(layout: layout, selection: index ?? first)
      return settled()
    }
    let before = sync.pageOffset
    let update = sync.update(layout, selection: index, at: now)
    if let origin = pagesOrigin, sync.isHeld {
      pagesOrigin = origin + sync.pageOffset - before
    } else {
      pagesOrigin = nil
    }
    self.sync = sync
    return perform(update, at: now)
  }

  private mutating func choose(_ index: Int, at now: MonotonicTime) -> Update {
    guard var sync else { return Update() }
    sync.motion = motion
    let update = sync.select(index, at: now)
    if !sync.isHeld { pagesOrigin = nil }
    self.sync = sync
    return perform(update, at: now)
  }

  /// Performs the moves, and says how the view animates them.
  private mutating func perform(
    _ update: PagerTabSync.Update, at now: MonotonicTime
  ) -> Update {
    if let move = update.pages {
      pagesTransition = transition(to: move, from: shownPageOffset(at: now), at: now)
      _ = sync?.pagesScrolled(to: move.offset, at: now)
    }
    if let move = update.tabs {
      stripTransition = transition(to: move, from: shownTabsOffset(at: now), at: now)
      sync?.tabsScrolled(to: move.offset)
      stripOrigin = nil
    }
    let duration = max(update.pages?.duration ?? .zero, update.tabs?.duration ?? .zero)
    return settled(duration > .zero ? .easeInOut(duration) : .immediate)
  }

  private func transition(
    to move: ScrollMove, from start: Double, at now: MonotonicTime
  ) -> TimedTransition<Double> {
    TimedTransition(
      from: start, to: move.offset, start: now, duration: move.duration, easing: .easeInOut)
  }

  private mutating func settled(_ animation: AnimationStyle = .immediate) -> Update {
    guard !isDragging, let selection, selection != chosen else {
      return Update(animation: animation)
    }
    chosen = selection
    return Update(selection: selection, animation: animation)
  }

  /// Where the pages are seen: on their way, unless something has interrupted it.
  private func shownPageOffset(at now: MonotonicTime) -> Double {
    guard pagesTransition.to == pageOffset else { return pageOffset }
    // Where it began may not exist in another width.
    return min(max(pagesTransition.value(at: now), 0), lastPageOffset)
  }

  private func shownTabsOffset(at now: MonotonicTime) -> Double {
    guard let strip = sync?.layout.strip, stripTransition.to == tabsOffset else {
      return tabsOffset
    }
    return strip.clamped(stripTransition.value(at: now))
  }

  private var lastPageOffset: Double {
    guard let pages = sync?.layout.pages else { return 0 }
    return Double(max(0, pages.count - 1)) * pages.pageWidth
  }
}

extension TabPager {
  /// Whether a drag in a direction has pages to turn. Beyond the ends the touch is for what is
  /// around.
  package func canMovePages(_ direction: DragDirection, at now: MonotonicTime) -> Bool {
    canMove(direction, at: shownPageOffset(at: now), end: lastPageOffset)
  }

  /// Whether a drag in a direction has tabs to bring in.
  package func canMoveStrip(_ direction: DragDirection, at now: MonotonicTime) -> Bool {
    guard let strip = sync?.layout.strip else { return false }
    return canMove(direction, at: shownTabsOffset(at: now), end: strip.maximumOffset)
  }

  private func canMove(_ direction: DragDirection, at offset: Double, end: Double) -> Bool {
    switch direction {
    case .left: offset < end - ProgrammaticScroll.tolerance
    case .right: offset > ProgrammaticScroll.tolerance
    }
  }

  /// A finger drags the pages. If it is cancelled, they go to the nearest page.
  package mutating func dragPages(_ event: DragEvent, at now: MonotonicTime) -> Update {
    guard var sync else { return Update() }
    sync.motion = motion
    var update = PagerTabSync.Update.none
    switch event {
    case .began:
      let start = shownPageOffset(at: now)
      sync.beginDragging()
      pagesOrigin = start
      update = sync.pagesScrolled(to: start, at: now)
    case .moved(let translation):
      guard let origin = pagesOrigin else { return Update() }
      let offset = min(max(origin - translation, 0), lastPageOffset)
      update = sync.pagesScrolled(to: offset, at: now)
    case .ended, .cancelled:
      guard pagesOrigin != nil else { return Update() }
      pagesOrigin = nil
      var velocity = 0.0
      if case .ended(let speed) = event { velocity = -speed }
      update = sync.endDragging(velocity: velocity, at: now)
    }
    self.sync = sync
    return perform(update, at: now)
  }

  /// A finger drags the strip, which slows down afterwards. Choosing a tab or turning a page brings
  /// it back.
  package mutating func dragStrip(_ event: DragEvent, at now: MonotonicTime) -> Update {
    guard let strip = sync?.layout.strip else { return Update() }
    switch event {
    case .began:
      let start = shownTabsOffset(at: now)
      stripOrigin = start
      moveStrip(to: start)
    case .moved(let translation):
      guard let origin = stripOrigin else { return Update() }
      moveStrip(to: strip.clamped(origin - translation))
    case .ended, .cancelled:
      guard stripOrigin != nil else { return Update() }
      stripOrigin = nil
      guard case .ended(let velocity) = event, velocity.isFinite, motion == .full else {
        return settled()
      }
      let start = tabsOffset
      let target = strip.clamped(start - velocity * Carousel.swing)
      guard abs(target - start) > ProgrammaticScroll.tolerance else { return settled() }
      stripTransition = TimedTransition(
        from: start, to: target, start: now, duration: Carousel.swingDuration,
        easing: Carousel.deceleration)
      sync?.tabsScrolled(to: target)
      return settled(.decelerating(Carousel.swingDuration))
    }
    return settled()
  }

  private mutating func moveStrip(to offset: Double) {
    stripTransition = TimedTransition(resting: offset)
    sync?.tabsScrolled(to: offset)
  }
}
