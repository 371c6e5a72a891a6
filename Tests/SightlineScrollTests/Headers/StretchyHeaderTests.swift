import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct StretchyHeaderTests {
  private static let motions = MotionPreference.allCases

  @Test func `pulling down grows the header by the pull and keeps its top at 0`() {
    withEvery([0.0, 0.5, 120, 300.5], StretchyHeaderTests.motions) { height, motion in
      let header = StretchyHeader(height: height)
      for step in 0...3000 {
        let pull = Double(step) / 7
        let layout = header.layout(scrolled: -pull, width: 390, motion: motion)
        #expect(layout.frame == LayoutRect(x: 0, y: 0, width: 390, height: height + pull))
        #expect(layout.background == layout.frame)
        #expect(layout.scale == (height > 0 ? layout.frame.height / height : 1))
        // In the content space, its bottom is unchanged: the rows below do not move.
        #expect(isClose(layout.frame.maxY - pull, height))
      }
    }
  }

  @Test func `the layout is constant once out of sight`() {
    let header = StretchyHeader(height: 300)
    for (distance, expected) in [(-80.0, -80.0), (0, 0), (299, 299), (300, 300), (5_000, 300)] {
      #expect(header.visibleDistance(distance) == expected)
    }
    #expect(header.visibleDistance(.nan) == 0)
    #expect(header.visibleDistance(.infinity) == 0)
    let layouts = [300.0, 4_000].map {
      header.layout(scrolled: header.visibleDistance($0), width: 9)
    }
    #expect(layouts[0] == layouts[1])
  }

  @Test func `scrolling up moves the slot fully and the background at the parallax rate`() {
    let header = StretchyHeader(height: 300)
    #expect(header.parallaxRate == 0.35)
    for step in 0...400 {
      let distance = Double(step)
      let layout = header.layout(scrolled: distance, width: 390)
      #expect(layout.frame == LayoutRect(x: 0, y: -distance, width: 390, height: 300))
      #expect(layout.background == LayoutRect(x: 0, y: -0.35 * distance, width: 390, height: 300))
      #expect(layout.scale == 1)
    }
  }

  @Test func `the title follows the scroll within its size limits`() {
    let header = StretchyHeader(height: 200)
    let expected: [(Double, Double)] = [(-80, 34), (0, 34), (100, 25.5), (200, 17), (900, 17)]
    for (distance, size) in expected {
      #expect(isClose(header.layout(scrolled: distance, width: 1).titleSize, size))
    }
    let own = StretchyHeader(
      height: 200, titleSize: Interpolation([(-100, 60), (0, 40), (50, 20)]))
    #expect(own.layout(scrolled: -200, width: 1).titleSize == 60)
    #expect(own.layout(scrolled: 25, width: 1).titleSize == 30)
  }

  @Test func `with Reduce Motion there is no parallax and the title keeps its size`() {
    let header = StretchyHeader(height: 200)
    for distance in stride(from: -100.0, through: 400, by: 3) {
      let layout = header.layout(scrolled: distance, width: 390, motion: .reduced)
      #expect(layout.background == layout.frame)
      #expect(layout.titleSize == 34)
    }
  }

  @Test func `the layout is continuous where a pull becomes a scroll`() {
    let header = StretchyHeader(height: 200)
    let (below, above) = (
      header.layout(scrolled: -1e-9, width: 390), header.layout(scrolled: 1e-9, width: 390)
    )
    #expect(isClose(below.frame.minY, above.frame.minY))
    #expect(isClose(below.frame.maxY, above.frame.maxY))
    #expect(isClose(below.background.minY, above.background.minY))
    #expect(isClose(below.titleSize, above.titleSize))
  }

  @Test func `invalid numbers count as 0`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      let header = StretchyHeader(height: 200)
      #expect(header.layout(scrolled: bad, width: 390) == header.layout(scrolled: 0, width: 390))
      #expect(header.layout(scrolled: 7, width: bad) == header.layout(scrolled: 7, width: 0))
      #expect(StretchyHeader(height: bad) == StretchyHeader(height: 0))
    }
    let flat = StretchyHeader(height: -10).layout(scrolled: 20, width: -5)
    #expect(flat.frame == LayoutRect(x: 0, y: -20, width: 0, height: 0))
    #expect(flat.scale == 1)
  }

  @Test(arguments: [0.0, 0.5, 1]) func `the background moves at the parallax rate`(rate: Double) {
    let header = StretchyHeader(height: 100, parallaxRate: rate)
    #expect(header.layout(scrolled: 20, width: 50).background.minY == -20 * rate)
  }

  @Test func `a parallax rate above 1`() async {
    await #expect(processExitsWith: .failure) {
      _ = StretchyHeader(height: 10, parallaxRate: 1.5)
    }
  }

  @Test func `a NaN parallax rate`() async {
    await #expect(processExitsWith: .failure) {
      _ = StretchyHeader(height: 10, parallaxRate: .nan)
    }
  }
}
