import SightlineCore
import Testing

@testable import SightlineScroll

@Suite struct SectionSpyTests {
  /// A header of 200 and sections at 200, 700, 1000 and 1900, the last one 100 high; 600 are
  /// visible, 50 of them under the bar. The maximum offset is 1400, so the last section's edge,
  /// 1850, is out of reach.
  private static let layout = SectionSpy.Layout(
    tops: [200, 700, 1000, 1900], contentHeight: 2000, viewportHeight: 600, barHeight: 50)

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test func `scrolling selects a section less than a pixel before its edge below the bar`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    #expect(spy.selection == 0)
    for (offset, section) in [
      (649.5, 0), (649.51, 1), (650, 1), (649.5, 0), (949.5, 1), (950, 2), (1399.5, 2), (1400, 3),
      (1450, 3), (1399.5, 2), (-80, 0),
    ] {
      let before = spy.selection
      let changed = spy.scrolled(to: offset, at: .zero)
      #expect(spy.selection == section && changed == (before != section), "at \(offset)")
    }
  }

  @Test func `a section that is not laid out stays selected while a scroll to another ends`() {
    var layout = SectionSpyTests.layout
    layout.tops[3] = .nan
    var spy = SectionSpy(layout: layout)
    _ = spy.select(2, at: time(0))
    #expect(spy.select(3, at: time(100)) == SectionSpy.Update(selectionChanged: true))
    for offset in [300.0, 949, 950] {
      #expect(spy.scrolled(to: offset, at: time(Int(offset))) == false)
      #expect(spy.selection == 3)
    }
    let update = spy.update(SectionSpyTests.layout, at: time(1_000))
    #expect(update.scroll?.offset == 1_400 && spy.selection == 3)
  }

  @Test func `a tap selects its section at once and no other on the way`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    let update = spy.select(2, at: time(0))
    #expect(update.selectionChanged && spy.selection == 2)
    #expect(update.scroll == ScrollMove(to: 950, over: .milliseconds(350)))
    for frame in 1...50 {
      #expect(spy.scrolled(to: 19 * Double(frame), at: time(frame * 10)) == false)
      #expect(spy.selection == 2)
    }
    #expect(spy.scrollStopped() == false)
    #expect(spy.select(2, at: time(600)).isEmpty)
    #expect(spy.scrolled(to: 949, at: time(700)) == true && spy.selection == 1)
  }

  @Test func `the insets of a scroll view are outside the viewport`() {
    let geometry = ScrollMetrics(
      contentOffset: .zero, contentSize: LayoutSize(width: 100, height: 2000),
      containerSize: LayoutSize(width: 100, height: 600),
      contentInsets: LayoutInsets(top: 50, left: 7, bottom: 30, right: 7))
    #expect(
      SectionSpy.Layout(tops: [0], in: geometry, barHeight: 40)
        == .init(tops: [0], contentHeight: 2000, viewportHeight: 520, barHeight: 40))
  }

  @Test
  func `a section chosen again on the way is scrolled to again, one moved by a layout is not`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    _ = spy.select(2, at: time(0))
    // The app jumps.
    _ = spy.scrolled(to: 300, at: time(50))
    #expect(spy.update(SectionSpyTests.layout, at: time(55)).isEmpty)
    #expect(
      spy.select(2, at: time(60)) == .init(scroll: ScrollMove(to: 950, over: .milliseconds(350))))
    _ = spy.scrolled(to: 950, at: time(65))
    #expect(spy.select(2, at: time(70)).isEmpty)
    #expect(spy.select(1, at: time(80)).scroll?.offset == 650)
  }

  @Test func `a jump to a section is over at once, unless the host makes it later`() {
    for scrollsLater in [false, true] {
      var spy = SectionSpy(layout: SectionSpyTests.layout)
      spy.scrollsLater = scrollsLater
      _ = spy.select(2, animated: false, at: time(0))
      #expect(spy.scrolled(to: 0, at: time(10)) == !scrollsLater)
      #expect(spy.selection == (scrollsLater ? 2 : 0))
    }
  }

  @Test func `a section within half a point of its edge is there`() {
    for (offset, isThere) in [(949.5, true), (950.5, true), (949.25, false), (950.75, false)] {
      var spy = SectionSpy(layout: SectionSpyTests.layout, offset: offset)
      #expect((spy.select(2, at: time(0)).scroll == nil) == isThere, "at \(offset)")
    }
  }

  @Test func `of sections at one place, the first is selected unless they were scrolled to`() {
    func selection(_ contentHeight: Double, at offset: Double) -> Int? {
      SectionSpy(
        layout: .init(tops: [50, 50, 300], contentHeight: contentHeight, viewportHeight: 500),
        offset: offset
      ).selection
    }
    // Content that fits, and the header of longer content.
    #expect(selection(400, at: 0) == 0)
    #expect(selection(2_000, at: 0) == 0)
    #expect(selection(2_000, at: 50) == 1)
  }

  @Test func `a short last section can be selected by scrolling and tapping`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    #expect(spy.scrolled(to: 1400, at: time(0)) == true && spy.selection == 3)
    _ = spy.select(0, at: time(1000))
    _ = spy.scrolled(to: 150, at: time(1400))
    #expect(spy.select(3, at: time(2000)).scroll?.offset == 1400)
    _ = spy.scrolled(to: 1400, at: time(2400))
    #expect(spy.scrollStopped() == false && spy.selection == 3)
  }

  @Test func `of several sections at the end, the tapped one stays selected`() {
    var spy = SectionSpy(
      layout: .init(tops: [0, 900, 950, 980], contentHeight: 1000, viewportHeight: 500))
    #expect(spy.select(2, at: time(0)).scroll?.offset == 500)
    #expect(spy.scrolled(to: 499.7, at: time(400)) == false)
    #expect(spy.scrolled(to: 500, at: time(900)) == false && spy.selection == 2)
    let update = spy.select(1, at: time(1000))
    #expect(update == .init(selectionChanged: true))
    #expect(spy.scrolled(to: 500, at: time(1100)) == false && spy.selection == 1)
    // A scroll back selects none of the later ones that follow on the way to the end.
    #expect(spy.scrolled(to: 498, at: time(1200)) == false && spy.selection == 1)
    #expect(spy.scrolled(to: 500, at: time(1300)) == true && spy.selection == 3)
    #expect(spy.scrolled(to: 400, at: time(1400)) == true && spy.selection == 0)
  }

  /// Three sections share the end of the scroll, 500, where scrolling selects the last one.
  private static let sharedEnd = SectionSpy.Layout(
    tops: [0, 900, 950, 980], contentHeight: 1000, viewportHeight: 500)

  @Test func `a section scrolled to stays selected when touched`() {
    var spy = SectionSpy(layout: SectionSpyTests.sharedEnd, motion: .reduced)
    #expect(spy.select(1, at: time(0)).scroll == ScrollMove(to: 500))
    spy.scrollStopped()
    #expect(spy.scrolled(to: 500, at: time(10)) == false && spy.selection == 1)
  }

  @Test func `a section scrolled to stays selected when the scroll stops`() {
    var spy = SectionSpy(layout: SectionSpyTests.sharedEnd, motion: .reduced)
    _ = spy.select(1, at: time(0))
    #expect(spy.scrollStopped() == false)
    #expect(spy.scrolled(to: 500, at: time(1000)) == false && spy.selection == 1)
  }

  @Test func `a section scrolled to stays selected on arrival`() {
    var spy = SectionSpy(layout: SectionSpyTests.sharedEnd)
    _ = spy.select(1, at: time(0))
    #expect(spy.scrolled(to: 500, at: time(350)) == false)
    #expect(spy.scrolled(to: 500, at: time(5000)) == false && spy.selection == 1)
  }

  @Test func `a section tapped without scrolling stays selected`() {
    var spy = SectionSpy(layout: SectionSpyTests.sharedEnd, offset: 500)
    #expect(spy.selection == 3)
    #expect(spy.select(1, at: time(0)) == .init(selectionChanged: true))
    #expect(spy.scrolled(to: 500, at: time(5000)) == false && spy.selection == 1)
    // A kept section follows its edge, even when the layout changes.
    var layout = SectionSpyTests.sharedEnd
    layout.contentHeight = 2000
    #expect(spy.update(layout, at: time(6000)).scroll == ScrollMove(to: 900))
  }

  @Test func `a drag during a scroll drops the tapped selection`() {
    var spy = SectionSpy(layout: SectionSpyTests.sharedEnd)
    _ = spy.select(1, at: time(0))
    _ = spy.scrolled(to: 300, at: time(50))
    #expect(spy.scrollStopped() == true && spy.selection == 0)
    #expect(spy.scrolled(to: 300, at: time(60)) == false && spy.selection == 0)
  }

  @Test func `a finger takes over from a requested scroll`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    _ = spy.select(3, at: time(0))
    _ = spy.scrolled(to: 300, at: time(50))
    #expect(spy.scrollStopped() == true && spy.selection == 0)
    #expect(spy.scrolled(to: 700, at: time(60)) == true && spy.selection == 1)
  }

  @Test func `an interrupted scroll selects the visible section`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    _ = spy.select(3, at: time(0))
    _ = spy.scrolled(to: 800, at: time(50))
    #expect(spy.scrollStopped() == true && spy.selection == 1)
    #expect(spy.scrolled(to: 300, at: time(60)) == true && spy.selection == 0)
    // Also from a section that was kept.
    _ = spy.select(2, at: time(500))
    #expect(spy.scrolled(to: 950, at: time(900)) == false)
    _ = spy.select(0, at: time(950))
    _ = spy.scrolled(to: 800, at: time(960))
    #expect(spy.scrollStopped() == true && spy.selection == 1)
    _ = spy.select(3, at: time(1000))
    // Away from the target after the guard time, without a report from the host.
    #expect(spy.scrolled(to: 900, at: time(1100)) == false)
    #expect(spy.scrolled(to: 700, at: time(1350)) == true && spy.selection == 1)
  }

  @Test func `a scroll follows section tops that move during it`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    _ = spy.select(2, at: time(0))
    _ = spy.scrolled(to: 400, at: time(100))
    var layout = SectionSpyTests.layout
    layout.tops = [200, 700, 1200, 1900]
    let update = spy.update(layout, at: time(110))
    #expect(update == .init(scroll: ScrollMove(to: 1150, over: .milliseconds(350))))
    #expect(spy.scrolled(to: 1150, at: time(500)) == false && spy.selection == 2)
    // When the bar grows at rest, the section is kept at its edge immediately.
    layout.barHeight = 80
    #expect(spy.update(layout, at: time(900)).scroll == ScrollMove(to: 1120))
  }

  @Test func `a section at its edge follows one layout after the other immediately`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, offset: 950)
    _ = spy.select(2, at: time(0))
    var layout = SectionSpyTests.layout
    // Two images above it load.
    for (moment, top) in [(1000, 1100.0), (1016, 1200)] {
      layout.tops[2] = top
      #expect(spy.update(layout, at: time(moment)).scroll == ScrollMove(to: top - 50))
      #expect(spy.scrolled(to: top - 50, at: time(moment)) == false)
    }
  }

  @Test func `a layout does not correct an offset that still selects its section`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, offset: 949.5)
    _ = spy.select(2, at: time(0))
    #expect(spy.scrolled(to: 949, at: time(1000)) == false)
    #expect(spy.update(SectionSpyTests.layout, at: time(1000)).isEmpty)
  }

  @Test func `a section that swaps places with another is followed`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, offset: 650)
    _ = spy.select(1, at: time(0))
    let update = spy.update(SectionSpyTests.layout, selection: 2, at: time(1000))
    #expect(update == .init(selectionChanged: true, scroll: ScrollMove(to: 950)))
  }

  @Test func `sections can be added and removed`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, offset: 1400)
    #expect(spy.selection == 3)
    var layout = SectionSpyTests.layout
    layout.tops = [200, 700]
    #expect(spy.update(layout, at: time(0)).selectionChanged && spy.selection == 1)
    layout.tops = []
    #expect(spy.update(layout, at: time(0)).selectionChanged && spy.selection == nil)
    #expect(spy.select(0, at: time(0)).isEmpty)
    #expect(spy.scrolled(to: 3, at: time(0)) == false)
    layout.tops = [0, 300]
    #expect(spy.update(layout, at: time(0)).selectionChanged && spy.selection == 0)
    _ = spy.select(1, at: time(10))
    layout.tops = [0, 200, 300]
    #expect(spy.update(layout, selection: 2, at: time(20)).selectionChanged && spy.selection == 2)
  }

  @Test func `content that scrolls by half a point has an end`() {
    let layout = SectionSpy.Layout(tops: [0, 100], contentHeight: 600.5, viewportHeight: 600)
    #expect(SectionSpy(layout: layout).selection == 0)
    #expect(SectionSpy(layout: layout, offset: 0.5).selection == 1)
  }

  @Test(arguments: [1, 2, 3])
  func `an end that the screen rounds is reached`(scale: Double) {
    let pixel = DevicePixel.length(scale: scale)
    let layout = SectionSpy.Layout(
      tops: [0, 600, 1200, 1500], contentHeight: 1_650.4, viewportHeight: 600, pixelLength: pixel)
    for (offset, isThere) in [
      (1_050.4 - pixel, false), (1_050.4 - pixel * 0.99, true), (1_050.4, true),
    ] {
      #expect((SectionSpy(layout: layout, offset: offset).selection == 3) == isThere)
    }
    let geometry = ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: 1_050.333),
      contentSize: LayoutSize(width: 390, height: 1_650.4),
      containerSize: LayoutSize(width: 390, height: 600), pixelLength: pixel)
    var spy = SectionSpy(layout: SectionSpy.Layout(tops: layout.tops, in: geometry))
    #expect(spy.scrolled(in: geometry, at: .zero) == true && spy.selection == 3)
  }

  /// Short sections at the end, in content that scrolls by 300, 700, 500 and 10 points.
  @Test(arguments: [
    (tops: [0, 600, 700, 800], height: 900, bar: 0),
    (tops: [0, 1_000, 1_200, 1_250, 1_280], height: 1_300, bar: 53),
    (tops: [0, 500, 1_000, 1_050, 1_080], height: 1_100, bar: 0),
    (tops: [200, 300, 400, 600], height: 610, bar: 0),
  ])
  func `short sections at the end are selected one after the other`(
    tops: [Double], height: Double, bar: Double
  ) {
    let layout = SectionSpy.Layout(
      tops: tops, contentHeight: height, viewportHeight: 600, barHeight: bar)
    var spy = SectionSpy(layout: layout)
    func sweep(_ offsets: StrideThrough<Double>) -> [Int] {
      offsets.reduce(into: [spy.selection ?? -1]) { seen, offset in
        if spy.scrolled(to: offset, at: .zero) { seen.append(spy.selection ?? -1) }
      }
    }
    let forward = sweep(stride(from: 0, through: layout.maximumOffset, by: 0.25))
    #expect(forward == Array(tops.indices))
    #expect(sweep(stride(from: layout.maximumOffset, through: 0, by: -0.25)) == forward.reversed())
  }

  @Test func `sections that can reach the bar are selected there`() {
    // The last three can't. From 600 on, the line is at most four times as fast as the content.
    let layout = SectionSpy.Layout(
      tops: [0, 300, 600, 1_450, 1_500, 1_550], contentHeight: 1_600, viewportHeight: 600)
    for (offset, section) in [(299, 0), (300, 1), (599, 1), (600, 2), (957, 2), (958, 3)] {
      #expect(SectionSpy(layout: layout, offset: Double(offset)).selection == section)
    }
  }

  @Test func `unscrollable content selects its first section or the tapped one`() {
    var spy = SectionSpy(
      layout: .init(tops: [0, 100, 200], contentHeight: 300, viewportHeight: 600))
    #expect(spy.selection == 0)
    #expect(spy.select(2, at: .zero) == .init(selectionChanged: true))
    #expect(spy.scrolled(to: 0, at: .zero) == false && spy.selection == 2)
  }

  @Test func `a section without a layout is never reached, and a tap on it waits`() {
    var layout = SectionSpyTests.layout
    layout.tops[1] = .nan
    var spy = SectionSpy(layout: layout)
    #expect(spy.scrolled(to: 800, at: time(0)) == false && spy.selection == 0)
    #expect(spy.select(1, at: time(10)) == .init(selectionChanged: true))
    #expect(spy.scrolled(to: 800, at: time(20)) == false && spy.selection == 1)
    #expect(spy.update(SectionSpyTests.layout, at: time(30)).scroll == ScrollMove(to: 650))
  }

  @Test func `unordered tops count by position, of equal ones the last`() {
    var spy = SectionSpy(
      layout: .init(tops: [900, 0, 900, 400], contentHeight: 3000, viewportHeight: 600))
    #expect(spy.selection == 1)
    #expect(spy.scrolled(to: 500, at: .zero) == true && spy.selection == 3)
    #expect(spy.scrolled(to: 900, at: .zero) == true && spy.selection == 2)
  }

  @Test func `nonfinite offsets change nothing, and invalid heights are 0`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, offset: .nan)
    #expect(spy.offset == 0)
    #expect(spy.scrolled(to: .nan, at: .zero) == false && spy.offset == 0)
    #expect(spy.select(9, at: .zero).isEmpty)
    let layout = SectionSpy.Layout(
      tops: [0], contentHeight: .nan, viewportHeight: -1, barHeight: .infinity)
    #expect(layout.maximumOffset == 0 && layout.edge(of: 0) == 0)
  }

  @Test func `with Reduce Motion the scroll jumps`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout, motion: .reduced)
    #expect(spy.select(2, at: .zero).scroll == ScrollMove(to: 950))
  }

  @Test func `time running backwards restarts the guard`() {
    var spy = SectionSpy(layout: SectionSpyTests.layout)
    _ = spy.select(2, at: time(90_000))
    #expect(spy.scrolled(to: 950, at: time(0)) == false)
    #expect(spy.scrolled(to: 700, at: time(349)) == false)
    #expect(spy.scrolled(to: 600, at: time(350)) == true && spy.selection == 0)
  }

  /// Returns sections under an inset, as in a list that can be refreshed.
  private func geometry(_ offset: Double, top: Double, bottom: Double = 0) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: offset),
      contentSize: LayoutSize(width: 390, height: 2_400),
      containerSize: LayoutSize(width: 390, height: 600),
      contentInsets: LayoutInsets(top: top, bottom: bottom))
  }

  private static let tops: [Double] = [0, 600, 1_200, 1_800]

  /// Returns a spy at rest at an offset, with a section chosen or scrolled to by hand.
  private func resting(at geometry: ScrollMetrics, choosing index: Int?) -> SectionSpy {
    var spy = SectionSpy(layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))
    _ = spy.update(tops: Self.tops, in: geometry, at: time(0))
    guard let index else { return spy }
    _ = spy.update(tops: Self.tops, in: geometry.scrolled(to: geometry.minOffset), at: time(1))
    _ = spy.select(index, at: time(2))
    _ = spy.scrolled(in: geometry, at: time(400))
    return spy
  }

  /// A refresh that ends, one that begins, and a banner with a keyboard.
  @Test(arguments: [(60.0, 0.0, 0.0), (0, 60, 0), (148, 200, 300)], [nil, 1])
  func `an inset change at rest is not a scroll`(
    insets: (before: Double, after: Double, bottom: Double), chosen: Int?
  ) {
    let offset = 600 - insets.before + (chosen == nil ? 5 : 0)
    var spy = resting(at: geometry(offset, top: insets.before), choosing: chosen)
    #expect(spy.selection == 1)
    let after = geometry(offset, top: insets.after, bottom: insets.bottom)
    for moment in [1_000, 5_000] {
      #expect(spy.scrolled(in: after, at: time(moment)) == false && spy.selection == 1)
      #expect(spy.update(tops: Self.tops, in: after, at: time(moment)).isEmpty)
    }
    // Nor if it loads rows.
    let longer = Self.tops + [2_300]
    #expect(spy.update(tops: longer, in: after, at: time(6_000)) == .none)
    #expect(spy.selection == 1)
    // The reader's scroll selects the section it reaches.
    let step = insets.after < insets.before ? 1.0 : -1
    _ = spy.scrolled(in: after.scrolled(to: LayoutPoint(x: 0, y: offset + step)), at: time(7_000))
    #expect(spy.selection == 1)
    for (place, section) in [(500.0, 0), (590, 0), (610, 1), (1_210, 2), (0, 0)] {
      let next = after.scrolled(to: LayoutPoint(x: 0, y: place - insets.after))
      _ = spy.scrolled(in: next, at: time(8_000))
      #expect(spy.selection == section, "at \(place)")
    }
  }

  @Test(arguments: [true, false])
  func `a title that shrinks during a scroll moves its target`(isAnimated: Bool) {
    var spy = SectionSpy(layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))
    _ = spy.update(tops: Self.tops, in: geometry(-148, top: 148), at: time(0))
    #expect(spy.select(1, animated: isAnimated, at: time(0)).scroll?.offset == 600)
    let offset = isAnimated ? 100.0 : 452
    #expect(spy.scrolled(in: geometry(offset, top: 148), at: time(50)) == false)
    #expect(spy.scrolled(in: geometry(offset, top: 96), at: time(60)) == false)
    let update = spy.update(tops: Self.tops, in: geometry(offset, top: 96), at: time(60))
    // At 600 - 96 = 504.
    #expect(
      update == .init(scroll: ScrollMove(to: 600, over: .milliseconds(isAnimated ? 350 : 0))))
    let next = isAnimated ? 200.0 : 504
    #expect(spy.update(tops: Self.tops, in: geometry(next, top: 96), at: time(70)).isEmpty)
    #expect(spy.scrolled(in: geometry(504, top: 96), at: time(500)) == false && spy.selection == 1)
    // It has arrived: later changes are not part of it.
    #expect(spy.update(tops: Self.tops, in: geometry(504, top: 148), at: time(900)).isEmpty)
    #expect(spy.selection == 1)
    // A tap leads to the section's place again.
    #expect(spy.select(1, at: time(1_000)).scroll?.offset == 600)
  }

  @Test func `rows added above with the offset move no section`() {
    var spy = resting(at: geometry(610, top: 0), choosing: nil)
    let size = LayoutSize(width: 390, height: 3_000)
    let moved = ScrollMetrics(
      contentOffset: LayoutPoint(x: 0, y: 1_210), contentSize: size,
      containerSize: LayoutSize(width: 390, height: 600))
    let update = spy.update(tops: Self.tops.map { $0 == 0 ? 0 : $0 + 600 }, in: moved, at: time(9))
    #expect(update.isEmpty && spy.selection == 1)
  }
}
