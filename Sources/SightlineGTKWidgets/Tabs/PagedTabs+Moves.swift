#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Input from fingers and wheels.
extension PagedTabs {
  /// The time of the current or next frame.
  var now: MonotonicTime { reference.pointer.map { .frame(of: $0) } ?? .now }

  /// Whether an animation is running.
  package var isMoving: Bool { pager.nextFrame(after: now) != nil }

  /// Whether frames are requested.
  package var isTicking: Bool { ticks.isRunning }

  /// The offsets of the pages and of the tabs, in points from the left edge of each.
  package var offsets: (pages: Double, tabs: Double) {
    (pager.pageOffset(at: now), pager.tabsOffset(at: now))
  }

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
  @_spi(Gallery) public func beginDragging() { drag(.began) }

  /// - Parameter way: the distance to the right of the drag's start, in points.
  @_spi(Gallery) public func drag(to way: Double) { if way.isFinite { drag(.moved(way)) } }

  /// - Parameter speed: the finger's speed to the right, in points per second.
  @_spi(Gallery) public func endDragging(speed: Double) { drag(.ended(velocity: speed)) }

  func drag(_ event: DragEvent) {
    switch event {
    case .began, .moved: break
    case .ended, .cancelled: isPressed = false
    }
    apply { [isStripPressed] pager, now in
      if !isStripPressed { return pager.dragPages(event, at: now) }
      pager.dragStrip(event, at: now)
      return nil
    }
  }

  /// Turns one page per notch of a wheel, to the right for positive numbers.
  package func turn(by notches: Int) -> Bool {
    guard let selection, !pager.isDragging else { return false }
    let pages = track.direction == .leftToRight ? notches : -notches
    let target = min(max(selection + pages, 0), items.count - 1)
    guard target != selection else { return false }
    select(target)
    return true
  }

  // MARK: Applying

  /// Applies an input, which may return a new selection.
  func apply(_ input: (inout ItemTabPager<WidgetPointer>, MonotonicTime) -> WidgetPointer?) {
    guard let widget = reference.pointer else { return }
    pager.motion = SystemMotion.preference
    if let item = input(&pager, now) { chosen = item }
    if isMoving { ticks.start(on: widget) }
    queueAllocation()
    tell()
  }

  func tick(at now: MonotonicTime) -> Bool {
    queueAllocation()
    return pager.nextFrame(after: now) != nil
  }

  /// Reports the selection if its index has changed, or always.
  func tell(always: Bool = false) {
    guard always || selection != reported else { return }
    reported = selection
    markSelection()
    handlers.call(reported)
  }

  func markSelection() {
    let selection = selection
    for (index, item) in items.enumerated() {
      item.button.setCSSClass("selected", index == selection)
      item.panel.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, index != selection)
    }
    focus.update()
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
