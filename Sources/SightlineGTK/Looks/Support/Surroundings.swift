#if GTK && os(Linux)
internal import CGTK
internal import SightlineScroll

/// What a look asks of its surroundings: the reading direction and whether things may move.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The direction in which the widget is read.
  var layoutDirection: ReadingDirection {
    gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  /// Reduce Motion is GTK's setting `gtk-enable-animations`, turned round.
  var motion: MotionPreference { SystemMotion.preference(in: gtk_widget_get_settings(self)) }

  /// The widget's least and natural length along an orientation.
  func lengths(
    _ orientation: GtkOrientation, for size: Double = -1
  ) -> (minimum: Double, natural: Double) {
    let room = room(along: orientation, for: Int(size))
    return (Double(room.minimum), Double(room.natural))
  }
}
#endif
