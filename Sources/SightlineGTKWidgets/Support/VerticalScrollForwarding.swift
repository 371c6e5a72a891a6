#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit

/// Forwards vertical scrolling by a wheel or a finger from one widget to a scrolled window below or
/// beside it. GTK delivers events only to the widget under the pointer and its ancestors.
@MainActor
enum VerticalScrollForwarding {
  /// The factor GTK applies to touchpad distances.
  private static let touchpadFactor = 2.5

  /// Forwards wheel and touchpad events that the widget doesn't use.
  ///
  /// - Parameter scroller: returns the current scrolled window.
  static func addWheel(
    to area: WidgetPointer, scroller: @escaping @MainActor () -> WidgetPointer?
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
    gtk_widget_add_controller(area, sightline_event_controller(wheel.instance))
  }

  /// Forwards drags that move further up or down than sideways.
  ///
  /// - Parameter scroller: returns the current scrolled window.
  static func addDrag(
    to area: WidgetPointer, scroller: @escaping @MainActor () -> WidgetPointer?
  ) {
    let drag = required(gtk_gesture_drag_new())
    /// The page's scroll position when the drag began.
    var origin: Double?
    Signal.connect(drag, "drag-begin") { _ in origin = nil }
    Signal.connect(drag, "drag-update") { arguments in
      guard let scroller = scroller() else { return }
      let adjustment = scroller.scrollAdjustment(.vertical)
      let (x, y) = (arguments.double(0), arguments.double(1))
      if origin == nil {
        guard abs(y) >= HorizontalDrag.threshold, abs(y) > abs(x) else { return }
        let gesture = arguments.sender(as: UnsafeMutableRawPointer.self)
        gtk_gesture_set_state(sightline_gesture(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
        origin = gtk_adjustment_get_value(adjustment) + y
      }
      if let origin { gtk_adjustment_set_value(adjustment, origin - y) }
    }
    gtk_widget_add_controller(area, sightline_event_controller(drag.instance))
  }
}
#endif
