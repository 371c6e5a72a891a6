import SightlineCore
import SightlineHost
import Testing

@Suite struct SampleGridTests {
  /// A view of 100 × 200 at (10, 20).
  private let corners = SampleGrid.Corners(
    topLeft: LayoutPoint(x: 10, y: 20), topRight: LayoutPoint(x: 110, y: 20),
    bottomLeft: LayoutPoint(x: 10, y: 220))

  private let halves = [
    LayoutRect(x: 10, y: 20, width: 50, height: 200),
    LayoutRect(x: 60, y: 20, width: 50, height: 200),
    LayoutRect(x: 10, y: 20, width: 100, height: 100),
    LayoutRect(x: 10, y: 120, width: 100, height: 100),
  ]

  @Test func `a clip leaves the points in it`() {
    for half in halves {
      var grid = SampleGrid()
      grid.clip(to: half, corners)
      #expect(grid.fraction == 0.5)
    }
  }

  @Test func `a cover hides the points in all of its rects`() {
    for half in halves {
      var grid = SampleGrid()
      grid.cover(by: [(half, corners)])
      #expect(grid.fraction == 0.5)
    }
    var grid = SampleGrid()
    grid.cover(by: [(halves[0], corners), (halves[2], corners)])
    #expect(grid.fraction == 0.75)
  }
}
