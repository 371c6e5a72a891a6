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
    if let newWidth { width = newWidth }
    let direction = widget.layoutDirection
    let widths = items.map { Double($0.button.room(along: GTK_ORIENTATION_HORIZONTAL).natural) }
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

/// The layout and drawing of tabs with pages.
@MainActor
final class PagedTabsDelegate: CustomWidgetDelegate, SidewaysScrolling {
  /// The tabs. Live as long as the widget.
  var tabs: PagedTabs?

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    guard let tabs else { return (0, 0) }
    let pages = tabs.items.map { $0.page.room(along: orientation) }
    let least = pages.map(\.minimum).max() ?? 0
    let most = pages.map(\.natural).max() ?? 0
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      // Tabs that don't fit scroll.
      let tab = tabs.items.map { $0.button.room(along: orientation).natural }.max() ?? 0
      return (max(least, tab), max(most, tab))
    }
    let strip = Int(tabs.stripHeight.rounded(.up))
    return tabs.pagesLieUnderTabs
      ? (max(least, strip), max(most, strip)) : (least + strip, most + strip)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let tabs else { return }
    tabs.relayout(width: Double(width))
    let (top, stripHeight) = (tabs.stripTop, tabs.stripHeight)
    let pagesTop = tabs.pagesLieUnderTabs ? 0 : top + stripHeight
    let pages = tabs.sync.layout.pages
    for (index, item) in tabs.items.enumerated() {
      let x = pages.offset(at: Double(index)) - tabs.sync.pageOffset
      // A page out of view isn't drawn but keeps its state.
      let isInView = x < Double(width) && x + Double(width) > 0
      gtk_widget_set_child_visible(item.panel, isInView ? 1 : 0)
      CustomWidget.place(
        item.panel,
        Placement(x: x, y: pagesTop, width: Double(width), height: Double(height) - pagesTop))
    }
    CustomWidget.place(tabs.strip, Placement(y: top, width: Double(width), height: stripHeight))
    // If only the underline changed, GTK wouldn't redraw.
    gtk_widget_queue_draw(widget)
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
    guard let tabs else { return }
    guard let span = tabs.sync.underline else {
      tabs.drawnUnderline = nil
      return
    }
    let x = span.x - tabs.sync.tabsOffset
    var colour = GdkRGBA()
    sightline_widget_colour(tabs.strip, &colour)
    var bounds = graphene_rect_t(
      origin: graphene_point_t(
        x: Float(x), y: Float(tabs.stripTop + tabs.stripHeight - PagedTabs.underlineHeight)),
      size: graphene_size_t(width: Float(span.width), height: Float(PagedTabs.underlineHeight)))
    gtk_snapshot_append_color(snapshot, &colour, &bounds)
    tabs.drawnUnderline = (x, span.width)
  }
}

/// The layout of the tabs in their strip.
@MainActor
final class TabStripDelegate: CustomWidgetDelegate {
  weak var tabs: PagedTabs?

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
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
