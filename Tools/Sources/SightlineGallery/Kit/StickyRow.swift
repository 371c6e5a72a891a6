import CSightlineGTK
import SightlineGTKToolkit

/// A tall item with a panel that stays in view while the item scrolls by, as long as it fits into
/// the item.
@MainActor
final class StickyRow: CustomWidgetDelegate {
  private static let inset = 14.0
  /// Space for the body's marks, beside the panel.
  private static let gutter = 64.0

  private let height: Int
  private let body: WidgetPointer
  private let panel: WidgetPointer
  private let scroller: WeakObjectReference<WidgetPointer>

  private init(height: Int, body: WidgetPointer, panel: WidgetPointer, scroller: WidgetPointer) {
    self.height = height
    self.body = body
    self.panel = panel
    self.scroller = WeakObjectReference(scroller)
  }

  static func make(
    height: Int, body: WidgetPointer, panel: WidgetPointer, in scroller: WidgetPointer
  ) -> WidgetPointer {
    let widget = CustomWidget.make(
      StickyRow(height: height, body: body, panel: panel, scroller: scroller))
    CustomWidget.add(body, to: widget)
    CustomWidget.add(panel, to: widget)
    let reference = WeakObjectReference(widget)
    Signal.connect(scroller.verticalAdjustment, "value-changed") {
      // Only the panel's position changes, not the size.
      if let widget = reference.pointer { gtk_widget_queue_allocate(widget) }
    }
    return widget
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_VERTICAL { return (height, height) }
    var least: gint = 0
    gtk_widget_measure(panel, orientation, -1, &least, nil, nil, nil)
    let width = Int(least) + Int(Self.gutter + Self.inset)
    return (width, width)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(body, Placement(width: Double(width), height: Double(height)))
    let panelWidth = Double(width) - Self.gutter - Self.inset
    var panelHeight: gint = 0
    gtk_widget_measure(
      panel, GTK_ORIENTATION_VERTICAL, gint(panelWidth), &panelHeight, nil, nil, nil)
    let most = Double(height) - Double(panelHeight) - Self.inset
    let place = min(max(Self.inset, hiddenAbove(widget) + Self.inset), max(Self.inset, most))
    CustomWidget.place(
      panel,
      Placement(
        x: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? Self.inset : Self.gutter,
        y: place, width: panelWidth, height: Double(panelHeight)))
  }

  /// Returns the height of the item's part above the upper edge.
  private func hiddenAbove(_ widget: WidgetPointer) -> Double {
    guard let scroller = scroller.pointer else { return 0 }
    var origin = graphene_point_t(x: 0, y: 0)
    var place = graphene_point_t()
    guard gtk_widget_compute_point(widget, scroller, &origin, &place) != 0 else { return 0 }
    return -Double(place.y)
  }
}
