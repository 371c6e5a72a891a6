import CGTK
import SightlineGTK
import SightlineGTKToolkit

/// A frame around an event's widget. It lies over the page but isn't a cover.
@MainActor
final class Outline: CustomWidgetDelegate {
  private static let width: Float = 3
  private static let color = GdkRGBA(red: 0.11, green: 0.38, blue: 0.72, alpha: 1)

  private var target: WeakObjectReference<WidgetPointer>?
  private var drawn: graphene_rect_t?

  /// Adds an outline over an overlay's content. The overlay retains it.
  static func make(over overlay: WidgetPointer) -> Outline {
    let outline = Outline()
    let widget = CustomWidget.make(
      outline, cssName: "outline", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    widget.visibility.setCover(.none)
    gtk_overlay_add_overlay(OpaquePointer(overlay), widget)
    let reference = WeakObjectReference(widget)
    // Follow a moving target, requesting a frame only if its position changed.
    Frames.follow(widget) { [weak outline] in
      guard let outline, let widget = reference.pointer else { return }
      if !outline.isUpToDate(in: widget) { gtk_widget_queue_draw(widget) }
    }
    outline.redraw = { if let widget = reference.pointer { gtk_widget_queue_draw(widget) } }
    return outline
  }

  private var redraw: () -> Void = {}

  func point(to widget: WidgetPointer?) {
    if widget == target?.pointer { return }
    target = widget.map { WeakObjectReference($0) }
    redraw()
  }

  private func bounds(in widget: WidgetPointer) -> graphene_rect_t? {
    guard let target = target?.pointer, gtk_widget_get_mapped(target) != 0 else { return nil }
    var bounds = graphene_rect_t()
    return gtk_widget_compute_bounds(target, widget, &bounds) != 0 ? bounds : nil
  }

  private func isUpToDate(in widget: WidgetPointer) -> Bool {
    guard var now = bounds(in: widget) else { return drawn == nil }
    guard var drawn else { return false }
    return graphene_rect_equal(&now, &drawn)
  }

  // MARK: The widget

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {}

  func contains(_ widget: WidgetPointer, x: Double, y: Double) -> Bool { false }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    drawn = bounds(in: widget)
    guard let bounds = drawn else { return }
    var clip = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0),
      size: graphene_size_t(
        width: Float(gtk_widget_get_width(widget)), height: Float(gtk_widget_get_height(widget))))
    var rect = GskRoundedRect()
    var frame = bounds
    gsk_rounded_rect_init_from_rect(&rect, &frame, 12)
    var widths = (Self.width, Self.width, Self.width, Self.width)
    var colors = (Self.color, Self.color, Self.color, Self.color)
    gtk_snapshot_push_clip(snapshot, &clip)
    withUnsafePointer(to: &widths) { widths in
      widths.withMemoryRebound(to: Float.self, capacity: 4) { widths in
        withUnsafePointer(to: &colors) { colors in
          colors.withMemoryRebound(to: GdkRGBA.self, capacity: 4) { colors in
            gtk_snapshot_append_border(snapshot, &rect, widths, colors)
          }
        }
      }
    }
    gtk_snapshot_pop(snapshot)
  }
}
