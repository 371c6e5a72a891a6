import SightlineGTK
import SightlineGTKToolkit

/// A tall item with a panel that stays in view while the item scrolls by, as long as it fits into
/// the item, and optionally a bracket along the part that the window shows.
@MainActor
final class StickyRow: CustomWidgetDelegate {
  private static let inset = 14
  /// Space for the body's marks and the bracket, beside the panel.
  private static let gutter = 64

  private let height: Int
  private let body: WidgetPointer
  private let panel: WidgetPointer
  private let cut: WidgetPointer?
  private let scroller: WeakObjectReference<WidgetPointer>

  private init(
    height: Int, body: WidgetPointer, panel: WidgetPointer, cut: WidgetPointer?,
    scroller: WidgetPointer
  ) {
    (self.height, self.body, self.panel, self.cut) = (height, body, panel, cut)
    self.scroller = WeakObjectReference(scroller)
  }

  /// - Parameter cut: the bracket.
  static func make(
    height: Int, body: WidgetPointer, panel: WidgetPointer, cut: WidgetPointer? = nil,
    in scroller: WidgetPointer
  ) -> WidgetPointer {
    let widget = CustomWidget.make(
      StickyRow(height: height, body: body, panel: panel, cut: cut, scroller: scroller))
    for child in [body, cut, panel] { child.map { CustomWidget.add($0, to: widget) } }
    let reference = WeakObjectReference(widget)
    Signal.connect(scroller.verticalAdjustment, "value-changed") {
      // Only positions change, not the size.
      if let widget = reference.pointer { gtk_widget_queue_allocate(widget) }
    }
    return widget
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_VERTICAL { return (height, height) }
    let width = panel.room(along: orientation).minimum + Self.gutter + Self.inset
    return (width, width)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    CustomWidget.place(body, PixelRect(width: width, height: height))
    // The parts of the item above the upper edge and above the lower edge.
    let top = scroller.pointer.flatMap { widget.bounds(in: $0) }.map { -Int($0.minY) } ?? 0
    let bottom = top + (scroller.pointer.map { Int(gtk_widget_get_height($0)) } ?? height)
    place(panel, in: width, of: height, at: top, isMirrored: widget.isMirrored)
    guard let cut else { return }
    let (begin, end) = (max(0, top), min(height, bottom))
    let frame = PixelRect(y: begin, width: Self.gutter, height: end - begin)
    let isShown = frame.height > cut.room(along: GTK_ORIENTATION_VERTICAL).minimum
    gtk_widget_set_child_visible(cut, isShown ? 1 : 0)
    CustomWidget.place(cut, widget.isMirrored ? frame.mirrored(in: width) : frame)
  }

  private func place(
    _ panel: WidgetPointer, in width: Int, of height: Int, at top: Int, isMirrored: Bool
  ) {
    var frame = PixelRect(x: Self.gutter, width: width - Self.gutter - Self.inset)
    frame.height = panel.room(along: GTK_ORIENTATION_VERTICAL, for: frame.width).minimum
    let lowest = max(Self.inset, height - frame.height - Self.inset)
    frame.y = min(max(0, top) + Self.inset, lowest)
    CustomWidget.place(panel, isMirrored ? frame.mirrored(in: width) : frame)
  }
}
