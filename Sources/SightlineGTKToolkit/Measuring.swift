#if GTK && os(Linux)
public import CSightlineGTK

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the widget's minimum and natural size along an orientation, in pixels.
  public func room(
    along orientation: GtkOrientation, for size: Int = -1
  ) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(self, orientation, gint(clamping: size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Returns the widget's minimum and natural length along an orientation.
  package func lengths(
    _ orientation: GtkOrientation, for size: Double = -1
  ) -> (minimum: Double, natural: Double) {
    let room = room(along: orientation, for: Int(size))
    return (Double(room.minimum), Double(room.natural))
  }
}
#endif
