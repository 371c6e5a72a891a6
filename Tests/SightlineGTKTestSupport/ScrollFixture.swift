#if GTK && os(Linux)
package import CSightlineGTK
package import SightlineCore
package import SightlineGTKToolkit

/// A scrolled window with a box of a given height.
@MainActor
package enum ScrollFixture {
  package static func make(height: Int, width: Int = -1) -> WidgetPointer {
    scroller(around: box(height: height, width: width))
  }

  package static func scroller(around content: WidgetPointer) -> WidgetPointer {
    guard let scroller = gtk_scrolled_window_new() else { preconditionFailure("no widget") }
    gtk_scrolled_window_set_policy(
      OpaquePointer(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(OpaquePointer(scroller), content)
    return scroller
  }

  package static func box(height: Int, width: Int = -1) -> WidgetPointer {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else {
      preconditionFailure("no widget")
    }
    gtk_widget_set_size_request(box, gint(width), gint(height))
    return box
  }

  package static func label(_ text: String) -> WidgetPointer {
    guard let label = gtk_label_new(text) else { preconditionFailure("no widget") }
    return label
  }

  package static func vertical(_ scroller: WidgetPointer) -> UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
  }

  package static func bounds(_ widget: WidgetPointer, in other: WidgetPointer) -> LayoutRect {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, other, &bounds)
    return LayoutRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }
}
#endif
