#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

/// The layout and drawing of a carousel.
@MainActor
final class CarouselDelegate: CustomWidgetDelegate, SidewaysScrolling {
  /// The carousel. Lives as long as the widget.
  var view: CarouselView?
  /// Whether it has been drawn since its window was last shown.
  var isDrawn = false

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    guard let view else { return (0, 0) }
    let rooms = view.items.map { $0.room(along: orientation) }
    if orientation == GTK_ORIENTATION_VERTICAL {
      return (rooms.map(\.minimum).max() ?? 0, rooms.map(\.natural).max() ?? 0)
    }
    // The carousel turns if the items don't fit, so any width will do.
    let gaps = Int(view.spacing) * max(0, rooms.count - 1)
    return (0, rooms.map(\.natural).reduce(gaps, +))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let view else { return }
    CustomWidget.place(
      view.handle, Placement(width: Double(width), height: Double(height)))
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
      // Hidden items get their next position in view, because GTK requires every child to have one.
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
    isDrawn = true
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
    if gtk_widget_has_visible_focus(view.handle) != 0 { drawRing(of: widget, into: snapshot) }
  }

  /// The width of the focus ring in points, as for GTK's own rings.
  private static let ringWidth: Float = 2
  private static let ringRadius: Float = 6

  /// Draws the focus ring in the carousel's `color`, above the items. The handle lies below them.
  private func drawRing(of widget: WidgetPointer, into snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0),
      size: graphene_size_t(
        width: Float(gtk_widget_get_width(widget)), height: Float(gtk_widget_get_height(widget))))
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &bounds, CarouselDelegate.ringRadius)
    var colour = GdkRGBA()
    sightline_widget_colour(widget, &colour)
    let widths = [Float](repeating: CarouselDelegate.ringWidth, count: 4)
    let colours = [GdkRGBA](repeating: colour, count: 4)
    gtk_snapshot_append_border(snapshot, &outline, widths, colours)
  }

  /// Moves the focus, once the carousel has been drawn. A newly shown window focuses its first
  /// focusable widget before drawing; a carousel with that focus would never turn for mouse users.
  ///
  /// The Tab key goes to the carousel first, then through the items in view in order. GTK would go
  /// by position, which can place the first item after the last.
  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    guard isDrawn, let view else { return false }
    let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
    var chain = [view.handle] + view.items
    if direction == GTK_DIR_TAB_BACKWARD { chain.reverse() }
    let current = focus.flatMap { focus in
      chain.firstIndex { $0 == focus || gtk_widget_is_ancestor(focus, $0) != 0 }
    }
    let goesOn = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD
    // Within the items, arrow keys move by position.
    if !goesOn && current != nil { return nil }
    return chain[(current ?? 0)...].contains {
      gtk_widget_get_mapped($0) != 0 && gtk_widget_child_focus($0, direction) != 0
    }
  }
}
#endif
