#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTKToolkit
internal import SightlineHost

/// A second measurement of widgets for an audit: through each ancestor, by GTK's own conversion of
/// points.
@MainActor
struct NaiveMeasurement {
  /// The covers of the window that hide the widgets below them.
  private var covers: [WidgetPointer] = []

  init(root: WidgetPointer, _ table: CoverTable) { collectCovers(in: root, table) }

  private mutating func collectCovers(in widget: WidgetPointer, _ table: CoverTable) {
    for (view, isFriendly) in table.covers(in: widget) where !isFriendly {
      covers.append(view.widget)
    }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      collectCovers(in: next, table)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// Returns the visible fraction of a widget in its window.
  func fraction(of widget: WidgetPointer) -> Double {
    guard gtk_widget_get_mapped(widget) != 0 else { return 0 }
    let clips = Self.clips(of: widget)
    var grid = SampleGrid()
    for clip in clips {
      guard let corners = Self.corners(of: widget, in: clip.widget) else { return 0 }
      grid.clip(to: clip.rect, corners)
    }
    for cover in covers where gtk_widget_get_mapped(cover) != 0 && Self.isOpaque(cover) {
      guard Self.isDrawn(widget, before: cover), let rect = Self.border(of: cover) else { continue }
      let rects = ([(cover, rect)] + Self.clips(of: cover)).compactMap { clip, rect in
        Self.corners(of: widget, in: clip).map { (rect, $0) }
      }
      grid.cover(by: rects)
    }
    return grid.fraction
  }

  private static func ancestors(of widget: WidgetPointer) -> some Sequence<WidgetPointer> {
    // Above a window or a popover lies another surface.
    sequence(first: widget) { sightline_is_native($0) != 0 ? nil : gtk_widget_get_parent($0) }
  }

  private static func border(of widget: WidgetPointer) -> LayoutRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, widget, &bounds) != 0 else { return nil }
    return LayoutRect(bounds)
  }

  /// Returns the widgets that clip a widget, each with its area inside the CSS border.
  private static func clips(of widget: WidgetPointer) -> [(widget: WidgetPointer, rect: LayoutRect)]
  {
    ancestors(of: widget).dropFirst().compactMap { ancestor in
      guard let border = border(of: ancestor) else { return nil }
      if sightline_is_native(ancestor) != 0 { return (ancestor, border) }
      guard gtk_widget_get_overflow(ancestor) == GTK_OVERFLOW_HIDDEN else { return nil }
      let widths = sightline_widget_border(ancestor)
      return (
        ancestor,
        border.grown(
          by: LayoutInsets(
            top: -Double(widths.top), left: -Double(widths.left), bottom: -Double(widths.bottom),
            right: -Double(widths.right)))
      )
    }
  }

  private static func isOpaque(_ widget: WidgetPointer) -> Bool {
    ancestors(of: widget).reduce(1) { $0 * gtk_widget_get_opacity($1) } >= SceneCover.opaqueLimit
  }

  private static func corners(
    of widget: WidgetPointer, in other: WidgetPointer
  ) -> SampleGrid.Corners? {
    guard let border = border(of: widget) else { return nil }
    func point(_ x: Double, _ y: Double) -> LayoutPoint? {
      var point = graphene_point_t(x: Float(x), y: Float(y))
      var result = graphene_point_t()
      guard gtk_widget_compute_point(widget, other, &point, &result) != 0 else { return nil }
      return LayoutPoint(x: Double(result.x), y: Double(result.y))
    }
    guard let topLeft = point(border.minX, border.minY),
      let topRight = point(border.maxX, border.minY),
      let bottomLeft = point(border.minX, border.maxY)
    else { return nil }
    return SampleGrid.Corners(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft)
  }

  /// Returns whether a cover that does not contain a widget is drawn over it.
  private static func isDrawn(_ widget: WidgetPointer, before cover: WidgetPointer) -> Bool {
    if gtk_widget_is_ancestor(widget, cover) != 0 || widget == cover { return false }
    if gtk_widget_is_ancestor(cover, widget) != 0 { return true }
    var branch = widget
    for parent in ancestors(of: widget).dropFirst() {
      if gtk_widget_is_ancestor(cover, parent) != 0 {
        // Outside of overlays, only a name makes a cover, and it lies over its siblings.
        if gtk_widget_get_parent(cover) == parent, sightline_is_overlay(parent) == 0 { return true }
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
