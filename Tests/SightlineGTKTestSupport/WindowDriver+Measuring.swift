#if GTK && os(Linux)
import CSightlineGTK
package import SightlineGTKToolkit

/// Turns GTK's animations on or off, the setting desktops derive from Reduce Motion.
@MainActor
package func setAnimations(_ isOn: Bool) {
  guard let settings = gtk_settings_get_default() else { return }
  var value = GValue()
  g_value_init(&value, sightline_type_boolean())
  g_value_set_boolean(&value, isOn ? 1 : 0)
  g_object_set_property(UnsafeMutableRawPointer(settings).object, "gtk-enable-animations", &value)
  g_value_unset(&value)
}

/// Returns a widget's left edge and width relative to another widget.
@MainActor
package func place(of widget: WidgetPointer, in other: WidgetPointer) -> (x: Double, width: Double)
{
  var bounds = graphene_rect_t()
  guard gtk_widget_compute_bounds(widget, other, &bounds) != 0 else { return (.nan, .nan) }
  return (Double(bounds.origin.x), Double(bounds.size.width))
}

@MainActor
extension WindowDriver {
  /// Returns the number of frames a window draws in a period.
  package func frames(of window: WidgetPointer, in time: Duration) -> Int {
    guard let clock = gtk_widget_get_frame_clock(window) else { return 0 }
    var count = 0
    let token = Signal.connect(clock, "after-paint") { count += 1 }
    run(for: time)
    token.disconnect()
    return count
  }
}
#endif
