import CGTK
import SightlineGTKToolkit

/// Lays widgets out in a row, wrapping to further rows below.
@MainActor
final class Flow: CustomWidgetDelegate {
  private let gap: Int
  private let rowGap: Int

  private init(gap: Int, rowGap: Int) {
    self.gap = gap
    self.rowGap = rowGap
  }

  static func make(
    gap: Int = 18, rowGap: Int = 6, _ children: [WidgetPointer] = []
  ) -> WidgetPointer {
    let widget = CustomWidget.make(
      Flow(gap: gap, rowGap: rowGap), cssName: "flow")
    for child in children { CustomWidget.add(child, to: widget) }
    return widget
  }

  /// Removes all children.
  static func empty(_ widget: WidgetPointer) {
    for child in CustomWidget.children(of: widget) { gtk_widget_unparent(child) }
  }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let widths = shown(widget).map { Self.lengths($0, GTK_ORIENTATION_HORIZONTAL) }
      let natural = widths.reduce(0) { $0 + $1.natural } + gap * max(0, widths.count - 1)
      return (widths.map(\.minimum).max() ?? 0, natural)
    }
    let height = rows(of: widget, width: size < 0 ? .max : size).last?.bottom ?? 0
    return (height, height)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    for row in rows(of: widget, width: width) {
      for item in row.items {
        let x = isMirrored ? width - item.x - item.width : item.x
        CustomWidget.place(
          item.child,
          Placement(
            x: Double(x), y: Double(row.top), width: Double(item.width),
            height: Double(row.bottom - row.top)))
      }
    }
  }

  private struct Row {
    var top: Int
    var bottom: Int
    var items: [(child: WidgetPointer, x: Int, width: Int)] = []
  }

  private func rows(of widget: WidgetPointer, width: Int) -> [Row] {
    var rows: [Row] = []
    var x = 0
    for child in shown(widget) {
      let lengths = Self.lengths(child, GTK_ORIENTATION_HORIZONTAL)
      let own = max(lengths.minimum, min(lengths.natural, width))
      let height = Self.lengths(child, GTK_ORIENTATION_VERTICAL, for: own).natural
      if rows.isEmpty || x + own > width {
        let top = rows.last.map { $0.bottom + rowGap } ?? 0
        rows.append(Row(top: top, bottom: top))
        x = 0
      }
      let last = rows.count - 1
      rows[last].bottom = max(rows[last].bottom, rows[last].top + height)
      rows[last].items.append((child, x, own))
      x += own + gap
    }
    return rows
  }

  private func shown(_ widget: WidgetPointer) -> [WidgetPointer] {
    CustomWidget.children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
  }

  static func lengths(
    _ widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int = -1
  ) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(widget, orientation, gint(clamping: size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }
}
