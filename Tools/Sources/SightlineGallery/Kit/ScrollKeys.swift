import SightlineGTK
import SightlineGTKToolkit

/// Keys and wheels for scrolling areas, where GTK's handling isn't enough.
@MainActor
enum ScrollKeys {
  /// Sets a scrolled window's accessible name, and lets arrow keys scroll it while it has the
  /// focus. GTK uses them to move the focus.
  static func add(to scroller: WidgetPointer, named name: String) {
    scroller.setAccessibleLabel(name)
    nameBar(of: scroller, name)
    let keys = required(gtk_event_controller_key_new())
    let reference = WeakObjectReference(scroller)
    Signal.answer(keys, "key-pressed") { arguments in
      guard let scroller = reference.pointer, gtk_widget_is_focus(scroller) != 0,
        gtk_event_controller_get_current_event_state(keys).rawValue
          & gtk_accelerator_get_default_mod_mask().rawValue == 0
      else { return false }
      switch Int32(arguments.uint(0)) {
      case GDK_KEY_Down: return move(scroller.verticalAdjustment, by: 1)
      case GDK_KEY_Up: return move(scroller.verticalAdjustment, by: -1)
      case GDK_KEY_Right: return move(scroller.horizontalAdjustment, by: 1)
      case GDK_KEY_Left: return move(scroller.horizontalAdjustment, by: -1)
      default: return false
      }
    }
    gtk_widget_add_controller(scroller, keys)
  }

  /// Names the scroll bar, whose value assistive technology uses for scrolling.
  private static func nameBar(of scroller: WidgetPointer, _ name: String) {
    let window = OpaquePointer(scroller)
    var horizontal = GTK_POLICY_NEVER
    gtk_scrolled_window_get_policy(window, &horizontal, nil)
    let bar =
      horizontal == GTK_POLICY_NEVER
      ? gtk_scrolled_window_get_vscrollbar(window) : gtk_scrolled_window_get_hscrollbar(window)
    guard let bar else { return }
    bar.setAccessibleLabel(name)
    gtk_widget_get_first_child(bar)?.setAccessibleLabel(name)
  }

  /// Scrolls as far as a notch of the wheel. Returns whether the content can scroll, even if it is
  /// at its end, so the focus stays.
  private static func move(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>, by notches: Double
  ) -> Bool {
    let page = gtk_adjustment_get_page_size(adjustment)
    guard gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_lower(adjustment) > page
    else { return false }
    let value = gtk_adjustment_get_value(adjustment)
    gtk_adjustment_set_value(adjustment, value + notches * sightline_wheel_step(page))
    return true
  }

  /// The factor GTK applies to touchpad distances.
  private static let touchpadFactor = 2.5

  /// Lets a wheel over a sideways-scrolling strip scroll the surrounding area vertically. It
  /// handles the event first, because a `GtkScrolledWindow` consumes events in directions it
  /// doesn't scroll, and its scroll bar, if under the pointer, converts them to sideways scrolling.
  static func passWheel(over strip: WidgetPointer, to scroller: WidgetPointer) {
    let controller = required(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    let reference = WeakObjectReference(scroller)
    Signal.answer(controller, "scroll") { arguments in
      let state = gtk_event_controller_get_current_event_state(controller)
      // With Shift it scrolls sideways.
      guard let scroller = reference.pointer, state.rawValue & GDK_SHIFT_MASK.rawValue == 0,
        arguments.double(1) != 0
      else { return false }
      let adjustment = scroller.verticalAdjustment
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      let step =
        isWheel ? sightline_wheel_step(gtk_adjustment_get_page_size(adjustment)) : touchpadFactor
      ScrollObserver.of(scroller).wheelTurned()
      let value = gtk_adjustment_get_value(adjustment)
      gtk_adjustment_set_value(adjustment, value + arguments.double(1) * step)
      return true
    }
    gtk_widget_add_controller(strip, controller)
  }
}
