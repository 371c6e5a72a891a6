#if GTK && os(Linux)
internal import CGTK
internal import SightlineGTKToolkit

/// Hands what a wheel or a finger does up and down on one widget to a scrolled window beside it.
@MainActor
enum VerticalPassage {
  /// - Parameter scroller: the scrolled window of the moment.
  static func add(to area: WidgetPointer, scroller: @escaping @MainActor () -> WidgetPointer?) {
    addWheel(to: area, scroller)
    addDrag(to: area, scroller)
  }

  private static func adjustment(
    _ scroller: WidgetPointer
  )
    -> UnsafeMutablePointer<GtkAdjustment>
  {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  private static func addWheel(
    to area: WidgetPointer, _ scroller: @escaping @MainActor () -> WidgetPointer?
  ) {
    guard let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) else {
      return
    }
    Signal.answer(wheel, "scroll") { arguments in
      guard let scroller = scroller() else { return false }
      let adjustment = adjustment(scroller)
      let controller = arguments.sender(as: OpaquePointer.self)
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let page = gtk_adjustment_get_page_size(adjustment)
      let step = isWheel ? sightline_wheel_step(page) : 1
      gtk_adjustment_set_value(
        adjustment, gtk_adjustment_get_value(adjustment) + arguments.double(1) * step)
      return true
    }
    gtk_widget_add_controller(area, sightline_event_controller(wheel.instance))
  }

  private static func addDrag(
    to area: WidgetPointer, _ scroller: @escaping @MainActor () -> WidgetPointer?
  ) {
    guard let drag = gtk_gesture_drag_new() else { return }
    /// The page's scroll position when the drag began.
    var origin: Double?
    Signal.connect(drag, "drag-begin") { _ in origin = nil }
    Signal.connect(drag, "drag-update") { arguments in
      guard let scroller = scroller() else { return }
      let adjustment = adjustment(scroller)
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
