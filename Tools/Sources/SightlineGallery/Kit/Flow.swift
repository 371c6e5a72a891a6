import SightlineGTKToolkit

/// Lays widgets out in rows: side by side as long as they fit.
@MainActor
final class Flow: CustomWidgetDelegate {
  private let gap: Int
  private let rowGap: Int

  private init(gap: Int, rowGap: Int) { (self.gap, self.rowGap) = (gap, rowGap) }

  static func make(
    gap: Int = 8, rowGap: Int = 6, _ children: [WidgetPointer] = []
  ) -> WidgetPointer {
    let widget = CustomWidget.make(Flow(gap: gap, rowGap: rowGap), cssName: "flow")
    for child in children { CustomWidget.add(child, to: widget) }
    return widget
  }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let widths = shown(widget).map { $0.room(along: orientation) }
      let sum = widths.reduce(0) { $0 + $1.natural + gap }
      return (widths.map(\.minimum).max() ?? 0, max(0, sum - gap))
    }
    let height = frames(of: widget, width: size < 0 ? .max / 2 : size).last.map { $0.y + $0.height }
    return (height ?? 0, height ?? 0)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    for (child, frame) in zip(shown(widget), frames(of: widget, width: width)) {
      CustomWidget.place(child, widget.isMirrored ? frame.mirrored(in: width) : frame)
    }
  }

  /// Returns the frames of the children. All in a row are as high as its highest.
  private func frames(of widget: WidgetPointer, width: Int) -> [PixelRect] {
    var (frames, row, x, y) = ([PixelRect](), 0, 0, 0)
    for child in shown(widget) {
      let own = min(child.room(along: GTK_ORIENTATION_HORIZONTAL).natural, width)
      if x > 0, x + own > width {
        (row, x, y) = (frames.count, 0, y + (frames.last?.height ?? 0) + rowGap)
      }
      let height = child.room(along: GTK_ORIENTATION_VERTICAL, for: own).natural
      frames.append(PixelRect(x: x, y: y, width: own))
      let highest = frames[row...].reduce(height) { max($0, $1.height) }
      for index in row..<frames.count { frames[index].height = highest }
      x += own + gap
    }
    return frames
  }

  private func shown(_ widget: WidgetPointer) -> [WidgetPointer] {
    CustomWidget.children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
  }
}
