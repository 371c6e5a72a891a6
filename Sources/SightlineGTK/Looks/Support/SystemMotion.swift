#if GTK && os(Linux)
internal import CGTK
internal import SightlineScroll

/// What the desktop says about movement and reading direction.
@MainActor
enum SystemMotion {
  /// GTK's `gtk-enable-animations`, which desktops set from their Reduce Motion.
  static var preference: MotionPreference { preference(in: gtk_settings_get_default()) }

  /// The same in the settings of one display.
  static func preference(in settings: OpaquePointer?) -> MotionPreference {
    guard let settings else { return .full }
    var value = GValue()
    g_value_init(&value, sightline_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(
      UnsafeMutableRawPointer(settings).object, "gtk-enable-animations", &value)
    return g_value_get_boolean(&value) != 0 ? .full : .reduced
  }

  /// Calls a closure when the setting changes, for as long as a widget is in a window, and once when
  /// it comes into one.
  static func follow(
    _ widget: WidgetPointer, _ body: @escaping @MainActor (MotionPreference) -> Void
  ) {
    var signal: SignalToken?
    Signal.connect(widget, "realize", after: true) {
      body(preference)
      guard let settings = gtk_settings_get_default() else { return }
      signal = Signal.notify(settings, "gtk-enable-animations") { body(preference) }
    }
    Signal.connect(widget, "unrealize") {
      signal?.disconnect()
      signal = nil
    }
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// How much room the widget needs along an orientation.
  func room(
    along orientation: GtkOrientation, for size: Int = -1
  ) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(self, orientation, gint(clamping: size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }
}
#endif
