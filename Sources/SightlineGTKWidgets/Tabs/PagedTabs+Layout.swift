#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

extension PagedTabs {
  /// The places of the pages.
  var track: PageTrack {
    PageTrack(
      count: items.count, pageWidth: width,
      direction: reference.pointer?.layoutDirection ?? .leftToRight)
  }

  /// Updates the layout to the current sizes. Running animations jump to their ends.
  func relayout() {
    let now = now
    for tab in tabWidgets {
      _ = pager.measured(tab.naturalLength(GTK_ORIENTATION_HORIZONTAL), of: tab, at: now)
    }
    let item = pager.update(
      tabWidgets, selection: chosen, viewportWidth: width, direction: track.direction, at: now)
    if let item { chosen = item }
  }
}

extension PagedTabs: OwnLayout, SidewaysScrolling {
  var canScrollSideways: Bool { count > 1 }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    let (least, most) = items.map(\.page).greatestRoom(along: orientation)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      // Tabs that don't fit scroll.
      let tab = tabWidgets.greatestRoom(along: orientation).natural
      return (max(least, tab), max(most, tab))
    }
    let strip = Int(stripHeight.rounded(.up))
    return pagesLieUnderTabs
      ? (max(least, strip), max(most, strip)) : (least + strip, most + strip)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    self.width = Double(max(1, width))
    relayout()
    // Nothing is reported during GTK's layout.
    if selection != reported { MainLoop.idle(priority: .normal) { [weak self] in self?.tell() } }
    let (track, offset, stripHeight) = (track, offsets.pages, stripHeight)
    let pagesTop = pagesLieUnderTabs ? 0 : stripTop + stripHeight
    for (index, item) in items.enumerated() {
      let x = track.offset(at: Double(index)) - offset
      // A page out of view isn't drawn but keeps its state.
      let isInView = x < Double(width) && x + Double(width) > 0
      gtk_widget_set_child_visible(item.panel, isInView ? 1 : 0)
      CustomWidget.place(
        item.panel,
        Placement(x: x, y: pagesTop, width: Double(width), height: Double(height) - pagesTop))
    }
    CustomWidget.place(strip, Placement(y: stripTop, width: Double(width), height: stripHeight))
    // If only the underline changed, GTK wouldn't redraw.
    gtk_widget_queue_draw(widget)
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
    drawnUnderline = pager.underline(at: now).map { ($0.x - offsets.tabs, $0.width) }
    guard let (x, width) = drawnUnderline else { return }
    var colour = GdkRGBA()
    sightline_widget_colour(strip, &colour)
    let height = PagedTabs.underlineHeight
    var bounds = graphene_rect_t(
      LayoutRect(x: x, y: stripTop + stripHeight - height, width: width, height: height))
    gtk_snapshot_append_color(snapshot, &colour, &bounds)
  }
}

/// The layout of the tabs in their strip.
@MainActor
final class TabStripDelegate: CustomWidgetDelegate {
  weak var tabs: PagedTabs?

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    guard let tabs, orientation == GTK_ORIENTATION_VERTICAL else { return (0, 0) }
    let height = Int(tabs.stripHeight.rounded(.up))
    return (height, height)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let tabs else { return }
    let offset = tabs.offsets.tabs
    for (item, span) in zip(tabs.items, tabs.pager.scene.tabs) {
      CustomWidget.place(
        item.button,
        Placement(
          x: span.x - offset, width: span.width,
          height: tabs.stripHeight - PagedTabs.underlineHeight))
    }
  }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    tabs?.focus.focus(towards: direction)
  }
}
#endif
