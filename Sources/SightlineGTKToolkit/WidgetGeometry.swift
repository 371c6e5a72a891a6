#if GTK && os(Linux)
public import CSightlineGTK
package import SightlineCore

/// A widget's minimum and natural length along an orientation, in pixels.
public typealias Room = (minimum: Int, natural: Int)

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the widget's room along an orientation.
  public func room(along orientation: GtkOrientation, for size: Int = -1) -> Room {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(self, orientation, gint(clamping: size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Returns the widget's natural length along an orientation.
  package func naturalLength(_ orientation: GtkOrientation, for size: Double = -1) -> Double {
    Double(room(along: orientation, for: Int(size)).natural)
  }

  /// The widget's size inside its CSS border and padding.
  package var size: LayoutSize {
    LayoutSize(
      width: Double(gtk_widget_get_width(self)), height: Double(gtk_widget_get_height(self)))
  }

  /// Returns the widget's rectangle in another widget's coordinates, or `nil` if they are in
  /// different windows.
  package func bounds(in other: WidgetPointer) -> LayoutRect? {
    var bounds = graphene_rect_t()
    return gtk_widget_compute_bounds(self, other, &bounds) != 0 ? LayoutRect(bounds) : nil
  }

  /// Converts a point of the widget to another widget's coordinates.
  package func convert(_ point: LayoutPoint, to other: WidgetPointer) -> LayoutPoint? {
    var inside = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var outside = graphene_point_t()
    guard gtk_widget_compute_point(self, other, &inside, &outside) != 0 else { return nil }
    return LayoutPoint(x: Double(outside.x), y: Double(outside.y))
  }
}

extension Sequence<WidgetPointer> {
  /// Returns the greatest room of the widgets along an orientation.
  @MainActor package func greatestRoom(
    along orientation: GtkOrientation, for size: Int = -1
  ) -> Room {
    reduce((0, 0)) { room, widget in
      let other = widget.room(along: orientation, for: size)
      return (Swift.max(room.minimum, other.minimum), Swift.max(room.natural, other.natural))
    }
  }
}

extension OpaquePointer {
  /// Draws a border inside a rectangle into a `GtkSnapshot`.
  package func appendBorder(
    of rect: LayoutRect, width: Double, _ colour: GdkRGBA, radius: Double = 0
  ) {
    var (bounds, outline) = (graphene_rect_t(rect), GskRoundedRect())
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    let widths = [Float](repeating: Float(width), count: 4)
    gtk_snapshot_append_border(self, &outline, widths, [GdkRGBA](repeating: colour, count: 4))
  }
}

extension LayoutRect {
  package init(_ rect: graphene_rect_t) {
    self.init(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }
}

extension graphene_rect_t {
  package init(_ rect: LayoutRect) {
    self.init(
      origin: graphene_point_t(x: Float(rect.minX), y: Float(rect.minY)),
      size: graphene_size_t(width: Float(rect.width), height: Float(rect.height)))
  }
}
#endif
