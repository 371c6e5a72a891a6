#if GTK && os(Linux)
import CSightlineGTK
package import SightlineGTKToolkit
import XCTest

/// Returns a pixel of a window as GTK drew it in its last frame: the bytes of blue, green, red and
/// alpha.
@MainActor
package func pixel(x: Int, y: Int, of window: WidgetPointer) throws -> UInt32 {
  let paintable = ObjectReference(adopting: try XCTUnwrap(gtk_widget_paintable_new(window)))
  let snapshot = try XCTUnwrap(gtk_snapshot_new())
  gdk_paintable_snapshot(
    paintable.pointer, snapshot, Double(gtk_widget_get_width(window)),
    Double(gtk_widget_get_height(window)))
  let node = try XCTUnwrap(gtk_snapshot_free_to_node(snapshot), "nothing has been drawn")
  defer { gsk_render_node_unref(node) }
  var pixel: UInt32 = 0
  withUnsafeMutableBytes(of: &pixel) { bytes in
    let surface = cairo_image_surface_create_for_data(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 1, 1, 4)
    let cairo = cairo_create(surface)
    cairo_translate(cairo, Double(-x), Double(-y))
    gsk_render_node_draw(node, cairo)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }
  return pixel
}
#endif
