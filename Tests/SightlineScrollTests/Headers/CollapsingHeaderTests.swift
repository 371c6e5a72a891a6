import SightlineCore
import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct CollapsingHeaderTests {
  private static func ms(_ milliseconds: Int) -> MonotonicTime {
    .zero + .milliseconds(milliseconds)
  }

  /// Returns a header that has been on screen at rest.
  private static func resting(_ style: CollapsingHeader.Style = .init()) -> CollapsingHeader {
    var header = CollapsingHeader(style: style)
    header.scroll(to: 0, at: .zero)
    return header
  }

  @Test func `past 142 points a header collapses from 82 to 53 points in 80 ms`() {
    var header = Self.resting()
    let expanded = header.layout(at: .zero)
    #expect(expanded.height == 82 && expanded.padding == 6)
    #expect(expanded.showsLabel && expanded.collapse == 0)
    #expect(header.scroll(to: 141.5, at: Self.ms(900)) == false)
    #expect(header.scroll(to: 142, at: Self.ms(1000)) == true)
    for elapsed in 0...80 {
      let share = Easing.easeInOut.value(at: Double(elapsed) / 80)
      let layout = header.layout(at: Self.ms(1000 + elapsed))
      #expect(isClose(layout.height, 82 - 29 * share))
      #expect(isClose(layout.padding, 6 - 2 * share))
      #expect(!layout.showsLabel)
      #expect(header.isAnimating(at: Self.ms(1000 + elapsed)) == (elapsed < 80))
    }
    let collapsed = header.layout(at: Self.ms(1080))
    #expect(collapsed.height == 53 && collapsed.padding == 4)
    #expect(!collapsed.showsLabel && collapsed.collapse == 1)
    #expect(header.scroll(to: 134.5, at: Self.ms(1200)) == false)
    #expect(header.scroll(to: 134, at: Self.ms(1300)) == true)
    #expect(header.layout(at: Self.ms(1380)).height == 82)
  }

  @Test func `a scroll jittering by a point around the threshold toggles at most once`() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var header = Self.resting()
      var toggles = 0
      for frame in 0..<500 {
        let distance =
          142 + (random.oneIn(3) ? [-1, 0, 1][random.index(3)] : random.number(-1...1))
        if header.scroll(to: distance, at: Self.ms(16 * frame)) { toggles += 1 }
      }
      #expect(toggles <= 1, "seed \(seed)")
      for frame in 500..<900 {
        if header.scroll(to: 134 + random.number(-1...1), at: Self.ms(16 * frame)) { toggles += 1 }
      }
      #expect(toggles <= 2, "seed \(seed)")
    }
  }

  @Test func `a host animating changes gets each one's duration`() {
    func geometry(_ offset: Double) -> ScrollMetrics {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset - 50),
        contentSize: LayoutSize(width: 320, height: 5_000),
        containerSize: LayoutSize(width: 320, height: 500),
        contentInsets: LayoutInsets(top: 50, left: 0, bottom: 0, right: 0))
    }
    withEvery(MotionPreference.allCases, [0.0, 500]) { motion, first in
      var header = CollapsingHeader()
      let placed = header.scroll(
        in: geometry(first), at: Self.ms(0), motion: motion)
      // A screen that reappears scrolled looks as it did before.
      #expect(placed == (first == 0 ? nil : .zero))
      let next = header.scroll(
        in: geometry(500 - first), at: Self.ms(16), motion: motion)
      #expect(next == (motion == .reduced ? .zero : .milliseconds(80)))
      #expect(header.isCollapsed == (first == 0))
      let same = header.scroll(
        in: geometry(500 - first), at: Self.ms(32), motion: motion)
      #expect(same == nil)
    }
  }

  /// A refresh or a banner that ends, and one that begins.
  @Test(arguments: [(60.0, 0.0), (148, 96), (0, 60)])
  func `an inset that changes neither collapses nor expands a header`(
    before: Double, after: Double
  ) {
    func geometry(_ distance: Double, _ top: Double, offset: Double? = nil) -> ScrollMetrics {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset ?? distance - top),
        contentSize: LayoutSize(width: 390, height: 3_000),
        containerSize: LayoutSize(width: 390, height: 700), contentInsets: LayoutInsets(top: top))
    }
    var header = CollapsingHeader()
    _ = header.scroll(in: geometry(0, before), at: Self.ms(0))
    let start = before > after ? 150.0 : 130
    _ = header.scroll(in: geometry(start, before), at: Self.ms(16))
    #expect(header.isCollapsed == (before > after))
    let offset = start - before
    #expect(header.scroll(in: geometry(0, after, offset: offset), at: Self.ms(1_000)) == nil)
    // A scroll forward expands nothing, a scroll back collapses nothing.
    let step = before > after ? 10.0 : -10
    #expect(header.scroll(in: geometry(0, after, offset: offset + step), at: Self.ms(1_100)) == nil)
    #expect(header.scroll(in: geometry(95, after), at: Self.ms(1_200)) != nil || after > before)
    #expect(!header.isCollapsed)
    #expect(header.scroll(in: geometry(142, after), at: Self.ms(1_400)) != nil)
  }

  /// A bar that minimises while a finger scrolls on, and grows while it scrolls back. At once or in
  /// six frames, it takes 54 points from the inset.
  @Test(arguments: [1, 6])
  func `a bar that minimises during a scroll neither collapses nor expands a header`(frames: Int) {
    func geometry(_ offset: Double, _ top: Double) -> ScrollMetrics {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 390, height: 3_000),
        containerSize: LayoutSize(width: 390, height: 700), contentInsets: LayoutInsets(top: top))
    }
    var header = CollapsingHeader()
    _ = header.scroll(in: geometry(-98, 98), at: Self.ms(0))
    _ = header.scroll(in: geometry(50, 98), at: Self.ms(16))
    #expect(header.isCollapsed)
    for frame in 1...frames {
      let part = Double(frame) / Double(frames)
      let now = geometry(50 + 12 * part, 98 - 54 * part)
      #expect(header.scroll(in: now, at: Self.ms(16 + 16 * frame)) == nil)
    }
    // Back at the top it has expanded, and the bar's growth collapses nothing.
    _ = header.scroll(in: geometry(-44, 44), at: Self.ms(900))
    #expect(!header.isCollapsed)
    _ = header.scroll(in: geometry(60, 44), at: Self.ms(1_800))
    #expect(!header.isCollapsed)
    for frame in 1...frames {
      let part = Double(frame) / Double(frames)
      let now = geometry(60 - 12 * part, 44 + 54 * part)
      #expect(header.scroll(in: now, at: Self.ms(1_800 + 16 * frame)) == nil)
    }
  }

  @Test func `a header collapses and expands at the ends of a scroll that the screen rounds`() {
    func geometry(_ offset: Double) -> ScrollMetrics {
      ScrollMetrics(
        contentOffset: LayoutPoint(x: 0, y: offset),
        contentSize: LayoutSize(width: 390, height: 744.325),
        containerSize: LayoutSize(width: 390, height: 700),
        contentInsets: LayoutInsets(top: 97.8), pixelLength: 1.0 / 3)
    }
    var header = CollapsingHeader(style: .init(threshold: 142.125, hysteresis: 142.125))
    _ = header.scroll(in: geometry(-97.667), at: Self.ms(0))
    #expect(header.scroll(in: geometry(44), at: Self.ms(16)) != nil && header.isCollapsed)
    #expect(header.scroll(in: geometry(-97.667), at: Self.ms(900)) != nil && !header.isCollapsed)
  }

  @Test func `larger text makes a header taller, smaller text does not shrink it`() {
    let style = CollapsingHeader.Style(expandedHeight: 80, collapsedHeight: 50, threshold: 142)
    for (factor, expected) in [(1.0, 80.0), (1.5, 120), (3, 240), (0.8, 80), (.nan, 80)] {
      let scaled = style.scaled(by: factor)
      #expect(scaled.expandedHeight == expected)
      #expect(scaled.collapsedHeight == expected / 80 * 50)
      #expect(scaled.threshold == 142 && scaled.hysteresis == style.hysteresis)
      #expect(scaled.expandedPadding == style.expandedPadding)
    }
    // A collapsed header stays collapsed when the text grows.
    var header = Self.resting()
    header.scroll(to: 200, at: Self.ms(16))
    header.setStyle(header.style.scaled(by: 2))
    #expect(header.isCollapsed && header.layout(at: .never).height == 106)
  }

  @Test func `a new style applies at once for the current offset`() {
    var header = Self.resting()
    header.scroll(to: 100, at: Self.ms(16))
    header.setStyle(CollapsingHeader.Style(expandedHeight: 200, threshold: 90))
    #expect(header.isCollapsed)
    #expect(header.layout(at: .never).height == 53)
    #expect(!header.isAnimating(at: Self.ms(16)))
    header.setStyle(CollapsingHeader.Style(expandedHeight: 200, threshold: 300))
    #expect(!header.isCollapsed)
    #expect(header.layout(at: Self.ms(16)).height == 200)
    // Before the first scroll, it is at rest.
    var fresh = CollapsingHeader()
    fresh.setStyle(CollapsingHeader.Style(expandedHeight: 99, threshold: -10))
    #expect(fresh.layout(at: .zero).height == 99)
    #expect(fresh.scroll(to: 0, at: .zero) == true)
    #expect(!fresh.isAnimating(at: .zero))
  }

  @Test func `the header's height does not affect the distance that decides it`() {
    for seed in 0..<10 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var header = CollapsingHeader()
      let inset = header.contentInset
      for step in 0..<600 {
        let offset = random.number(0...300)
        let geometry = ScrollMetrics(
          contentOffset: LayoutPoint(x: 0, y: offset - header.contentInset),
          contentSize: LayoutSize(width: 390, height: 3_000),
          containerSize: LayoutSize(width: 390, height: 700),
          contentInsets: LayoutInsets(top: header.contentInset))
        #expect(isClose(geometry.distance(along: .vertical), offset), "seed \(seed)")
        _ = header.scroll(in: geometry, at: Self.ms(16 * step), motion: .full)
        #expect(header.contentInset == inset, "seed \(seed)")
      }
    }
  }

  @Test func `reversing starts from the current height`() {
    var header = Self.resting()
    header.scroll(to: 150, at: Self.ms(100))
    let height = header.layout(at: Self.ms(130)).height
    header.scroll(to: 100, at: Self.ms(130))
    #expect(header.layout(at: Self.ms(130)).height == height)
    #expect(header.layout(at: Self.ms(131)).height > height)
    #expect(header.layout(at: Self.ms(210)).height == 82)
  }

  @Test func `a screen returning scrolled appears as it was left`() {
    var header = CollapsingHeader()
    #expect(header.scroll(to: 500, at: Self.ms(5)) == true)
    #expect(header.layout(at: Self.ms(5)).height == 53)
    #expect(!header.isAnimating(at: Self.ms(5)))
  }

  @Test func `with Reduce Motion the height jumps`() {
    var header = Self.resting()
    header.scroll(to: 150, at: Self.ms(100), motion: .reduced)
    #expect(header.layout(at: Self.ms(100)).height == 53)
    #expect(!header.isAnimating(at: Self.ms(100)))
  }

  @Test func `nonfinite distances are ignored`() {
    var header = Self.resting()
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(header.scroll(to: bad, at: Self.ms(10)) == false)
      #expect(!header.isCollapsed)
    }
  }

  @Test func `time running backwards stands still`() {
    var header = Self.resting()
    header.scroll(to: 150, at: Self.ms(100))
    header.scroll(to: 151, at: Self.ms(140))
    #expect(header.layout(at: Self.ms(20)) == header.layout(at: Self.ms(140)))
    #expect(header.scroll(to: 100, at: Self.ms(20)) == true)
    #expect(header.layout(at: Self.ms(220)).height == 82)
  }

  @Test func `durations and lengths below 0 count as 0`() {
    let style = CollapsingHeader.Style(
      expandedHeight: -1, collapsedHeight: .nan, hysteresis: -3, expandedPadding: .infinity,
      collapsedPadding: -2, duration: .seconds(-1))
    #expect(style.expandedHeight == 0 && style.collapsedHeight == 0 && style.hysteresis == 0)
    #expect(style.expandedPadding == 0 && style.collapsedPadding == 0 && style.duration == .zero)
    var header = Self.resting(style)
    #expect(header.scroll(to: 142, at: Self.ms(9)) == true)
    #expect(header.isCollapsed)
    #expect(header.scroll(to: 141.5, at: Self.ms(9)) == true)
    #expect(!header.isCollapsed)
  }

  @Test func `a NaN threshold`() async {
    await #expect(processExitsWith: .failure) { _ = CollapsingHeader.Style(threshold: .nan) }
  }
}
