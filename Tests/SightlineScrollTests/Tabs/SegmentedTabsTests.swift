import SightlineCore
import SightlineScroll
import Testing

@Suite struct SegmentedTabsTests {
  /// 390 − 32 − 6 × 8 leaves 310 for seven days.
  private let week = SegmentedTabs(count: 7, width: 390)

  private func time(_ milliseconds: Int) -> MonotonicTime {
    .zero + .milliseconds(milliseconds)
  }

  @Test func `equal buttons have margins of 16 and gaps of 8`() throws {
    let spans = try (0..<7).map { try #require(week.span(of: $0)) }
    #expect(spans[0].x == 16)
    #expect(abs(spans[6].maxX - (390 - 16)) < 1e-9)
    for (a, b) in zip(spans, spans.dropFirst()) {
      #expect(abs(b.x - a.maxX - 8) < 1e-9)
      #expect(a.width == b.width)
    }
  }

  @Test func `the capsule slides in 0.16 s, slow at both ends`() throws {
    var tabs = week
    #expect(tabs.select(4, at: time(100)) == true)
    let from = try #require(tabs.span(of: 0))
    let to = try #require(tabs.span(of: 4))
    #expect(tabs.capsule(at: time(100)) == from)
    #expect(tabs.isSliding(at: time(259)))
    #expect(tabs.capsule(at: time(260)) == to)
    #expect(!tabs.isSliding(at: time(260)))
    let middle = try #require(tabs.capsule(at: time(180)))
    #expect(abs(middle.x - (from.x + to.x) / 2) < 1e-9)
    let early = try #require(tabs.capsule(at: time(120)))
    #expect(early.x - from.x < (to.x - from.x) * 0.2)
  }

  @Test func `a new choice during a slide starts at the capsule's position`() {
    var tabs = week
    tabs.select(6, at: time(0))
    let before = tabs.capsule(at: time(70))
    tabs.select(1, at: time(70))
    #expect(tabs.capsule(at: time(70)) == before)
    #expect(tabs.capsule(at: time(230)) == tabs.span(of: 1))
  }

  @Test func `a resize repositions the capsule at once, and a slide continues in the new width`() {
    var tabs = week
    tabs.select(2, at: time(0))
    tabs.resize(to: 844)
    #expect(tabs.capsule(at: time(500)) == tabs.span(of: 2))
    tabs.select(4, at: time(1000))
    tabs.resize(to: 390)
    let third = tabs.span(of: 3)
    #expect(tabs.capsule(at: time(1080)).map { abs($0.x - (third?.x ?? 0)) < 1e-9 } == true)
    #expect(tabs.capsule(at: time(1160)) == tabs.span(of: 4))
  }

  @Test func `right-to-left layout is mirrored`() throws {
    let mirrored = SegmentedTabs(count: 7, width: 390, direction: .rightToLeft)
    for index in 0..<7 {
      let (a, b) = (try #require(week.span(of: index)), try #require(mirrored.span(of: index)))
      #expect(abs(a.x - (390 - b.maxX)) < 1e-9)
      #expect(mirrored.index(at: b.midX) == index)
    }
  }

  @Test func `touches hit their button or half its gap, margins hit nothing`() {
    let tabs = SegmentedTabs(count: 3, width: 32 + 16 + 300)
    #expect(tabs.index(at: 15.9) == nil)
    #expect(tabs.index(at: 16) == 0)
    #expect(tabs.index(at: 116 + 3.9) == 0)
    #expect(tabs.index(at: 116 + 4.1) == 1)
    #expect(tabs.index(at: 332) == 2)
    #expect(tabs.index(at: 332.1) == nil)
    #expect(tabs.index(at: .nan) == nil)
    #expect(SegmentedTabs(count: 1, width: 132).span(of: 0)?.width == 100)
    #expect(SegmentedTabs(count: 1, width: 32.5).index(at: 16.25) == 0)
    let tight = SegmentedTabs.Metrics(leadingMargin: 0, trailingMargin: 0, spacing: 0)
    #expect(SegmentedTabs(count: 2, width: 100, metrics: tight).index(at: 100) == 1)
  }

  @Test func `with Reduce Motion the capsule jumps`() {
    var tabs = SegmentedTabs(count: 3, width: 300, motion: .reduced)
    tabs.select(2, at: time(0))
    #expect(tabs.capsule(at: time(0)) == tabs.span(of: 2))
  }

  @Test func `the capsule begins at the initial selection, clamped to the buttons`() {
    for (selection, expected) in [(-1, 0), (3, 3), (6, 6), (9, 6)] {
      let tabs = SegmentedTabs(count: 7, width: 390, selection: selection)
      #expect(tabs.selection == expected)
      #expect(tabs.capsule(at: .zero) == tabs.span(of: expected))
    }
  }

  @Test func `no buttons, zero width and NaN are handled`() {
    for count in [0, -3] {
      var tabs = SegmentedTabs(count: count, width: 300)
      #expect(tabs.selection == nil && tabs.capsule(at: .zero) == nil && tabs.index(at: 50) == nil)
      #expect(tabs.select(0, at: .zero) == false)
    }
    for width in [0, -5, Double.nan, .infinity, 20] {
      let tabs = SegmentedTabs(count: 3, width: width)
      #expect(tabs.capsule(at: .zero)?.width == 0)
      #expect(tabs.index(at: 16) == nil)
    }
  }

  @Test func `time running backwards shows the start of the slide`() {
    var tabs = week
    tabs.select(3, at: time(1000))
    #expect(tabs.capsule(at: time(0)) == tabs.span(of: 0))
  }
}
