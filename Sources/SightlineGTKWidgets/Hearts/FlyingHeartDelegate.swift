#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// The drawing of flying hearts.
@MainActor
final class FlyingHeartDelegate: CustomWidgetDelegate {
  /// The hearts' owner. Lives as long as the widget.
  var hearts: FlyingHeart?

  /// The side of a heart's square, in points.
  private static let side = 28.0

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {}

  func contains(_ widget: WidgetPointer, x: Double, y: Double) -> Bool { false }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    guard let hearts else { return }
    for frame in hearts.frames(at: .frame(of: widget)) {
      var place = graphene_point_t(x: Float(frame.position.x), y: Float(frame.position.y))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &place)
      gtk_snapshot_push_opacity(snapshot, frame.opacity)
      FlyingHeartDelegate.drawHeart(into: snapshot)
      gtk_snapshot_pop(snapshot)
      gtk_snapshot_restore(snapshot)
    }
  }

  /// Draws a heart centred on the origin.
  private static func drawHeart(into snapshot: OpaquePointer) {
    let half = Float(side / 2)
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: -half, y: -half),
      size: graphene_size_t(width: 2 * half, height: 2 * half))
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    let unit = side / 2
    cairo_scale(cairo, unit, unit)
    cairo_move_to(cairo, 0, 0.9)
    cairo_curve_to(cairo, -0.35, 0.55, -0.95, 0.2, -0.95, -0.3)
    cairo_curve_to(cairo, -0.95, -0.95, -0.2, -0.95, 0, -0.4)
    cairo_curve_to(cairo, 0.2, -0.95, 0.95, -0.95, 0.95, -0.3)
    cairo_curve_to(cairo, 0.95, 0.2, 0.35, 0.55, 0, 0.9)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 0.88, 0.11, 0.14)
    cairo_fill(cairo)
  }
}
#endif
