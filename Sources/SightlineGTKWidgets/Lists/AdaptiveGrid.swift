#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
public import SightlineScroll

/// A grid with as many equal columns as fit its width.
///
/// ```swift
/// let grid = AdaptiveGrid(AdaptiveColumns(minimumItemWidth: 160, spacing: 12))
/// for card in cards { grid.append(card) }
/// ```
///
/// 1. All items have the same height: the given one, or that of the tallest item.
/// 2. In right-to-left layouts, each row starts at the right.
/// 3. Hidden items take no space.
@MainActor
public final class AdaptiveGrid {
  private let columns: AdaptiveColumns
  private let itemHeight: Double?
  private let root: WeakObjectReference<WidgetPointer>

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - columns: how the width is divided.
  ///   - itemHeight: the height of every item; `nil` for that of the tallest.
  public init(_ columns: AdaptiveColumns, itemHeight: Double? = nil) {
    self.columns = columns
    self.itemHeight = itemHeight
    let widget = CustomWidget.make(cssName: "adaptive-grid")
    root = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
  }

  /// The grid.
  public var widget: UnsafeMutablePointer<GtkWidget> { root.alive("the grid") }

  /// Appends an item.
  public func append(_ item: UnsafeMutablePointer<GtkWidget>) {
    if let widget = root.pointer { CustomWidget.add(item, to: widget) }
  }

  /// Removes an item.
  ///
  /// - Precondition: `item` is in this grid.
  public func remove(_ item: UnsafeMutablePointer<GtkWidget>) {
    require(
      gtk_widget_get_parent(item) == root.pointer,
      "the \(item.className) is not an item of this grid")
    gtk_widget_unparent(item)
  }
}

// MARK: Layout

extension AdaptiveGrid: OwnLayout {
  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  private func items(of widget: WidgetPointer) -> [WidgetPointer] {
    CustomWidget.children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
  }

  private func height(of items: [WidgetPointer], width: Double) -> Double {
    if let itemHeight { return itemHeight }
    let width = width.rounded(.down)
    return items.map { $0.naturalLength(GTK_ORIENTATION_VERTICAL, for: width) }.max() ?? 0
  }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    let items = items(of: widget)
    let margins = columns.margins.left + columns.margins.right
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let least = Double(items.greatestRoom(along: orientation).minimum)
      let natural = max(least, columns.minimumItemWidth)
      return (Int(pixelsFor: least + margins), Int(pixelsFor: natural + margins))
    }
    let natural = Int(pixelsFor: columns.minimumItemWidth + margins)
    let width = Double(size >= 0 ? size : natural)
    let layout = columns.columns(for: width, direction: widget.layoutDirection)
    let height = layout.contentHeight(
      for: items.count, height: self.height(of: items, width: layout.itemWidth))
    return (Int(pixelsFor: height), Int(pixelsFor: height))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let items = items(of: widget)
    let layout = columns.columns(for: Double(width), direction: widget.layoutDirection)
    let itemHeight = self.height(of: items, width: layout.itemWidth)
    for (index, item) in items.enumerated() {
      let frame = layout.frame(ofItem: index, height: itemHeight)
      // Round both edges so gaps stay even.
      let (left, right) = (frame.minX.rounded(), frame.maxX.rounded())
      CustomWidget.place(
        item, Placement(x: left, y: frame.minY, width: right - left, height: itemHeight))
    }
  }
}
#endif
