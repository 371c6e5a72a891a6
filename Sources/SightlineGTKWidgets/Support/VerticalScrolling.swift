#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Scrolled windows under headers and tabs.
@MainActor
enum VerticalScrolling {
  /// The gap between a header and a focused widget, in points, for the focus ring.
  private static let focusGap = 8.0
  /// The duration of the scroll to a focused widget, as in GTK.
  private static let focusDuration = Duration.milliseconds(200)
  /// The factor GTK applies to touchpad distances.
  private static let touchpadFactor = 2.5

  /// Creates a scrolled window that scrolls its content vertically.
  static func makeScroller(of content: WidgetPointer) -> WidgetPointer {
    let scroller = required(gtk_scrolled_window_new())
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(pointer, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(pointer, content)
    TabIntoContent.install(on: scroller)
    return scroller
  }

  // MARK: Forwarding

  /// Forwards vertical wheel and touchpad events that a widget doesn't use to the current scrolled
  /// window below it. GTK delivers events only to the widget under the pointer and its ancestors.
  static func forwardWheel(
    of area: WidgetPointer, to scroller: @escaping @MainActor () -> WidgetPointer?
  ) {
    let wheel = required(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    Signal.answer(wheel, "scroll") { arguments in
      guard let scroller = scroller() else { return false }
      let adjustment = scroller.scrollAdjustment(.vertical)
      let controller = arguments.sender(as: OpaquePointer.self)
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let page = gtk_adjustment_get_page_size(adjustment)
      let step = isWheel ? sightline_wheel_step(page) : touchpadFactor
      ScrollObserver.of(scroller).wheelTurned()
      gtk_adjustment_set_value(
        adjustment, gtk_adjustment_get_value(adjustment) + arguments.double(1) * step)
      return true
    }
    area.addController(wheel)
  }

  /// Forwards drags that move further up or down than sideways to the current scrolled window.
  static func forwardDrags(
    of area: WidgetPointer, to scroller: @escaping @MainActor () -> WidgetPointer?
  ) {
    /// The page's scroll position when the drag began.
    var origin = 0.0
    var observer: ScrollObserver?
    let drag = AxisDrag(on: area, along: .vertical)
    drag.pressed = { _, _ in scroller() != nil }
    drag.dragged = { event in
      let adjustment = scroller()?.scrollAdjustment(.vertical)
      switch event {
      case .began:
        origin = adjustment.map { gtk_adjustment_get_value($0) } ?? 0
        observer = scroller().map { ScrollObserver.of($0) }
        observer?.pressed(canRunOn: false)
      case .moved(let way):
        if let adjustment { gtk_adjustment_set_value(adjustment, origin - way) }
      case .ended, .cancelled:
        observer?.released()
        observer = nil
      }
    }
  }

  // MARK: Focus

  /// Scrolls a focused widget clear of a header over the top of a scrolled window. GTK only scrolls
  /// it into the scrolled window, where it may still be under the header.
  ///
  /// - Parameter height: returns the header's height in points.
  /// - Returns: the connections, to end while the scrolled window is unmapped.
  @discardableResult
  static func keepFocusClear(
    in scroller: WidgetPointer, of height: @escaping @MainActor () -> Double
  ) -> [SignalToken] {
    let reference = WeakObjectReference(scroller)
    var signal: SignalToken?
    // Run after the viewport's own handler, which is connected earlier.
    let map = Signal.connect(scroller, "map", after: true) {
      guard let root = reference.pointer.flatMap({ gtk_widget_get_root($0) }) else { return }
      signal?.disconnect()
      signal = Signal.notify(UnsafeMutableRawPointer(root), "focus-widget") {
        if let scroller = reference.pointer { clearFocus(in: scroller, height()) }
      }
    }
    let unmap = Signal.connect(scroller, "unmap") {
      signal?.disconnect()
      signal = nil
    }
    return [map, unmap]
  }

  private static func clearFocus(in scroller: WidgetPointer, _ top: Double) {
    guard top > 0, let root = gtk_widget_get_root(scroller), let focus = gtk_root_get_focus(root),
      focus != scroller, gtk_widget_is_ancestor(focus, scroller) != 0,
      let bounds = focus.bounds(in: scroller)
    else { return }
    let missing = top + focusGap - bounds.minY
    let observer = ScrollObserver.of(scroller)
    let geometry = observer.geometry
    // Don't move widgets that fill the viewport, such as the content itself.
    guard missing > 0, !geometry.isAtStart(along: .vertical),
      bounds.height < geometry.containerSize.height
    else { return }
    observer.scroll(to: geometry.contentOffset.y - missing, over: focusDuration)
  }
}
#endif
