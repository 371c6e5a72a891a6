#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineScroll

extension CarouselView: OwnLayout, SidewaysScrolling {
  var canScrollSideways: Bool { carousel.canTurn }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    if orientation == GTK_ORIENTATION_VERTICAL { return items.greatestRoom(along: orientation) }
    // The carousel turns if the items don't fit, so any width will do.
    let gaps = Int(pixelsFor: carousel.layout.spacing * Double(max(0, items.count - 1)))
    return (0, items.reduce(gaps) { $0 + $1.room(along: orientation).natural })
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(handle, Placement(width: Double(width), height: Double(height)))
    relayout(width: Double(width))
    let now = MonotonicTime.frame(of: widget)
    placements = carousel.placements(at: now)
    if carousel.currentItem(at: now) != describedItem {
      MainLoop.idle(priority: .normal) { [weak self] in self?.describe() }
    }
    var isInView = [Bool](repeating: false, count: items.count)
    for placement in placements where !placement.isCopy {
      isInView[placement.index] = true
      gtk_widget_set_child_visible(items[placement.index], 1)
      place(placement, height: height)
    }
    for (index, item) in items.enumerated() where !isInView[index] {
      gtk_widget_set_child_visible(item, 0)
      // Hidden items get their next position in view, because GTK requires every child to have one.
      if let placement = carousel.placement(of: index, at: now) { place(placement, height: height) }
    }
  }

  private func place(_ placement: Carousel.Placement, height: Int) {
    CustomWidget.place(
      items[placement.index],
      Placement(x: placement.x, y: 0, width: placement.width, height: Double(height)))
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    isDrawn = true
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
    for copy in placements where copy.isCopy && items.indices.contains(copy.index) {
      guard let item = placements.first(where: { $0.index == copy.index && !$0.isCopy })
      else { continue }
      var offset = graphene_point_t(x: Float(copy.x - item.x), y: 0)
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &offset)
      gtk_widget_snapshot_child(widget, items[copy.index], snapshot)
      gtk_snapshot_restore(snapshot)
    }
    if gtk_widget_has_visible_focus(handle) != 0 { drawRing(of: widget, into: snapshot) }
  }

  /// The width of the focus ring in points, as for GTK's own rings.
  private static let ringWidth = 2.0
  private static let ringRadius = 6.0

  /// Draws the focus ring in the carousel's `color`, above the items. The handle lies below them.
  private func drawRing(of widget: WidgetPointer, into snapshot: OpaquePointer) {
    var colour = GdkRGBA()
    sightline_widget_colour(widget, &colour)
    snapshot.appendBorder(
      of: LayoutRect(origin: .zero, size: widget.size), width: CarouselView.ringWidth, colour,
      radius: CarouselView.ringRadius)
  }

  /// Moves the focus, once the carousel has been drawn. A newly shown window focuses its first
  /// focusable widget before drawing; a carousel with that focus would never turn for mouse users.
  ///
  /// The Tab key goes to the carousel first, then through the items in view in order. GTK would go
  /// by position, where the first item can come after the last.
  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    guard isDrawn else { return false }
    let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
    var chain = [handle] + items
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
