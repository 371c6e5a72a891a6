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
  /// How the width is divided.
  public let adaptiveColumns: AdaptiveColumns
  private let itemHeight: Double?
  private let root: WeakObjectReference<WidgetPointer>
  private var laidOut: ColumnLayout?
  private let handlers = ScrollHandlers<Int>()

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - columns: how the width is divided.
  ///   - itemHeight: the height of every item; `nil` for that of the tallest.
  public init(_ columns: AdaptiveColumns, itemHeight: Double? = nil) {
    adaptiveColumns = columns
    self.itemHeight = itemHeight
    let widget = CustomWidget.make(cssName: "adaptive-grid")
    root = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
  }

  /// The grid.
  public var widget: UnsafeMutablePointer<GtkWidget> { root.alive("the grid") }

  /// The number of columns in the last layout; `nil` before the first.
  public var columnCount: Int? { laidOut?.count }

  /// The item width in the last layout, in points, before rounding to pixels.
  public var itemWidth: Double? { laidOut?.itemWidth }

  /// Calls a closure between frames after a layout changes the number of columns.
  @discardableResult
  public func columnCountChanged(_ body: @escaping @MainActor (Int) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// Appends an item.
  public func append(_ item: UnsafeMutablePointer<GtkWidget>) {
    if let widget = root.pointer { CustomWidget.add(item, to: widget) }
  }

  /// Removes an item.
  ///
  /// - Precondition: `item` is in this grid.
  public func remove(_ item: UnsafeMutablePointer<GtkWidget>) {
    precondition(
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
    let margins = adaptiveColumns.margins.left + adaptiveColumns.margins.right
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let least = Double(items.greatestRoom(along: orientation).minimum)
      let natural = max(least, adaptiveColumns.minimumItemWidth)
      return (Int(pixelsFor: least + margins), Int(pixelsFor: natural + margins))
    }
    let natural = Int(pixelsFor: adaptiveColumns.minimumItemWidth + margins)
    let width = Double(size >= 0 ? size : natural)
    let columns = adaptiveColumns.columns(for: width, direction: widget.layoutDirection)
    let height = columns.contentHeight(
      for: items.count, height: self.height(of: items, width: columns.itemWidth))
    return (Int(pixelsFor: height), Int(pixelsFor: height))
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    let items = items(of: widget)
    let columns = adaptiveColumns.columns(for: Double(width), direction: widget.layoutDirection)
    let itemHeight = self.height(of: items, width: columns.itemWidth)
    for (index, item) in items.enumerated() {
      let frame = columns.frame(ofItem: index, height: itemHeight)
      // Round both edges so gaps stay even.
      let (left, right) = (frame.minX.rounded(), frame.maxX.rounded())
      CustomWidget.place(
        item, Placement(x: left, y: frame.minY, width: right - left, height: itemHeight))
    }
    let isNew = columns.count != laidOut?.count
    laidOut = columns
    // Outside the layout, because the callback may change widgets.
    if isNew {
      MainLoop.idle(priority: .normal) { [weak self] in self?.handlers.call(columns.count) }
    }
  }
}
#endif
