internal import CGTK
internal import SightlineScroll

/// What a look asks of its surroundings: the reading direction and whether things may move.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The direction in which the widget is read.
  var layoutDirection: LayoutDirection {
    gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  /// Reduce Motion is GTK's setting `gtk-enable-animations`, turned round.
  var motion: MotionPreference {
    var value = GValue()
    g_value_init(&value, sightline_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(
      UnsafeMutableRawPointer(gtk_widget_get_settings(self)).object, "gtk-enable-animations", &value
    )
    return g_value_get_boolean(&value) != 0 ? .full : .reduced
  }

  /// The widget's least and natural length along an orientation.
  func lengths(
    _ orientation: GtkOrientation, for size: Double = -1
  ) -> (minimum: Double, natural: Double) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(self, orientation, gint(size), &minimum, &natural, nil, nil)
    return (Double(minimum), Double(natural))
  }
}
