#if GTK && os(Linux)
internal import CGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// A row that is wider than its room.
struct RowScrolling {
  /// How much of the row is hidden at the left, in points.
  private(set) var offset = 0.0
  /// What can be seen of it, and how wide it is.
  private(set) var room = 0.0
  private(set) var width = 0.0

  var canScroll: Bool { width > room }

  /// Takes over sizes; returns whether they are others.
  mutating func resize(to newWidth: Double, in newRoom: Double) -> Bool {
    guard newWidth != width || newRoom != room else { return false }
    (width, room) = (newWidth, newRoom)
    scroll(to: offset)
    return true
  }

  mutating func scroll(to newOffset: Double) {
    offset = min(max(0, newOffset), max(0, width - room)).rounded()
  }

  /// Scrolls so that all of a span shows, in the middle if it has to move.
  mutating func show(_ span: TabSpan) {
    guard span.x < offset || span.maxX > offset + room else { return }
    scroll(to: span.x + span.width / 2 - room / 2)
  }

  /// Where something of the row is in its room.
  func shown(_ span: TabSpan) -> TabSpan { TabSpan(x: span.x - offset, width: span.width) }
}

extension DateTabs: SidewaysScrolling {
  /// Takes over the width, and keeps the chosen button in sight.
  func layOutRow(width: Double) {
    let whole = max(width, wholeWidth)
    tabs.resize(to: whole)
    guard scrolling.resize(to: whole, in: width), let selection = tabs.selection,
      let span = tabs.span(of: selection)
    else { return }
    scrolling.show(span)
  }

  /// Scrolls so that a button shows.
  func show(_ index: Int) {
    guard let span = tabs.span(of: index) else { return }
    scrolling.show(span)
    if let widget = root.pointer { gtk_widget_queue_allocate(widget) }
  }

  private func scroll(to offset: Double) {
    scrolling.scroll(to: offset)
    if let widget = root.pointer { gtk_widget_queue_allocate(widget) }
  }

  func makeScrolling(on widget: WidgetPointer) -> (HorizontalDrag, HorizontalWheel) {
    /// The offset when a finger took hold of the row.
    var origin = 0.0
    let drag = HorizontalDrag(on: widget)
    drag.pressed = { [weak self] _, _ in self?.scrolling.canScroll ?? false }
    drag.began = { [weak self] in origin = self?.scrolling.offset ?? 0 }
    drag.moved = { [weak self] in self?.scroll(to: origin - $0) }
    let wheel = HorizontalWheel(on: widget)
    wheel.turned = { [weak self] notches in
      guard let self, scrolling.canScroll, let step = tabs.span(of: 0)?.width else { return false }
      scroll(to: scrolling.offset + Double(notches) * step)
      return true
    }
    wheel.began = { [weak self] in origin = self?.scrolling.offset ?? 0 }
    wheel.moved = { [weak self] in self?.scroll(to: origin + $0) }
    return (drag, wheel)
  }
}
#endif
