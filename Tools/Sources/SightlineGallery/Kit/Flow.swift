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
      CustomWidget.place(child, frame, in: width)
    }
  }

  private func frames(of widget: WidgetPointer, width: Int) -> [PixelRect] {
    let children = shown(widget)
    var (frames, y) = ([PixelRect](), 0)
    while frames.count < children.count {
      let row = row(of: children[frames.count...], width: width, y: y)
      frames += row
      y += row[0].height + rowGap
    }
    return frames
  }

  /// Returns the frames of as many children as fit side by side. The first that expands takes the
  /// space left, and all are as high as the highest.
  private func row(of children: ArraySlice<WidgetPointer>, width: Int, y: Int) -> [PixelRect] {
    var (row, x) = ([PixelRect](), 0)
    for child in children {
      let own = min(self.width(of: child), width)
      if !row.isEmpty, x + own > width { break }
      row.append(PixelRect(x: x, y: y, width: own))
      x += own + gap
    }
    if let first = zip(row.indices, children).first(where: { expands($1) })?.0 {
      let rest = max(0, width + gap - x)
      row[first].width += rest
      for index in row.indices where index > first { row[index].x += rest }
    }
    let heights = zip(row, children).map {
      $1.room(along: GTK_ORIENTATION_VERTICAL, for: $0.width).natural
    }
    for index in row.indices { row[index].height = heights.max() ?? 0 }
    return row
  }

  /// Returns the natural width of a child, or the minimum of one that expands.
  private func width(of child: WidgetPointer) -> Int {
    let room = child.room(along: GTK_ORIENTATION_HORIZONTAL)
    return expands(child) ? room.minimum : room.natural
  }

  private func expands(_ child: WidgetPointer) -> Bool {
    gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL) != 0
  }

  private func shown(_ widget: WidgetPointer) -> [WidgetPointer] {
    CustomWidget.children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
  }
}
