#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// The independent measurement of a window's widgets for its audit.
struct WindowMeasurement: NaiveMeasurement {
  private(set) var covers: [WidgetPointer] = []

  init(root: WidgetPointer, _ table: CoverTable) {
    collectCovers(in: root, table)
    covers.removeAll { gtk_widget_get_mapped($0) == 0 || !Self.isOpaque($0) }
  }

  private mutating func collectCovers(in widget: WidgetPointer, _ table: CoverTable) {
    for (view, isFriendly) in table.covers(in: widget) where !isFriendly {
      covers.append(view.widget)
    }
    for child in CustomWidget.children(of: widget) { collectCovers(in: child, table) }
  }

  func bounds(of widget: WidgetPointer) -> LayoutRect? {
    gtk_widget_get_mapped(widget) != 0 ? widget.bounds(in: widget) : nil
  }

  private static func ancestors(of widget: WidgetPointer) -> some Sequence<WidgetPointer> {
    // A window or a popover is a separate surface.
    sequence(first: widget) { sightline_is_native($0) != 0 ? nil : gtk_widget_get_parent($0) }
  }

  /// Inside their CSS borders.
  func clips(of widget: WidgetPointer) -> [(view: WidgetPointer, rect: LayoutRect)] {
    Self.ancestors(of: widget).dropFirst().compactMap { ancestor in
      guard let border = ancestor.bounds(in: ancestor) else { return nil }
      if sightline_is_native(ancestor) != 0 { return (ancestor, border) }
      guard gtk_widget_get_overflow(ancestor) == GTK_OVERFLOW_HIDDEN else { return nil }
      return (ancestor, border.grown(by: LayoutInsets(cssBorderOf: ancestor)))
    }
  }

  private static func isOpaque(_ widget: WidgetPointer) -> Bool {
    ancestors(of: widget).reduce(1) { $0 * gtk_widget_get_opacity($1) }
      >= SceneCover.opaqueLimit
  }

  func corners(of widget: WidgetPointer, in other: WidgetPointer) -> SampleGrid.Corners? {
    guard let border = widget.bounds(in: widget),
      let topLeft = widget.convert(LayoutPoint(x: border.minX, y: border.minY), to: other),
      let topRight = widget.convert(LayoutPoint(x: border.maxX, y: border.minY), to: other),
      let bottomLeft = widget.convert(LayoutPoint(x: border.minX, y: border.maxY), to: other)
    else { return nil }
    return SampleGrid.Corners(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft)
  }

  func isDrawn(_ widget: WidgetPointer, before cover: WidgetPointer) -> Bool {
    if gtk_widget_is_ancestor(widget, cover) != 0 || widget == cover { return false }
    if gtk_widget_is_ancestor(cover, widget) != 0 { return true }
    var branch = widget
    for parent in Self.ancestors(of: widget).dropFirst() {
      if gtk_widget_is_ancestor(cover, parent) != 0 {
        // Outside overlays, only a named widget is a cover, and it lies over its siblings.
        if gtk_widget_get_parent(cover) == parent, sightline_is_overlay(parent) == 0,
          !CoverTable.isNamed(branch)
        {
          return true
        }
        var sibling = gtk_widget_get_next_sibling(branch)
        while let next = sibling {
          if next == cover || gtk_widget_is_ancestor(cover, next) != 0 { return true }
          sibling = gtk_widget_get_next_sibling(next)
        }
        return false
      }
      branch = parent
    }
    return false
  }
}
#endif
