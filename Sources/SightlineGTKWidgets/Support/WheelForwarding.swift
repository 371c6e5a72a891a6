#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Lets the wheel scroll the content also where the pointer is over something that lies upon it. GTK
/// gives wheel events to what is under the pointer and to its parents, not to what lies below.
@MainActor
enum WheelForwarding {
  /// What GTK itself multiplies a touchpad's distances with.
  private static let touchpadFactor = 2.5

  /// - Parameters:
  ///   - bar: what lies over the content; what it does not use itself is passed on.
  ///   - scroller: the scrolled window below.
  static func install(on bar: WidgetPointer, to scroller: WidgetPointer) {
    let controller = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    let reference = WeakObjectReference(scroller)
    let source = WeakObjectReference(controller)
    Signal.answer(controller, "scroll") { arguments in
      guard let scroller = reference.pointer, let controller = source.pointer else { return false }
      let adjustment = scroller.scrollAdjustment(.vertical)
      let page = gtk_adjustment_get_page_size(adjustment)
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let distance = arguments.double(1) * (isWheel ? pow(page, 2.0 / 3) : touchpadFactor)
      ScrollObserver.of(scroller).wheelTurned()
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
      return true
    }
    gtk_widget_add_controller(bar, controller)
  }
}
#endif
