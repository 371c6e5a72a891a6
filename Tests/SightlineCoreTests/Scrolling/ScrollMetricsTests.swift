import SightlineCore
import SightlineTestSupport
import Testing

@Suite struct ScrollGeometryTests {
  private static let list = ScrollMetrics(
    contentSize: LayoutSize(width: 390, height: 2000),
    containerSize: LayoutSize(width: 390, height: 800),
    contentInsets: LayoutInsets(top: 100, left: 0, bottom: 50, right: 0))

  private static func list(at y: Double) -> ScrollMetrics {
    list.scrolled(to: LayoutPoint(x: 0, y: y))
  }

  @Test func `insets extend the scrollable range`() {
    let list = ScrollGeometryTests.list
    #expect(list.minOffset == LayoutPoint(x: 0, y: -100))
    #expect(list.maxOffset == LayoutPoint(x: 0, y: 1250))
    #expect(list.range(along: .vertical) == 1350)
    #expect(list.isScrollable(along: .vertical) && !list.isScrollable(along: .horizontal))
    let row = ScrollMetrics(
      contentSize: LayoutSize(width: 900, height: 10),
      containerSize: LayoutSize(width: 400, height: 10),
      contentInsets: LayoutInsets(top: 0, left: 30, bottom: 0, right: 20))
    #expect(row.range(along: .horizontal) == 550)
  }

  @Test func `the visible rect is the container's rect in content coordinates`() {
    let list = ScrollGeometryTests.list(at: 300)
    #expect(list.visibleRect == LayoutRect(x: 0, y: 300, width: 390, height: 800))
  }

  @Test func `a pull has its distance and the offset it springs back to`() {
    for pull in [0.0, 0.5, 1, 80, 500] {
      let down = ScrollGeometryTests.list(at: -100 - pull)
      #expect(down.clampedOffset == LayoutPoint(x: 0, y: -100))
      #expect(down.distance(along: .vertical) == -pull)
      let up = ScrollGeometryTests.list(at: 1250 + pull)
      #expect(up.clampedOffset == LayoutPoint(x: 0, y: 1250))
      let left = ScrollGeometryTests.list.scrolled(to: LayoutPoint(x: -pull, y: 0))
      #expect(left.distance(along: .horizontal) == -pull && left.clampedOffset.x == 0)
      let right = ScrollGeometryTests.list.scrolled(to: LayoutPoint(x: pull, y: 0))
      #expect(right.distance(along: .horizontal) == pull && right.clampedOffset.x == 0)
    }
  }

  @Test func `progress is clamped to 0 to 1`() {
    #expect(ScrollGeometryTests.list(at: -300).progress(along: .vertical) == 0)
    #expect(ScrollGeometryTests.list(at: -100).progress(along: .vertical) == 0)
    #expect(ScrollGeometryTests.list(at: 575).progress(along: .vertical) == 0.5)
    #expect(ScrollGeometryTests.list(at: 1250).progress(along: .vertical) == 1)
    #expect(ScrollGeometryTests.list(at: 9999).progress(along: .vertical) == 1)
  }

  @Test func `in right-to-left layout progress starts at the right end`() {
    let row = ScrollMetrics(
      contentOffset: LayoutPoint(x: 150, y: 0), contentSize: LayoutSize(width: 300, height: 10),
      containerSize: LayoutSize(width: 100, height: 10))
    #expect(row.progress(along: .horizontal) == 0.75)
    #expect(row.progress(along: .horizontal, direction: .rightToLeft) == 0.25)
    #expect(row.progress(along: .vertical, direction: .rightToLeft) == 0)
  }

  @Test func `content smaller than its container rests at the start and has no progress`() {
    withEvery([0.0, 50, 100], ReadingDirection.allCases) { height, direction in
      let small = ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: 20),
        contentSize: LayoutSize(width: 100, height: height),
        containerSize: LayoutSize(width: 100, height: 100))
      #expect(small.maxOffset == small.minOffset)
      #expect(!small.isScrollable(along: .vertical))
      #expect(small.progress(along: .vertical, direction: direction) == 0)
      #expect(small.distance(along: .vertical) == 20 && small.clampedOffset.y == 0)
    }
  }

  /// At the top, centred, at the bottom, and beyond both, along both axes.
  @Test(arguments: [(0.0, 0.0), (-200, -200), (-400, -400), (-500, -400), (30, 0)])
  func `short content is measured from where its host rests it`(offset: Double, rest: Double) {
    for axis in [VisibilityScene.Axis.vertical, .horizontal] {
      func point(_ value: Double) -> LayoutPoint {
        axis == .vertical ? LayoutPoint(x: 0, y: value) : LayoutPoint(x: value, y: 0)
      }
      func list(_ length: Double, at place: Double) -> ScrollMetrics {
        ScrollMetrics(
          contentOffset: point(place), contentSize: LayoutSize(width: length, height: length),
          containerSize: LayoutSize(width: 700, height: 700), restingOffset: point(offset))
      }
      for pull in [0.0, 40] {
        #expect(list(300, at: rest - pull).distance(along: axis) == -pull)
        #expect(list(300, at: rest - pull).isAtStart(along: axis))
        #expect(!list(300, at: rest - pull).isScrollable(along: axis))
        // Longer content rests at its top.
        #expect(list(1_000, at: -pull).distance(along: axis) == -pull)
      }
    }
  }

  @Test func `an article that fits has been read`() {
    func progress(_ height: Double, at offset: Double) -> Double {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 300, height: height),
        containerSize: LayoutSize(width: 300, height: 800), pixelLength: 1.0 / 3
      ).readingProgress()
    }
    #expect(progress(500, at: 0) == 1 && progress(800.25, at: 0) == 1)
    #expect(progress(1_600, at: 0) == 0 && progress(1_600, at: 400) == 0.5)
    #expect(progress(1_600.125, at: 800) == 1 && progress(1_600.125, at: 799.75) < 1)
    let row = ScrollMetrics(
      contentOffset: LayoutPoint(x: 0.25, y: 0), contentSize: LayoutSize(width: 900, height: 10),
      containerSize: LayoutSize(width: 300, height: 10), pixelLength: 1.0 / 3)
    #expect(row.readingProgress(along: .horizontal, direction: .rightToLeft) == 1)
    #expect(row.readingProgress(along: .horizontal) == row.progress(along: .horizontal))
  }

  @Test func `nonfinite numbers and negative extents count as 0`() {
    withEvery([Double.nan, .infinity, -.infinity], 0..<10) { bad, place in
      var n = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      func geometry() -> ScrollMetrics {
        ScrollMetrics(
          contentOffset: LayoutPoint(x: n[0], y: n[1]),
          contentSize: LayoutSize(width: n[2], height: n[3]),
          containerSize: LayoutSize(width: n[4], height: n[5]),
          contentInsets: LayoutInsets(top: n[6], left: n[7], bottom: n[8], right: n[9]))
      }
      n[place] = bad
      let withBad = geometry()
      n[place] = 0
      #expect(withBad == geometry())
      #expect(withBad.visibleRect.isFinite && withBad.clampedOffset.isFinite)
    }
    let negative = ScrollMetrics(
      contentSize: LayoutSize(width: -5, height: -5),
      containerSize: LayoutSize(width: -1, height: -1))
    #expect(negative.contentSize == .zero && negative.containerSize == .zero)
  }
}
