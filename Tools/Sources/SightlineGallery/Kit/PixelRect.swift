import SightlineGTKToolkit

/// The place of a widget in its container, in pixels.
struct PixelRect: Equatable {
  var x = 0
  var y = 0
  var width = 0
  var height = 0

  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns the place in a right-to-left layout.
  func mirrored(in width: Int) -> PixelRect {
    PixelRect(x: width - x - self.width, y: y, width: self.width, height: height)
  }
}

extension CustomWidget {
  /// Allocates a child of a container, in a right-to-left layout at the mirrored place.
  static func place(_ child: WidgetPointer, _ frame: PixelRect, in width: Int) {
    let isMirrored = gtk_widget_get_parent(child)?.isMirrored == true
    let frame = isMirrored ? frame.mirrored(in: width) : frame
    place(
      child,
      Placement(
        x: Double(frame.x), y: Double(frame.y), width: Double(frame.width),
        height: Double(frame.height)))
  }
}
