public import SightlineCore

/// As many columns as fit, all equally wide: a grid that follows its container's width.
///
/// ```swift
/// let grid = AdaptiveColumns(minimumItemWidth: 160, spacing: 12, margins: LayoutInsets(16))
/// let columns = grid.columns(for: 390)      // 2 columns of 173 pt
/// columns.frame(ofItem: 3, height: 120)     // second row, second column
/// ```
///
/// 1. There is always at least one column, never wider than the room there is: in a container
///    narrower than the minimum the one column is as wide as that container allows.
/// 2. Several columns are never narrower than the minimum.
/// 3. Columns and gaps fill the width exactly, up to rounding; a width that is exact for *n*
///    columns gives *n*.
public struct AdaptiveColumns: Hashable, Sendable {
  /// The least width of an item, in points.
  public let minimumItemWidth: Double
  /// The gap between columns, in points.
  public let spacing: Double
  /// The gap between rows, in points.
  public let rowSpacing: Double
  /// Room around the items, outwards from them, inside the container.
  public let margins: LayoutInsets
  /// The most columns there may be.
  public let maximumCount: Int

  /// Far more columns than a screen has points: bounds the count for a width that makes no sense.
  public static let defaultMaximumCount = 10_000

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - minimumItemWidth: the least width of an item.
  ///   - spacing: the gap between columns; negative or not finite counts as 0.
  ///   - rowSpacing: the gap between rows; `nil` for the same as between columns.
  ///   - margins: room around the items; what is not finite counts as 0.
  ///   - maximumCount: the most columns there may be.
  /// - Precondition: `minimumItemWidth` is finite and above 0, and `maximumCount` is at least 1.
  public init(
    minimumItemWidth: Double, spacing: Double = 0, rowSpacing: Double? = nil,
    margins: LayoutInsets = .zero, maximumCount: Int = defaultMaximumCount
  ) {
    precondition(
      minimumItemWidth > 0 && minimumItemWidth.isFinite,
      "a column's minimum width must be a number above 0, not \(minimumItemWidth)")
    precondition(maximumCount >= 1, "there must be at least 1 column, not \(maximumCount)")
    self.minimumItemWidth = minimumItemWidth
    self.spacing = spacing.asExtent
    self.rowSpacing = (rowSpacing ?? spacing).asExtent
    self.margins = LayoutInsets(
      top: margins.top.orZero, left: margins.left.orZero, bottom: margins.bottom.orZero,
      right: margins.right.orZero)
    self.maximumCount = maximumCount
  }

  /// The columns in a container of this width.
  ///
  /// - Parameters:
  ///   - width: in points; negative or not finite counts as 0.
  ///   - direction: from right to left the first item of a row is at the right.
  /// - Complexity: O(1).
  public func columns(
    for width: Double, direction: ReadingDirection = .leftToRight
  ) -> ColumnLayout {
    let room = max(0, width.asExtent - margins.left - margins.right)
    // The tolerance is for widths that were themselves added up from n columns.
    let fitting = (room + spacing) / (minimumItemWidth + spacing) + AdaptiveColumns.tolerance
    let count = fitting >= Double(maximumCount) ? maximumCount : max(1, Int(fitting))
    return ColumnLayout(
      count: count, itemWidth: max(0, (room - spacing * Double(count - 1)) / Double(count)),
      origin: LayoutPoint(x: margins.left, y: margins.top), bottomMargin: margins.bottom,
      spacing: spacing, rowSpacing: rowSpacing, direction: direction)
  }

  private static let tolerance = 1e-9
}

/// The columns of a grid in a container of a certain width.
public struct ColumnLayout: Hashable, Sendable {
  /// How many there are; at least 1.
  public let count: Int
  /// How wide each item is, in points; never negative.
  public let itemWidth: Double

  let origin: LayoutPoint
  let bottomMargin: Double
  let spacing: Double
  let rowSpacing: Double
  let direction: ReadingDirection

  /// How many rows so many items need; 0 for none, and for a negative number.
  public func rowCount(for items: Int) -> Int {
    items > 0 ? (items - 1) / count + 1 : 0
  }

  /// The row and the column of an item, counted from 0 in reading order.
  ///
  /// - Precondition: `item` is not negative.
  public func place(ofItem item: Int) -> (row: Int, column: Int) {
    precondition(item >= 0, "an item's index must not be negative, as \(item) is")
    return (item / count, item % count)
  }

  /// Where an item lies, in the grid's own space, if all items have this height.
  ///
  /// - Parameters:
  ///   - item: its index, from 0.
  ///   - height: every item's height in points; negative or not finite counts as 0.
  /// - Precondition: `item` is not negative.
  /// - Complexity: O(1).
  public func frame(ofItem item: Int, height: Double) -> LayoutRect {
    let (row, column) = place(ofItem: item)
    let fromLeft = direction == .rightToLeft ? count - 1 - column : column
    return LayoutRect(
      x: origin.x + Double(fromLeft) * (itemWidth + spacing),
      y: origin.y + Double(row) * (height.asExtent + rowSpacing),
      width: itemWidth, height: height.asExtent)
  }

  /// How high the grid is with so many items of this height, margins included, in points.
  public func contentHeight(for items: Int, height: Double) -> Double {
    let rows = Double(rowCount(for: items))
    let gaps = max(0, rows - 1) * rowSpacing
    return max(0, origin.y + rows * height.asExtent + gaps + bottomMargin)
  }
}
