import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

/// A host that performs and reports all moves like a toolkit, under random input.
@Suite struct TabPagerRandomTests {
  private struct Host {
    var random: SeededGenerator
    let direction: ReadingDirection
    var pager: TabPager
    var now = MonotonicTime.zero
    var pageOffset: Double
    var tabsOffset: Double
    /// The number of unexpected updates during requested moves.
    var echoes = 0

    init(seed: UInt64, direction: ReadingDirection) {
      var random = SeededGenerator(seed: seed)
      self.direction = direction
      let layout = Host.layout(count: 6, direction: direction, &random)
      pager = TabPager(layout: layout, selection: 2)
      self.random = random
      pageOffset = pager.pageOffset
      tabsOffset = pager.tabsOffset
    }

    static func layout(
      count: Int, direction: ReadingDirection, _ random: inout SeededGenerator
    ) -> TabPager.Layout {
      let width = random.number(200...1200)
      return TabPager.Layout(
        strip: TabStrip(
          widths: (0..<count).map { _ in random.number(30...200) }, spacing: 8,
          viewportWidth: width, direction: direction),
        pageWidth: width, direction: direction)
    }

    mutating func wait(_ milliseconds: Int) { now = now + .milliseconds(milliseconds) }

    /// Performs an update, in at most this many frames of about 16 ms.
    mutating func apply(_ update: TabPager.Update, frames: Int = .max) {
      if let tabs = update.tabs {
        tabsOffset = tabs.offset
        pager.tabsScrolled(to: tabs.offset)
      }
      guard let pages = update.pages else { return }
      // A toolkit may take another duration than requested.
      let count = pages.isImmediate ? 1 : 5 + random.index(30)
      let start = pageOffset
      for frame in 1...count where frame <= frames {
        pageOffset = start + (pages.offset - start) * Double(frame) / Double(count)
        if frame == count { pageOffset = pages.offset }
        wait(pages.isImmediate ? 0 : 16)
        if !pager.pagesScrolled(to: pageOffset, at: now).isEmpty { echoes += 1 }
      }
      if count <= frames && !pager.pagesStopped(at: now).isEmpty { echoes += 1 }
    }

    mutating func drag() {
      pager.beginDragging()
      let width = pager.layout.pages.pageWidth
      for _ in 0..<random.index(12) {
        pageOffset += random.number(-0.4...0.4) * width
        wait(16)
        let update = pager.pagesScrolled(to: pageOffset, at: now)
        #expect(update.pages == nil && update.tabs?.isImmediate ?? true)
        #expect(pager.selection == nearest)
        if let tabs = update.tabs { tabsOffset = tabs.offset }
        expectUnderline()
      }
      if random.oneIn(2) {
        apply(pager.endDragging(velocity: random.number(-900...900), at: now))
      } else {
        apply(pager.endDragging(at: now))
      }
      apply(pager.pagesStopped(at: now))
    }

    /// Turns a wheel: offsets without a finger, at any time.
    mutating func turnWheel() {
      for _ in 0..<random.index(8) {
        pageOffset += random.number(-0.3...0.3) * pager.layout.pages.pageWidth
        wait(16)
        let update = pager.pagesScrolled(to: pageOffset, at: now)
        #expect(update.pages == nil && update.tabs?.isImmediate ?? true)
        if let tabs = update.tabs { tabsOffset = tabs.offset }
        expectUnderline()
      }
      apply(pager.pagesStopped(at: now))
    }

    var nearest: Int? {
      pager.layout.pages.page(nearestTo: pager.progress, current: pager.selection)
    }

    func expectUnderline() {
      let progress = pager.layout.pages.progress(at: pageOffset)
      let span = pager.layout.strip.underline(at: progress)
      let isExact: Bool =
        if let span, let shown = pager.underline {
          abs(span.x - shown.x) < 1e-9 && abs(span.width - shown.width) < 1e-9
        } else { span == pager.underline }
      #expect(isExact)
    }

    mutating func act() {
      let count = pager.layout.pages.count
      switch random.index(9) {
      case 0, 1: apply(pager.select(random.index(count), at: now))
      case 2, 3: drag()
      case 4:
        // A tap interrupted by another input.
        apply(pager.select(random.index(count), at: now), frames: random.index(5))
        random.oneIn(2) ? drag() : apply(pager.select(random.index(count), at: now))
        if !pager.isResting { drag() }
      case 5:
        let newCount = random.oneIn(3) ? 1 + random.index(9) : count
        apply(pager.update(Host.layout(count: newCount, direction: direction, &random), at: now))
      case 6: apply(pager.select(random.index(count), animated: false, at: now))
      case 7: turnWheel()
      default:
        tabsOffset = pager.layout.strip.clamped(random.number(0...2000))
        pager.tabsScrolled(to: tabsOffset)
      }
      wait(random.index(600))
    }
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `selection, page and underline agree after each of 10,000 random inputs`(
    direction: ReadingDirection
  ) throws {
    let seed: UInt64 = 20_231
    var host = Host(seed: seed, direction: direction)
    for step in 0..<10_000 {
      host.act()
      let selection = try #require(host.pager.selection)
      let place = host.pager.layout.pages.offset(at: Double(selection))
      #expect(host.pager.isResting, "seed \(seed), step \(step)")
      #expect(abs(host.pageOffset - place) <= 0.5, "seed \(seed), step \(step)")
      #expect(host.pager.pageOffset == host.pageOffset, "seed \(seed), step \(step)")
      #expect(host.nearest == selection, "seed \(seed), step \(step)")
      #expect(host.echoes == 0, "seed \(seed), step \(step)")
      host.expectUnderline()
      if host.echoes > 0 { break }
    }
  }
}
