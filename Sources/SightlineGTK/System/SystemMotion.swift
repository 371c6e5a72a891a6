#if GTK && os(Linux)
internal import CSightlineGTK
package import SightlineGTKToolkit
package import SightlineCore

/// The desktop's motion preference.
@MainActor
package enum SystemMotion {
  /// GTK's `gtk-enable-animations`, which desktops set from Reduce Motion.
  package static var preference: MotionPreference { preference(in: gtk_settings_get_default()) }

  /// Returns the preference in a display's settings.
  package static func preference(in settings: OpaquePointer?) -> MotionPreference {
    guard let settings else { return .full }
    let isAnimated = settings.property("gtk-enable-animations", sightline_type_boolean()) {
      g_value_get_boolean($0) != 0
    }
    return isAnimated ? .full : .reduced
  }

  /// Calls a closure when the setting changes while a widget is in a window, and once when it
  /// enters one.
  package static func follow(
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
extension WidgetPointer {
  /// The widget's reading direction.
  package var layoutDirection: ReadingDirection {
    gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  /// Reduce Motion is the inverse of GTK's `gtk-enable-animations` setting.
  package var motion: MotionPreference {
    SystemMotion.preference(in: gtk_widget_get_settings(self))
  }
}
#endif
