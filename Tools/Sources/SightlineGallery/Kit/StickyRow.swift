import SightlineGTK
import SightlineGTKToolkit

/// A tall item with a panel that stays in view while the item scrolls by, as long as it fits into
/// the item. Its widget owns this object.
@MainActor
final class StickyRow: CustomWidgetDelegate {
  private static let inset = 14
  /// Space for the body's marks beside the panel.
  private static let gutter = 64

  private(set) lazy var widget = CustomWidget.make(self)
  private let height: Int
  private let body: WidgetPointer
  private let panel: WidgetPointer
  private let scroller: WeakObjectReference<WidgetPointer>

  init(height: Int, body: WidgetPointer, panel: WidgetPointer, in scroller: WidgetPointer) {
    (self.height, self.body, self.panel) = (height, body, panel)
    self.scroller = WeakObjectReference(scroller)
    for child in [body, panel] { CustomWidget.add(child, to: widget) }
    Signal.connect(scroller.verticalAdjustment, "value-changed") { [weak self] in
      // Only positions change, not the size.
      if let self { gtk_widget_queue_allocate(widget) }
    }
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_VERTICAL { return (height, height) }
    let width = panel.room(along: orientation).minimum + Self.gutter + Self.inset
    return (width, width)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(body, PixelRect(width: width, height: height), in: width)
    // The part of the item above the upper edge of the window.
    let top = scroller.pointer.flatMap { widget.bounds(in: $0) }.map { -Int($0.minY) } ?? 0
    var frame = PixelRect(x: Self.gutter, width: width - Self.gutter - Self.inset)
    frame.height = panel.room(along: GTK_ORIENTATION_VERTICAL, for: frame.width).minimum
    let lowest = max(Self.inset, height - frame.height - Self.inset)
    frame.y = min(max(0, top) + Self.inset, lowest)
    CustomWidget.place(panel, frame, in: width)
  }
}
