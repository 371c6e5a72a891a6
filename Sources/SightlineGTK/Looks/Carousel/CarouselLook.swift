#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineScroll

/// The layout and the drawing of a carousel.
@MainActor
final class CarouselLook: CustomWidgetDelegate, SidewaysScrolling {
  /// Lives as long as the widget.
  var view: CarouselView?

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    guard let view else { return (0, 0) }
    let rooms = view.items.map { $0.room(along: orientation) }
    if orientation == GTK_ORIENTATION_VERTICAL {
      return (rooms.map(\.minimum).max() ?? 0, rooms.map(\.natural).max() ?? 0)
    }
    // It turns where there is too little room.
    let gaps = Int(view.spacing) * max(0, rooms.count - 1)
    return (0, rooms.map(\.natural).reduce(gaps, +))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let view else { return }
    view.relayout(width: Double(width))
    let now = MonotonicTime.frame(of: widget)
    view.placements = view.carousel.placements(at: now)
    var isInView = [Bool](repeating: false, count: view.items.count)
    for placement in view.placements where !placement.isCopy {
      isInView[placement.index] = true
      gtk_widget_set_child_visible(view.items[placement.index], 1)
      place(placement, of: view, height: height)
    }
    for (index, item) in view.items.enumerated() where !isInView[index] {
      gtk_widget_set_child_visible(item, 0)
      // Where it comes into view next; GTK wants every child to have a place.
      if let placement = view.carousel.placement(of: index, at: now) {
        place(placement, of: view, height: height)
      }
    }
  }

  private func place(_ placement: Carousel.Placement, of view: CarouselView, height: Int) {
    CustomWidget.place(
      view.items[placement.index],
      Placement(x: placement.x, y: 0, width: placement.width, height: Double(height)))
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
    guard let view else { return }
    for copy in view.placements where copy.isCopy && view.items.indices.contains(copy.index) {
      guard let item = view.placements.first(where: { $0.index == copy.index && !$0.isCopy })
      else { continue }
      var offset = graphene_point_t(x: Float(copy.x - item.x), y: 0)
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &offset)
      gtk_widget_snapshot_child(widget, view.items[copy.index], snapshot)
      gtk_snapshot_restore(snapshot)
    }
  }
}
#endif
