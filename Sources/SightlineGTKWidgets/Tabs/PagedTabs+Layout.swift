#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

extension PagedTabs {
  /// Updates the layout to the current sizes. Running animations jump to their ends.
  ///
  /// - Returns: whether the update selected another tab.
  @discardableResult
  func relayout(selection: Int? = nil, width newWidth: Double? = nil) -> Bool {
    guard let widget = reference.pointer else { return false }
    let width = newWidth ?? sync.layout.strip.viewportWidth
    let direction = widget.layoutDirection
    let widths = tabWidgets.map { $0.naturalLength(GTK_ORIENTATION_HORIZONTAL) }
    let layout = PagerTabSync.Layout(
      strip: TabStrip(
        widths: widths, spacing: PagedTabs.spacing, margin: PagedTabs.margin, viewportWidth: width,
        direction: direction),
      pageWidth: width, direction: direction)
    let target = selection ?? sync.selection
    guard layout != sync.layout || target != sync.selection else { return false }
    let isNewTrack = layout.pages != sync.layout.pages || target != sync.selection
    tabsMove = nil
    if isNewTrack { pagesMove = nil }
    let now = MonotonicTime.frame(of: widget)
    var update = sync.update(layout, selection: selection, at: now)
    // Nothing is reported during GTK's layout.
    let reportsNow = newWidth == nil
    let hasChanged = update.selectionChanged
    update.selectionChanged = false
    take(update)
    if isNewTrack && hold == nil && pagesMove == nil { take(sync.pagesStopped(at: now)) }
    if let way = hold?.way { hold = (sync.pageOffset + way, way) }
    guard hasChanged else { return false }
    if reportsNow {
      tellSelection()
    } else {
      MainLoop.idle(priority: .normal) { [weak self] in self?.tellSelection() }
    }
    return true
  }
}

extension PagedTabs: OwnLayout, SidewaysScrolling {
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
    relayout(width: Double(width))
    let stripHeight = stripHeight
    let pagesTop = pagesLieUnderTabs ? 0 : stripTop + stripHeight
    for (index, item) in items.enumerated() {
      let x = sync.layout.pages.offset(at: Double(index)) - sync.pageOffset
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
    drawnUnderline = sync.underline.map { ($0.x - sync.tabsOffset, $0.width) }
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
    for (item, span) in zip(tabs.items, tabs.sync.layout.strip.tabs) {
      CustomWidget.place(
        item.button,
        Placement(
          x: span.x - tabs.sync.tabsOffset, width: span.width,
          height: tabs.stripHeight - PagedTabs.underlineHeight))
    }
  }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    tabs?.focus.focus(towards: direction)
  }
}
#endif
