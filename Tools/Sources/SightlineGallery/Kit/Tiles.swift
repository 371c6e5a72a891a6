import CGTK
import SightlineGTKToolkit

/// Lays widgets of one size out in as many columns as fit, with equal rows where possible: four are
/// side by side, two by two, or one below the other.
@MainActor
final class Tiles: CustomWidgetDelegate {
  private let gap: Int
  private let mostColumns: Int

  private init(gap: Int, mostColumns: Int) {
    self.gap = gap
    self.mostColumns = mostColumns
  }

  static func make(
    gap: Int = 8, mostColumns: Int = .max, _ children: [WidgetPointer]
  ) -> WidgetPointer {
    let widget = CustomWidget.make(Tiles(gap: gap, mostColumns: mostColumns), cssName: "tiles")
    for child in children { CustomWidget.add(child, to: widget) }
    return widget
  }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    let children = CustomWidget.children(of: widget)
    guard !children.isEmpty else { return (0, 0) }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let natural = children.map { Flow.lengths($0, GTK_ORIENTATION_HORIZONTAL).natural }.max() ?? 0
      let columns = min(children.count, mostColumns)
      return (least(of: children), columns * natural + (columns - 1) * gap)
    }
    let layout = layout(of: children, width: size < 0 ? .max / 2 : size)
    let rows = (children.count + layout.columns - 1) / layout.columns
    let height = rows * layout.height + (rows - 1) * gap
    return (height, height)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let children = CustomWidget.children(of: widget)
    guard !children.isEmpty else { return }
    let layout = layout(of: children, width: width)
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    for (index, child) in children.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: layout.columns)
      let x = column * (layout.width + gap)
      CustomWidget.place(
        child,
        Placement(
          x: Double(isMirrored ? width - x - layout.width : x),
          y: Double(row * (layout.height + gap)), width: Double(layout.width),
          height: Double(layout.height)))
    }
  }

  private func least(of children: [WidgetPointer]) -> Int {
    children.map { Flow.lengths($0, GTK_ORIENTATION_HORIZONTAL).minimum }.max() ?? 0
  }

  private func layout(
    of children: [WidgetPointer], width: Int
  ) -> (columns: Int, width: Int, height: Int) {
    let fitting = max(1, (width + gap) / max(1, least(of: children) + gap))
    let most = min(fitting, children.count, mostColumns)
    // The number of rows this takes, filled evenly.
    let rows = (children.count + most - 1) / most
    let columns = (children.count + rows - 1) / rows
    let own = (width - (columns - 1) * gap) / columns
    let height = children.map { Flow.lengths($0, GTK_ORIENTATION_VERTICAL, for: own).natural }.max()
    return (columns, own, height ?? 0)
  }
}
