import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct AdaptiveColumnsTests {
  @Test func `as many columns as fit fill the width`() {
    withEvery([1.0, 60, 160], [0.0, 8, 12.5], stride(from: 0.0, through: 700, by: 3.5)) {
      minimum, spacing, width in
      let grid = AdaptiveColumns(
        minimumItemWidth: minimum, spacing: spacing, margins: LayoutInsets(left: 16, right: 10))
      let columns = grid.columns(for: width)
      let room = max(0, width - 26)
      var expected = 1
      while Double(expected + 1) * minimum + Double(expected) * spacing <= room { expected += 1 }
      #expect(columns.count == expected)
      #expect(columns.itemWidth >= minimum || columns.count == 1)
      let filled = Double(columns.count) * columns.itemWidth + Double(columns.count - 1) * spacing
      #expect(isClose(filled, room))
    }
  }

  @Test func `a width that exactly fits n columns gives n columns`() {
    withEvery(1...40, [0.1, 0.3, 33.3, 160], [0.0, 0.7, 12]) { count, width, spacing in
      let grid = AdaptiveColumns(minimumItemWidth: width, spacing: spacing)
      var total = -spacing
      for _ in 0..<count { total += width + spacing }
      #expect(grid.columns(for: total).count == count)
    }
  }

  @Test func `items lie in rows, side by side, without overlap`() {
    let grid = AdaptiveColumns(
      minimumItemWidth: 100, spacing: 10, rowSpacing: 20,
      margins: LayoutInsets(top: 5, left: 15, bottom: 7, right: 15))
    let columns = grid.columns(for: 350)
    #expect(columns.count == 3 && columns.itemWidth == 100)
    #expect(columns.frame(ofItem: 0, height: 50) == LayoutRect(x: 15, y: 5, width: 100, height: 50))
    #expect(
      columns.frame(ofItem: 2, height: 50) == LayoutRect(x: 235, y: 5, width: 100, height: 50))
    #expect(
      columns.frame(ofItem: 4, height: 50) == LayoutRect(x: 125, y: 75, width: 100, height: 50))
    #expect(columns.place(ofItem: 4) == (1, 1))
    #expect(columns.contentHeight(for: 5, height: 50) == 5 + 50 + 20 + 50 + 7)
    #expect(columns.contentHeight(for: 0, height: 50) == 12)
  }

  @Test func `a partial last row counts, and the content ends below it`() {
    withEvery([90.0, 350, 800], 0..<40) { width, items in
      let columns = AdaptiveColumns(minimumItemWidth: 100, spacing: 10).columns(for: width)
      let rows = (items + columns.count - 1) / columns.count
      #expect(columns.rowCount(for: items) == rows)
      let bottom = items > 0 ? columns.frame(ofItem: items - 1, height: 30).maxY : 0
      #expect(isClose(columns.contentHeight(for: items, height: 30), bottom))
    }
  }

  @Test func `rows are mirrored in right-to-left layout`() {
    let grid = AdaptiveColumns(
      minimumItemWidth: 100, spacing: 10, margins: LayoutInsets(left: 4, right: 20))
    let (left, right) = (
      grid.columns(for: 400), grid.columns(for: 400, direction: .rightToLeft)
    )
    #expect(left.count == right.count && left.itemWidth == right.itemWidth)
    for item in 0..<20 {
      let (row, column) = left.place(ofItem: item)
      let mirror = row * left.count + left.count - 1 - column
      #expect(right.frame(ofItem: item, height: 9) == left.frame(ofItem: mirror, height: 9))
    }
  }

  @Test func `a container narrower than the minimum has one column filling it`() {
    let grid = AdaptiveColumns(minimumItemWidth: 100, spacing: 10, margins: LayoutInsets(20))
    #expect(grid.columns(for: 90).count == 1 && grid.columns(for: 90).itemWidth == 50)
    for width in [40.0, 10, 0, -5, .nan, .infinity, -.infinity] {
      #expect(grid.columns(for: width).count == 1)
      #expect(grid.columns(for: width).itemWidth == 0)
    }
  }

  @Test func `an absurd width gives the maximum number of columns`() {
    let columns = AdaptiveColumns(minimumItemWidth: 1e-300).columns(for: 1e300)
    #expect(columns.count == AdaptiveColumns.defaultMaximumCount)
    let few = AdaptiveColumns(minimumItemWidth: 10, spacing: 2, maximumCount: 3).columns(for: 304)
    #expect(few.count == 3 && few.itemWidth == 100)
    #expect(AdaptiveColumns(minimumItemWidth: 10, maximumCount: 1).columns(for: 99).count == 1)
  }

  @Test func `lengths whose sums overflow give the maximum number of columns`() {
    let grid = AdaptiveColumns(minimumItemWidth: 1e308, spacing: 1e308, maximumCount: 3)
    #expect(grid.columns(for: 1e308).count == 3)
  }

  @Test func `invalid spacings, margins, heights and counts count as 0`() {
    for bad in [Double.nan, .infinity, -3] {
      let grid = AdaptiveColumns(minimumItemWidth: 100, spacing: bad, rowSpacing: bad)
      #expect(grid.spacing == 0 && grid.rowSpacing == 0)
      let columns = grid.columns(for: 200)
      #expect(
        columns.frame(ofItem: 2, height: bad) == LayoutRect(x: 0, y: 0, width: 100, height: 0))
      #expect(columns.contentHeight(for: 9, height: bad) == 0)
    }
    let margins = AdaptiveColumns(minimumItemWidth: 9, margins: LayoutInsets(.nan)).margins
    #expect(margins == .zero)
    #expect(AdaptiveColumns(minimumItemWidth: 9).columns(for: 9).rowCount(for: -4) == 0)
  }

  @Test func `a minimum width of 0`() async {
    await #expect(processExitsWith: .failure) { _ = AdaptiveColumns(minimumItemWidth: 0) }
  }

  @Test func `a NaN minimum width`() async {
    await #expect(processExitsWith: .failure) { _ = AdaptiveColumns(minimumItemWidth: .nan) }
  }

  @Test func `a maximum of 0 columns`() async {
    await #expect(processExitsWith: .failure) {
      _ = AdaptiveColumns(minimumItemWidth: 1, maximumCount: 0)
    }
  }

  @Test func `a negative item index`() async {
    await #expect(processExitsWith: .failure) {
      _ = AdaptiveColumns(minimumItemWidth: 1).columns(for: 9).place(ofItem: -1)
    }
  }
}
