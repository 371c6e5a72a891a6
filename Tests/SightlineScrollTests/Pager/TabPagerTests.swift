import SightlineCore
import Testing

@testable import SightlineScroll

@Suite struct TabPagerTests {
  typealias Update = TabPager.Update

  private func layout(
    _ count: Int = 8, pageWidth: Double = 400, direction: ReadingDirection = .leftToRight
  ) -> TabPager.Layout {
    TabPager.Layout(
      strip: TabStrip(
        widths: (0..<count).map { 80 + 10 * Double($0 % 3) }, viewportWidth: pageWidth,
        direction: direction),
      pageWidth: pageWidth, direction: direction)
  }

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `tapping a tab three away selects it at once, skipping those between`(
    direction: ReadingDirection
  ) {
    var pager = TabPager(layout: layout(direction: direction), selection: 1)
    let start = pager.pageOffset
    let update = pager.select(4, at: time(0))
    let target = pager.layout.pages.offset(at: 4)
    #expect(update.selectionChanged && pager.selection == 4)
    #expect(update.pages == ScrollMove(to: target, over: .milliseconds(350)))
    #expect(
      update.tabs
        == ScrollMove(to: pager.layout.strip.centringOffset(of: 4), over: .milliseconds(350)))
    // A slow toolkit takes longer than the guard time.
    for frame in 1...60 {
      let offset = start + (target - start) * Double(frame) / 60
      let echo = pager.pagesScrolled(to: offset, at: time(frame * 10))
      #expect(echo.isEmpty && pager.selection == 4)
      #expect(pager.underline == pager.layout.strip.underline(at: pager.progress))
    }
    #expect(pager.isResting && pager.progress == 4)
    #expect(pager.pagesStopped(at: time(700)).isEmpty)
  }

  @Test func `scroll reports select nothing for 0.35 s after a tap without a drag`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(0))
    #expect(pager.pagesScrolled(to: 1200, at: time(100)).isEmpty)
    #expect(pager.pagesScrolled(to: 900, at: time(349)).isEmpty)
    #expect(pager.selection == 3)
    // Away from the target after the guard time: a scroll by another cause.
    #expect(pager.pagesScrolled(to: 800, at: time(350)).selectionChanged)
    #expect(pager.selection == 2)
    _ = pager.select(5, at: time(1000))
    pager.beginDragging()
    #expect(pager.pagesScrolled(to: 850, at: time(1010)).selectionChanged)
    #expect(pager.selection == 2)
  }

  @Test func `a move ends on reaching its destination; later offsets select`() {
    var pager = TabPager(layout: layout(), motion: .reduced)
    #expect(pager.select(3, at: time(0)).pages == ScrollMove(to: 1200))
    #expect(pager.pagesStopped(at: time(10)).isEmpty)
    // Well within the guard time of a move.
    #expect(pager.pagesScrolled(to: 800, at: time(20)).selectionChanged && pager.selection == 2)
  }

  @Test func `a jump to a page is over at once; later offsets select`() {
    var pager = TabPager(layout: layout())
    #expect(pager.select(3, animated: false, at: time(0)).pages == ScrollMove(to: 1200))
    #expect(pager.pagesScrolled(to: 1200, at: time(0)).isEmpty && pager.isResting)
    #expect(pager.pagesScrolled(to: 800, at: time(20)).selectionChanged && pager.selection == 2)
  }

  @Test func `after a move has arrived, another cause's offsets select at once`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(0))
    #expect(pager.pagesScrolled(to: 1200, at: time(400)).isEmpty)
    #expect(pager.pagesScrolled(to: 400, at: time(410)).selectionChanged && pager.selection == 1)
  }

  @Test func `a strip that arrived and was moved by hand returns to the tab`() throws {
    var pager = TabPager(layout: layout())
    let move = try #require(pager.select(4, at: time(0)).tabs)
    #expect(pager.select(4, at: time(10)).isEmpty)
    pager.tabsScrolled(to: move.offset + 0.5)
    pager.tabsScrolled(to: move.offset - 50)
    #expect(pager.select(4, at: time(400)).tabs == move)
  }

  @Test func `a strip moved by half a point in a drag was rounded, by more it was scrolled`() {
    for (moved, isScrolled) in [(0.5, false), (0.75, true)] {
      var pager = TabPager(layout: layout(), selection: 3)
      let place = pager.tabsOffset
      pager.beginDragging()
      pager.tabsScrolled(to: place + moved)
      let update = pager.pagesScrolled(to: pager.pageOffset, at: time(10))
      #expect(update.tabs == (isScrolled ? nil : ScrollMove(to: place)))
    }
  }

  @Test func `a strip caught on its way by a drag that turns no page is centred afterwards`() {
    var pager = TabPager(layout: layout(20), selection: 3)
    pager.tabsScrolled(to: 0)
    let centring = pager.select(3, at: time(0)).tabs
    pager.tabsScrolled(to: 10)
    pager.beginDragging()
    for offset in [1_250.0, 1_200] { _ = pager.pagesScrolled(to: offset, at: time(100)) }
    #expect(pager.endDragging(at: time(110)).isEmpty)
    #expect(pager.pagesStopped(at: time(120)) == Update(tabs: centring))
  }

  @Test func `pages released within half a point of their place rest there`() {
    for (offset, rests) in [(0.5, true), (0.75, false)] {
      var pager = TabPager(layout: layout())
      pager.beginDragging()
      _ = pager.pagesScrolled(to: offset, at: time(10))
      #expect((pager.endDragging(velocity: 0, at: time(20)).pages == nil) == rests)
      #expect(pager.isResting == rests)
    }
  }

  @Test func `a single page can be pulled, pages of a point can be turned`() {
    var one = TabPager(layout: layout(1))
    _ = one.pagesScrolled(to: 100, at: time(0))
    #expect(one.progress == 0.25)
    var narrow = TabPager(layout: layout(3, pageWidth: 1))
    #expect(narrow.pagesScrolled(to: 1, at: time(0)).selectionChanged && narrow.progress == 1)
  }

  @Test func `new widths and a new selection each move the strip`() {
    var pager = TabPager(layout: layout(), selection: 4)
    let wide = TabPager.Layout(
      strip: TabStrip(widths: Array(repeating: 200, count: 8), viewportWidth: 400), pageWidth: 400)
    let update = pager.update(wide, at: time(0))
    #expect(update == .init(tabs: ScrollMove(to: 700)))
    let next = pager.update(wide, selection: 5, at: time(10))
    #expect(next.selectionChanged && next.tabs == ScrollMove(to: 900))
    #expect(pager.update(wide, at: time(20)).isEmpty)
  }

  @Test func `without tabs everything is at its start`() {
    var pager = TabPager(layout: layout(), selection: 3)
    #expect(pager.update(layout(0), at: time(0)).selectionChanged)
    #expect(pager.selection == nil && pager.underline == nil)
    #expect((pager.progress, pager.pageOffset, pager.tabsOffset) == (0, 0, 0))
  }

  @Test func `tabs that change during a move are centred on the chosen one`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(4, at: time(0))
    _ = pager.pagesScrolled(to: 100, at: time(50))
    let wide = TabPager.Layout(
      strip: TabStrip(widths: Array(repeating: 200, count: 8), viewportWidth: 400), pageWidth: 400)
    let update = pager.update(wide, at: time(60))
    #expect(update == Update(tabs: ScrollMove(to: wide.strip.centringOffset(of: 4))))
  }

  @Test func `a strip within half a point of its position is not moved`() {
    var pager = TabPager(layout: layout(), selection: 3)
    let place = pager.layout.strip.centringOffset(of: 3)
    pager.tabsScrolled(to: place + 0.5)
    #expect(pager.select(3, at: time(0)).tabs == nil)
    pager.tabsScrolled(to: place + 0.75)
    #expect(pager.select(3, at: time(1000)).tabs?.offset == place)
  }

  @Test func `a strip on its way is moved again only if a finger took it elsewhere`() {
    var pager = TabPager(layout: layout())
    let move = pager.select(4, at: time(0)).tabs
    pager.tabsScrolled(to: 10)
    #expect(move != nil && pager.select(4, at: time(10)).tabs == nil)
    pager.beginDragging()
    _ = pager.pagesScrolled(to: 0, at: time(20))
    #expect(pager.select(4, at: time(30)).tabs == move)
  }

  @Test func `pages moved by half a point at rest were rounded, by more they were scrolled`() {
    for (offset, isResting) in [(1200.5, true), (1200.75, false)] {
      var pager = TabPager(layout: layout(), selection: 3)
      #expect(pager.pagesScrolled(to: offset, at: time(0)).pages == nil)
      #expect(pager.isResting == isResting)
    }
  }

  @Test func `choosing the tab of a page at rest moves no page`() {
    for offset in [1200, 1200.5] {
      var pager = TabPager(layout: layout(), selection: 3)
      pager.beginDragging()
      _ = pager.pagesScrolled(to: offset, at: time(0))
      #expect(pager.endDragging(velocity: 0, at: time(10)).isEmpty)
      #expect(pager.select(3, at: time(20)).pages == nil && pager.isResting)
    }
  }

  @Test func `a resize right after catching moving pages selects the nearest one`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(0))
    _ = pager.pagesScrolled(to: 300, at: time(100))
    pager.beginDragging()
    let update = pager.update(layout(pageWidth: 800), at: time(110))
    #expect(update.selectionChanged && pager.selection == 1)
    #expect(update.pages == ScrollMove(to: 600) && pager.progress == 0.75)
  }

  @Test func `a second tap takes over from the first`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(0))
    _ = pager.pagesScrolled(to: 300, at: time(100))
    #expect(pager.select(3, at: time(110)).isEmpty)
    let update = pager.select(0, at: time(120))
    #expect(update.pages == ScrollMove(to: 0, over: .milliseconds(350)))
    #expect(pager.selection == 0)
  }

  @Test func `a drag selects the nearest page without animations`() {
    var pager = TabPager(layout: layout())
    pager.beginDragging()
    var selected: [Int?] = []
    for offset in stride(from: 0.0, through: 1600, by: 10) {
      let update = pager.pagesScrolled(to: offset, at: time(Int(offset)))
      #expect(update.pages == nil && update.tabs?.isImmediate ?? true)
      #expect(pager.underline == pager.layout.strip.underline(at: offset / 400))
      #expect(pager.tabsOffset == pager.layout.strip.centringOffset(at: offset / 400))
      if update.selectionChanged {
        selected.append(pager.selection)
        #expect(offset.truncatingRemainder(dividingBy: 400) == 210)
      }
    }
    #expect(selected == [1, 2, 3, 4])
    #expect(pager.endDragging(at: time(1700)).isEmpty)
    #expect(pager.pagesStopped(at: time(1700)).isEmpty && pager.isResting)
  }

  @Test func `content stopped between two pages moves to the nearest`() {
    var pager = TabPager(layout: layout())
    pager.beginDragging()
    _ = pager.pagesScrolled(to: 250, at: time(0))
    _ = pager.endDragging(at: time(10))
    #expect(
      pager.pagesStopped(at: time(20)).pages == ScrollMove(to: 400, over: .milliseconds(350)))
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a flick of at least 400 points per second turns the page`(direction: ReadingDirection) {
    let forward = direction == .leftToRight ? 1.0 : -1
    for (velocity, page) in [(400.0, 3), (399, 2), (-400, 1), (-399, 2), (.nan, 2)] {
      var pager = TabPager(layout: layout(direction: direction), selection: 2)
      pager.beginDragging()
      _ = pager.pagesScrolled(to: pager.pageOffset + forward * 4 * velocity.signum, at: time(0))
      let update = pager.endDragging(velocity: velocity * forward, at: time(10))
      #expect(pager.selection == page)
      #expect(
        update.pages
          == (velocity.isNaN
            ? nil
            : ScrollMove(
              to: pager.layout.pages.offset(at: Double(page)), over: .milliseconds(350))))
    }
  }

  @Test func `a flick stops at the first and last page`() {
    for (offset, velocity, page) in [
      (300.0, -500.0, 0), (-40, -500, 0), (2500, 500, 7), (2840, 500, 7),
    ] {
      var pager = TabPager(layout: layout(), selection: 3)
      pager.beginDragging()
      _ = pager.pagesScrolled(to: offset, at: time(0))
      _ = pager.endDragging(velocity: velocity, at: time(10))
      #expect(pager.selection == page)
    }
  }

  @Test(arguments: [true, false])
  func `a strip scrolled by hand returns within one page`(isFinger: Bool) {
    var pager = TabPager(layout: layout(20))
    pager.tabsScrolled(to: 900)
    if isFinger { pager.beginDragging() }
    var last = 900.0
    for offset in stride(from: 4.0, through: 400, by: 4) {
      let update = pager.pagesScrolled(to: offset, at: time(Int(offset)))
      #expect(abs(pager.tabsOffset - last) < 20)
      #expect(update.tabs == ScrollMove(to: pager.tabsOffset))
      last = pager.tabsOffset
    }
    #expect(pager.tabsOffset == pager.layout.strip.centringOffset(of: 1))
    _ = pager.pagesScrolled(to: 600, at: time(600))
    #expect(pager.tabsOffset == pager.layout.strip.centringOffset(at: 1.5))
  }

  @Test(arguments: [2, 3])
  func `a strip caught between two tabs centres the one whose page is reached`(page: Int) {
    var pager = TabPager(layout: layout(20))
    _ = pager.select(9, at: time(0))
    _ = pager.pagesScrolled(to: 2.5 * 400, at: time(50))
    pager.tabsScrolled(to: pager.layout.strip.centringOffset(at: 4))
    pager.beginDragging()
    _ = pager.pagesScrolled(to: Double(page) * 400, at: time(300))
    #expect(pager.tabsOffset == pager.layout.strip.centringOffset(of: page))
  }

  @Test func `a resize keeps the page and selects nothing`() {
    var pager = TabPager(layout: layout(), selection: 5)
    let update = pager.update(layout(pageWidth: 844), at: time(0))
    #expect(!update.selectionChanged && update.pages == ScrollMove(to: 5 * 844))
    #expect(pager.progress == 5 && pager.underline == pager.layout.strip.tabs[5])
    // The old offset in the new width, before the new one is applied.
    #expect(pager.pagesScrolled(to: 2000, at: time(5)).isEmpty)
    #expect(pager.pagesScrolled(to: 5 * 844, at: time(10)).isEmpty)
    #expect(pager.selection == 5 && pager.isResting)
    #expect(pager.update(pager.layout, at: time(20)).isEmpty)
  }

  @Test func `a resize during a drag keeps the progress`() {
    var pager = TabPager(layout: layout(), selection: 5)
    pager.beginDragging()
    _ = pager.pagesScrolled(to: 4.7 * 400, at: time(0))
    let update = pager.update(layout(pageWidth: 800), at: time(5))
    #expect(update.pages.map { abs($0.offset - 4.7 * 800) < 1e-9 } == true)
    #expect(abs(pager.progress - 4.7) < 1e-12 && pager.selection == 5)
  }

  @Test func `a drag stays at the last page when the next ones are removed`() {
    var pager = TabPager(layout: layout(2))
    pager.beginDragging()
    _ = pager.pagesScrolled(to: 100, at: time(0))
    #expect(pager.update(layout(1), at: time(10)) == Update(pages: ScrollMove(to: 0)))
    #expect(pager.progress == 0 && !pager.isResting)
  }

  @Test func `removed tabs select the last, no tabs none, and new tabs the first`() {
    #expect(TabPager(layout: layout(0), selection: 3).progress == 0)
    var pager = TabPager(layout: layout(), selection: 6)
    #expect(pager.update(layout(3), at: time(0)).selectionChanged)
    #expect(pager.selection == 2 && pager.progress == 2 && pager.pageOffset == 800)
    #expect(pager.update(layout(0), at: time(10)).selectionChanged)
    #expect(pager.selection == nil && pager.underline == nil && pager.pageOffset == 0)
    #expect(pager.select(0, at: time(20)).isEmpty)
    #expect(pager.pagesScrolled(to: 300, at: time(30)).isEmpty)
    #expect(pager.pagesStopped(at: time(40)) == Update(pages: ScrollMove(to: 0)))
    #expect(pager.update(layout(4), at: time(50)).selectionChanged && pager.selection == 0)
  }

  @Test func `inserting a tab before the selected one keeps the selection`() {
    var pager = TabPager(layout: layout(4), selection: 2)
    let update = pager.update(layout(5), selection: 3, at: time(0))
    #expect(update.pages == ScrollMove(to: 1200) && pager.progress == 3)
  }

  @Test func `moving pages stop if their target tab moves to them`() {
    for (count, start, chosen, new) in [(2, 1, 0, 1), (4, 1, 2, 1)] {
      var pager = TabPager(layout: layout(count), selection: start)
      _ = pager.select(chosen, at: time(0))
      let update = pager.update(layout(count + new - chosen), selection: new, at: time(0))
      #expect(update.pages == ScrollMove(to: 400) && pager.isResting)
      #expect(pager.update(layout(9), selection: new, at: time(10)).pages == nil)
    }
  }

  @Test func `pages moved while there are no tabs return for the first one`() {
    var pager = TabPager(layout: layout(0))
    #expect(pager.pagesScrolled(to: -33, at: time(0)).isEmpty)
    #expect(pager.update(layout(2), at: time(10)).pages == ScrollMove(to: 0))
  }

  @Test func `a drag continues beside the same page when tabs come and go before it`() {
    var pager = TabPager(layout: layout(4), selection: 1)
    pager.beginDragging()
    _ = pager.pagesScrolled(to: 500, at: time(0))
    let update = pager.update(layout(6), selection: 3, at: time(10))
    #expect(update.pages == ScrollMove(to: 1300) && update.selectionChanged)
    #expect(pager.selection == 3 && pager.progress == 3.25)
    _ = pager.update(layout(3), selection: 0, at: time(20))
    #expect(pager.selection == 0 && pager.progress == 0.25 && pager.pageOffset == 100)
    _ = pager.pagesScrolled(to: 300, at: time(30))
    _ = pager.update(layout(2), selection: 0, at: time(40))
    #expect(pager.selection == 0 && pager.progress == 0 && !pager.isResting)
  }

  @Test func `with Reduce Motion every move is immediate`() {
    var pager = TabPager(layout: layout(), motion: .reduced)
    let update = pager.select(5, at: time(0))
    #expect(update.pages == ScrollMove(to: 2000) && update.tabs == ScrollMove(to: pager.tabsOffset))
    #expect(pager.progress == 5 && pager.underline == pager.layout.strip.tabs[5])
  }

  @Test func `an interrupted animation is requested once more`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(0))
    _ = pager.pagesScrolled(to: 500, at: time(100))
    #expect(pager.pagesStopped(at: time(110)) == Update(pages: ScrollMove(to: 1200)))
    _ = pager.pagesScrolled(to: 700, at: time(120))
    let settling = pager.pagesStopped(at: time(130))
    #expect(settling.pages == ScrollMove(to: 800, over: .milliseconds(350)))
    #expect(settling.selectionChanged && pager.selection == 2)
    // Pages that cannot move are left alone in the end.
    #expect(pager.pagesStopped(at: time(140)) == Update(pages: ScrollMove(to: 800)))
    _ = pager.pagesScrolled(to: 700, at: time(150))
    #expect(pager.pagesStopped(at: time(160)).isEmpty && pager.isResting)
  }

  @Test func `nonfinite offsets and zero-width pages change nothing`() {
    var pager = TabPager(layout: layout(), selection: 3)
    let before = pager
    for offset in [Double.nan, .infinity, -.infinity] {
      #expect(pager.pagesScrolled(to: offset, at: time(0)).isEmpty)
      pager.tabsScrolled(to: offset)
    }
    #expect(pager == before)
    #expect(pager.select(8, at: time(0)).isEmpty && pager.select(-1, at: time(0)).isEmpty)
    _ = pager.update(layout(pageWidth: 0), at: time(1))
    #expect(pager.pagesScrolled(to: 99, at: time(2)).isEmpty)
    #expect(pager.selection == 3 && pager.progress == 3)
    #expect(pager.update(layout(), at: time(3)).pages == ScrollMove(to: 1200))
  }

  @Test func `a clock running backwards restarts the guard for one period at most`() {
    var pager = TabPager(layout: layout())
    _ = pager.select(3, at: time(100_000))
    #expect(pager.pagesScrolled(to: 1200, at: time(0)).isEmpty)
    #expect(pager.pagesScrolled(to: 800, at: time(349)).isEmpty)
    #expect(pager.pagesScrolled(to: 750, at: time(350)).selectionChanged)
  }
}

extension Double {
  /// The sign; 0 for NaN.
  fileprivate var signum: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
