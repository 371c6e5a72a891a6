import CSightlineGTK
import SightlineGTK
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
    let width = Flow.lengths(panel, orientation).minimum + Int(Self.gutter + Self.inset)
    return (width, width)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(body, Placement(width: Double(width), height: Double(height)))
    let panelWidth = Double(width) - Self.gutter - Self.inset
    let panelHeight = Flow.lengths(panel, GTK_ORIENTATION_VERTICAL, for: Int(panelWidth)).minimum
    let most = Double(height) - Double(panelHeight) - Self.inset
    // The part of the item above the upper edge.
    let hidden = scroller.pointer.flatMap { widget.bounds(in: $0) }.map { -$0.minY } ?? 0
    let place = min(max(Self.inset, hidden + Self.inset), max(Self.inset, most))
    CustomWidget.place(
      panel,
      Placement(
        x: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? Self.inset : Self.gutter,
        y: place, width: panelWidth, height: Double(panelHeight)))
  }
}
