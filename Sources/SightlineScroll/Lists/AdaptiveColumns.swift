public import SightlineCore

/// A grid with as many equal columns as fit its container's width.
///
/// There is always at least one column. A single column may be narrower than the minimum, several
/// may not. A width that exactly fits *n* columns gives *n*.
///
/// ```swift
/// let grid = AdaptiveColumns(minimumItemWidth: 160, spacing: 12, margins: LayoutInsets(16))
/// let columns = grid.columns(for: 390)      // 2 columns of 173 pt
/// columns.frame(ofItem: 3, height: 120)     // second row, second column
/// ```
public struct AdaptiveColumns: Hashable, Sendable {
  /// The minimum width of an item, in points.
  public let minimumItemWidth: Double
  /// The gap between columns, in points.
  public let spacing: Double
  /// The gap between rows, in points.
  public let rowSpacing: Double
  /// The space around the items, in points.
  public let margins: LayoutInsets
  /// The maximum number of columns.
  public let maximumCount: Int

  /// The default maximum, which bounds the count for nonsensical widths.
  public static let defaultMaximumCount = 10_000

  /// Creates a grid. Lengths are in points; negative and non-finite gaps and non-finite margins
  /// count as 0. The row spacing defaults to the column gap.
  ///
  /// - Precondition: `minimumItemWidth` is finite and above 0, and `maximumCount` is at least 1.
  public init(
    minimumItemWidth: Double, spacing: Double = 0, rowSpacing: Double? = nil,
    margins: LayoutInsets = .zero, maximumCount: Int = defaultMaximumCount
  ) {
    require(
      minimumItemWidth > 0 && minimumItemWidth.isFinite,
      "a column's minimum width must be a number above 0, not \(minimumItemWidth)")
    require(maximumCount >= 1, "there must be at least 1 column, not \(maximumCount)")
    self.minimumItemWidth = minimumItemWidth
    self.spacing = spacing.asExtent
    self.rowSpacing = (rowSpacing ?? spacing).asExtent
    self.margins = LayoutInsets(
      top: margins.top.orZero, left: margins.left.orZero, bottom: margins.bottom.orZero,
      right: margins.right.orZero)
    self.maximumCount = maximumCount
  }

  /// Returns the columns in a container of this width, in points; an unusable width counts as 0.
  ///
  /// - Complexity: O(1).
  public func columns(
    for width: Double, direction: ReadingDirection = .leftToRight
  ) -> ColumnLayout {
    let room = max(0, width.asExtent - margins.left - margins.right)
    // The tolerance covers widths computed as a sum of n columns.
    let fitting = (room + spacing) / (minimumItemWidth + spacing) + AdaptiveColumns.tolerance
    // Written so that NaN, from overflowing sums of lengths, also gives the maximum.
    let count = fitting < Double(maximumCount) ? max(1, Int(fitting)) : maximumCount
    return ColumnLayout(
      count: count, itemWidth: max(0, (room - spacing * Double(count - 1)) / Double(count)),
      grid: self, direction: direction)
  }

  private static let tolerance = 1e-9
}

/// The columns of a grid in a container of a given width.
public struct ColumnLayout: Hashable, Sendable {
  /// The number of columns; at least 1.
  public let count: Int
  /// The width of each item, in points; never negative.
  public let itemWidth: Double

  let grid: AdaptiveColumns
  let direction: ReadingDirection

  /// Returns the number of rows; 0 for zero or fewer items.
  public func rowCount(for items: Int) -> Int { items > 0 ? (items - 1) / count + 1 : 0 }

  /// Returns the row and column of an item, counted from 0 in reading order.
  ///
  /// - Precondition: `item` is not negative.
  public func place(ofItem item: Int) -> (row: Int, column: Int) {
    require(item >= 0, "an item's index must not be negative: \(item)")
    return (item / count, item % count)
  }

  /// Returns the frame of an item in the grid's own space, if all items have the same height in
  /// points. A negative or non-finite height counts as 0.
  ///
  /// - Precondition: `item` is not negative.
  /// - Complexity: O(1).
  public func frame(ofItem item: Int, height: Double) -> LayoutRect {
    let (row, column) = place(ofItem: item)
    let fromLeft = direction == .rightToLeft ? count - 1 - column : column
    return LayoutRect(
      x: grid.margins.left + Double(fromLeft) * (itemWidth + grid.spacing),
      y: grid.margins.top + Double(row) * (height.asExtent + grid.rowSpacing),
      width: itemWidth, height: height.asExtent)
  }

  /// Returns the height of the grid in points, margins included, for items of equal height.
  public func contentHeight(for items: Int, height: Double) -> Double {
    let rows = Double(rowCount(for: items))
    let gaps = max(0, rows - 1) * grid.rowSpacing
    return max(0, grid.margins.top + rows * height.asExtent + gaps + grid.margins.bottom)
  }
}
