#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// The scroll position of a row that may be wider than its space.
struct RowScrolling {
  /// The width hidden at the left, in points.
  private(set) var offset = 0.0
  /// The visible width and the row's width, in points.
  private(set) var room = 0.0
  private(set) var width = 0.0

  var canScroll: Bool { width > room }

  /// Sets the sizes. Returns whether they changed.
  mutating func resize(to newWidth: Double, in newRoom: Double) -> Bool {
    guard newWidth != width || newRoom != room else { return false }
    (width, room) = (newWidth, newRoom)
    scroll(to: offset)
    return true
  }

  mutating func scroll(to newOffset: Double) {
    offset = min(max(0, newOffset), max(0, width - room)).rounded()
  }

  /// Scrolls so that a span shows completely, centring it if it has to move.
  mutating func show(_ span: TabSpan) {
    // The offset is rounded to whole points.
    if span.x.reaches(offset, pixel: 1), (offset + room).reaches(span.maxX, pixel: 1) { return }
    scroll(to: span.x + span.width / 2 - room / 2)
  }

  /// Returns a span relative to the visible part of the row.
  func shown(_ span: TabSpan) -> TabSpan { TabSpan(x: span.x - offset, width: span.width) }
}

extension DateTabs: SidewaysScrolling {
  var canScrollSideways: Bool { scrolling.canScroll }

  /// Lays the row out, keeping the selected button in view.
  func layOutRow(width: Double) {
    let whole = max(width, wholeWidth)
    tabs.resize(to: whole)
    guard scrolling.resize(to: whole, in: width), let selection = tabs.selection,
      let span = tabs.span(of: selection)
    else { return }
    scrolling.show(span)
  }

  func show(_ index: Int) {
    guard let span = tabs.span(of: index) else { return }
    scrolling.show(span)
    if let widget = root.pointer { gtk_widget_queue_allocate(widget) }
  }

  private func scroll(to offset: Double) {
    scrolling.scroll(to: offset)
    if let widget = root.pointer { gtk_widget_queue_allocate(widget) }
  }

  @discardableResult
  func makeScrolling(on widget: WidgetPointer) -> HorizontalWheel {
    /// The offset when the drag began.
    var origin = 0.0
    let drag = AxisDrag(on: widget)
    drag.pressed = { [weak self] _, _ in self?.scrolling.canScroll ?? false }
    drag.dragged = { [weak self] in self?.drag($0, from: &origin) }
    let wheel = HorizontalWheel(on: widget)
    wheel.turned = { [weak self] notches in
      guard let self, scrolling.canScroll, let step = tabs.span(of: 0)?.width else { return false }
      scroll(to: scrolling.offset + Double(notches) * step)
      return true
    }
    wheel.pressed = { [weak self] in self?.scrolling.canScroll == true && !drag.isPressed }
    wheel.dragged = { [weak self] in self?.drag($0, from: &origin) }
    return wheel
  }

  private func drag(_ event: DragEvent, from origin: inout Double) {
    switch event {
    case .began: origin = scrolling.offset
    case .moved(let way): scroll(to: origin - way)
    case .ended, .cancelled: break
    }
  }
}
#endif
