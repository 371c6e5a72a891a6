import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct ScrollGeometryTests {
  private static let list = ScrollGeometry(
    contentSize: Size(width: 390, height: 2000), containerSize: Size(width: 390, height: 800),
    contentInsets: Insets(top: 100, left: 0, bottom: 50, right: 0))

  private static func list(at y: Double) -> ScrollGeometry { list.scrolled(to: Point(x: 0, y: y)) }

  @Test func `insets are room that can be scrolled into view`() {
    let list = ScrollGeometryTests.list
    #expect(list.minOffset == Point(x: 0, y: -100))
    #expect(list.maxOffset == Point(x: 0, y: 1250))
    #expect(list.range(along: .vertical) == 1350)
    #expect(list.isScrollable(along: .vertical) && !list.isScrollable(along: .horizontal))
  }

  @Test func `the visible rect is the container's, in the content's space`() {
    let list = ScrollGeometryTests.list(at: 300)
    #expect(list.visibleRect == Rect(x: 0, y: 300, width: 390, height: 800))
  }

  @Test func `pulled beyond an edge it tells by how much, and where it will spring back to`() {
    for pull in [0.0, 0.5, 1, 80, 500] {
      let down = ScrollGeometryTests.list(at: -100 - pull)
      #expect(down.overscroll == Insets(top: pull))
      #expect(down.clamped.contentOffset == Point(x: 0, y: -100))
      #expect(down.distance(along: .vertical) == -pull)
      let up = ScrollGeometryTests.list(at: 1250 + pull)
      #expect(up.overscroll == Insets(bottom: pull))
      #expect(up.clampedOffset == Point(x: 0, y: 1250))
      let sideways = ScrollGeometryTests.list.scrolled(to: Point(x: -pull, y: 0))
      #expect(sideways.overscroll == Insets(left: pull))
      #expect(ScrollGeometryTests.list.scrolled(to: Point(x: pull, y: 0)).overscroll.right == pull)
    }
  }

  @Test func `progress runs from 0 to 1 and not beyond`() {
    #expect(ScrollGeometryTests.list(at: -300).progress(along: .vertical) == 0)
    #expect(ScrollGeometryTests.list(at: -100).progress(along: .vertical) == 0)
    #expect(ScrollGeometryTests.list(at: 575).progress(along: .vertical) == 0.5)
    #expect(ScrollGeometryTests.list(at: 1250).progress(along: .vertical) == 1)
    #expect(ScrollGeometryTests.list(at: 9999).progress(along: .vertical) == 1)
  }

  @Test func `from right to left, progress starts at the right end`() {
    let row = ScrollGeometry(
      contentOffset: Point(x: 150, y: 0), contentSize: Size(width: 300, height: 10),
      containerSize: Size(width: 100, height: 10))
    #expect(row.progress(along: .horizontal) == 0.75)
    #expect(row.progress(along: .horizontal, direction: .rightToLeft) == 0.25)
    #expect(row.progress(along: .vertical, direction: .rightToLeft) == 0)
  }

  @Test func `content smaller than its container rests at the start and has no progress`() {
    withEvery([0.0, 50, 100], LayoutDirection.allCases) { height, direction in
      let small = ScrollGeometry(
        contentOffset: Point(x: 0, y: 20), contentSize: Size(width: 100, height: height),
        containerSize: Size(width: 100, height: 100))
      #expect(small.maxOffset == small.minOffset)
      #expect(!small.isScrollable(along: .vertical))
      #expect(small.progress(along: .vertical, direction: direction) == 0)
      #expect(small.overscroll == Insets(bottom: 20))
    }
  }

  @Test func `numbers that are not finite count as 0, and so do negative extents`() {
    withEvery([Double.nan, .infinity, -.infinity], 0..<10) { bad, place in
      var n = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      func geometry() -> ScrollGeometry {
        ScrollGeometry(
          contentOffset: Point(x: n[0], y: n[1]), contentSize: Size(width: n[2], height: n[3]),
          containerSize: Size(width: n[4], height: n[5]),
          contentInsets: Insets(top: n[6], left: n[7], bottom: n[8], right: n[9]))
      }
      n[place] = bad
      let withBad = geometry()
      n[place] = 0
      #expect(withBad == geometry())
      #expect(withBad.visibleRect.isFinite && withBad.clampedOffset.isFinite)
    }
    let negative = ScrollGeometry(
      contentSize: Size(width: -5, height: -5), containerSize: Size(width: -1, height: -1))
    #expect(negative.contentSize == .zero && negative.containerSize == .zero)
  }
}
