#if GTK && os(Linux)
internal import CSightlineGTK

/// Lets the Tab key move the focus from a scrolled window into its content.
///
/// GTK focuses a scrolled window if nothing in it takes the focus, so that keys scroll. From there
/// Tab leaves the scrolled window even if a widget in it has become focusable since, such as a
/// button shown later. That widget could only be reached backwards.
@MainActor
public enum TabIntoContent {
  /// - Parameter scroller: a `GtkScrolledWindow`.
  public static func install(on scroller: WidgetPointer) {
    let keys = required(gtk_event_controller_key_new())
    let reference = WeakObjectReference(scroller)
    Signal.answer(keys, "key-pressed") { arguments in
      guard let scroller = reference.pointer, gtk_widget_is_focus(scroller) != 0,
        let child = gtk_scrolled_window_get_child(OpaquePointer(scroller))
      else { return false }
      let controller = sightline_event_controller(
        arguments.sender(as: UnsafeMutableRawPointer.self))
      let state = gtk_event_controller_get_current_event_state(controller)
      guard state.rawValue & gtk_accelerator_get_default_mod_mask().rawValue == 0 else {
        return false
      }
      switch gint(arguments.uint(0)) {
      case GDK_KEY_Tab, GDK_KEY_KP_Tab:
        return gtk_widget_child_focus(child, GTK_DIR_TAB_FORWARD) != 0
      default: return false
      }
    }
    gtk_widget_add_controller(scroller, sightline_event_controller(keys.instance))
  }
}
#endif
