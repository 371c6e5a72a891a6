#if GTK && os(Linux)
package import CSightlineGTK

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Adds an event controller, which the widget owns from now on.
  package func addController(
    _ controller: some InstancePointer, in phase: GtkPropagationPhase = GTK_PHASE_BUBBLE
  ) {
    let controller = sightline_event_controller(controller.instance)
    gtk_event_controller_set_propagation_phase(controller, phase)
    gtk_widget_add_controller(self, controller)
  }

  /// Calls a closure for each key, button or touch that goes down in a window or popover, and each
  /// step of a wheel or touchpad, before its widgets receive it.
  package func inputCame(_ body: @escaping @MainActor () -> Void) {
    let events = required(gtk_event_controller_legacy_new())
    Signal.answer(events, "event") { arguments in
      let event = arguments.pointer(0, as: OpaquePointer.self)
      let kinds = [GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL]
      if kinds.contains(gdk_event_get_event_type(event)) { body() }
      return false
    }
    addController(events, in: GTK_PHASE_CAPTURE)
  }

  /// Calls a closure with each key pressed without a modifier. It returns whether it has handled
  /// the key.
  package func keyPressed(
    in phase: GtkPropagationPhase = GTK_PHASE_BUBBLE, _ body: @escaping @MainActor (gint) -> Bool
  ) {
    let keys = required(gtk_event_controller_key_new())
    Signal.answer(keys, "key-pressed") { arguments in
      let state = gtk_event_controller_get_current_event_state(
        sightline_event_controller(arguments.sender(as: UnsafeMutableRawPointer.self)))
      return state.rawValue & gtk_accelerator_get_default_mod_mask().rawValue == 0
        && body(gint(arguments.uint(0)))
    }
    addController(keys, in: phase)
  }
}

/// Lets the Tab key move the focus from a scrolled window into its content.
///
/// GTK focuses a scrolled window if nothing in it takes the focus, so that keys scroll. From there
/// Tab leaves the scrolled window even if a widget in it has become focusable since, such as a
/// button shown later. Otherwise that widget could only be reached backwards.
@MainActor
public enum TabIntoContent {
  /// - Parameter scroller: a `GtkScrolledWindow`.
  public static func install(on scroller: WidgetPointer) {
    let reference = WeakObjectReference(scroller)
    scroller.keyPressed { key in
      guard let scroller = reference.pointer, gtk_widget_is_focus(scroller) != 0,
        let child = gtk_scrolled_window_get_child(OpaquePointer(scroller)),
        key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab
      else { return false }
      return gtk_widget_child_focus(child, GTK_DIR_TAB_FORWARD) != 0
    }
  }
}
#endif
