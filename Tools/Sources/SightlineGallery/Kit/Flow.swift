import CSightlineGTK
import SightlineGTKToolkit

/// Lays widgets out in rows: side by side as long as they fit, or as tiles of one size.
@MainActor
final class Flow: CustomWidgetDelegate {
  private let gap: Int
  private let rowGap: Int
  /// The maximum number of columns of tiles; `nil` for widgets of their own widths.
  private let mostColumns: Int?

  private init(gap: Int, rowGap: Int, mostColumns: Int? = nil) {
    self.gap = gap
    self.rowGap = rowGap
    self.mostColumns = mostColumns
  }

  static func make(
    gap: Int = 18, rowGap: Int = 6, _ children: [WidgetPointer] = []
  ) -> WidgetPointer {
    make(Flow(gap: gap, rowGap: rowGap), children)
  }

  /// Creates tiles in as many columns as fit, with equal rows where possible: four are side by
  /// side, two by two, or one below the other.
  static func tiles(
    gap: Int = 8, mostColumns: Int = .max, _ children: [WidgetPointer]
  ) -> WidgetPointer {
    make(Flow(gap: gap, rowGap: gap, mostColumns: mostColumns), children)
  }

  private static func make(_ flow: Flow, _ children: [WidgetPointer]) -> WidgetPointer {
    let widget = CustomWidget.make(flow, cssName: "flow")
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
      let count = min(widths.count, mostColumns ?? .max)
      let widest = widths.map(\.natural).max() ?? 0
      let sum = mostColumns == nil ? widths.reduce(0) { $0 + $1.natural } : count * widest
      return (widths.map(\.minimum).max() ?? 0, sum + gap * max(0, count - 1))
    }
    let frames = frames(of: widget, width: size < 0 ? .max / 2 : size)
    let height = frames.map { $0.y + $0.height }.max() ?? 0
    return (height, height)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    for (child, frame) in zip(shown(widget), frames(of: widget, width: width)) {
      CustomWidget.place(
        child,
        Placement(
          x: Double(isMirrored ? width - frame.x - frame.width : frame.x), y: Double(frame.y),
          width: Double(frame.width), height: Double(frame.height)))
    }
  }

  private func frames(of widget: WidgetPointer, width: Int) -> [ShellLayout.Frame] {
    let children = shown(widget)
    let own = mostColumns.map { tileWidth(of: children, width: width, mostColumns: $0) }
    var frames: [ShellLayout.Frame] = []
    var (x, y) = (0, 0)
    var row = 0
    for child in children {
      let lengths = Self.lengths(child, GTK_ORIENTATION_HORIZONTAL)
      let childWidth = own ?? max(lengths.minimum, min(lengths.natural, width))
      if x > 0, x + childWidth > width {
        y = (frames.map { $0.y + $0.height }.max() ?? 0) + rowGap
        (x, row) = (0, frames.count)
      }
      let height = Self.lengths(child, GTK_ORIENTATION_VERTICAL, for: childWidth).natural
      frames.append(ShellLayout.Frame(x: x, y: y, width: childWidth, height: height))
      x += childWidth + gap
      // As high as the highest of the row; tiles, as the highest of all.
      let begin = own == nil ? row : 0
      let most = frames[begin...].map(\.height).max() ?? 0
      for index in begin..<frames.count { frames[index].height = most }
    }
    return own == nil ? frames : evenRows(frames)
  }

  /// Moves rows of tiles to distances of one height, which the last tile may have raised.
  private func evenRows(_ frames: [ShellLayout.Frame]) -> [ShellLayout.Frame] {
    var (row, result) = (-1, frames)
    for index in frames.indices {
      if frames[index].x == 0 { row += 1 }
      result[index].y = row * (frames[index].height + rowGap)
    }
    return result
  }

  private func tileWidth(of children: [WidgetPointer], width: Int, mostColumns: Int) -> Int {
    let least = children.map { Self.lengths($0, GTK_ORIENTATION_HORIZONTAL).minimum }.max() ?? 0
    let most = max(1, min((width + gap) / max(1, least + gap), children.count, mostColumns))
    // The number of rows this takes, filled evenly.
    let rows = (children.count + most - 1) / most
    let columns = max(1, (children.count + rows - 1) / max(1, rows))
    return (width - (columns - 1) * gap) / columns
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
