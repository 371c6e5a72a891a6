import SightlineCore
import Testing

@testable import SightlineScroll

@Suite struct PagerTabSyncTests {
  typealias Update = PagerTabSync.Update

  private func layout(
    _ count: Int = 8, pageWidth: Double = 400, direction: ReadingDirection = .leftToRight
  ) -> PagerTabSync.Layout {
    PagerTabSync.Layout(
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
    var sync = PagerTabSync(layout: layout(direction: direction), selection: 1)
    let start = sync.pageOffset
    let update = sync.select(4, at: time(0))
    let target = sync.layout.pages.offset(at: 4)
    #expect(update.selectionChanged && sync.selection == 4)
    #expect(update.pages == ScrollMove(to: target, over: .milliseconds(350)))
    #expect(
      update.tabs
        == ScrollMove(to: sync.layout.strip.centringOffset(of: 4), over: .milliseconds(350)))
    // A slow toolkit takes longer than the guard time.
    for frame in 1...60 {
      let offset = start + (target - start) * Double(frame) / 60
      let echo = sync.pagesScrolled(to: offset, at: time(frame * 10))
      #expect(echo.isEmpty && sync.selection == 4)
      #expect(sync.underline == sync.layout.strip.underline(at: sync.progress))
    }
    #expect(sync.isResting && sync.progress == 4)
    #expect(sync.pagesStopped(at: time(700)).isEmpty)
  }

  @Test func `scroll reports select nothing for 0.35 s after a tap without a drag`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(0))
    #expect(sync.pagesScrolled(to: 1200, at: time(100)).isEmpty)
    #expect(sync.pagesScrolled(to: 900, at: time(349)).isEmpty)
    #expect(sync.selection == 3)
    // Away from the target after the guard time: a scroll by another cause.
    #expect(sync.pagesScrolled(to: 800, at: time(350)).selectionChanged)
    #expect(sync.selection == 2)
    _ = sync.select(5, at: time(1000))
    sync.beginDragging()
    #expect(sync.pagesScrolled(to: 850, at: time(1010)).selectionChanged)
    #expect(sync.selection == 2)
  }

  @Test func `a move ends on reaching its destination; later offsets select`() {
    var sync = PagerTabSync(layout: layout(), motion: .reduced)
    #expect(sync.select(3, at: time(0)).pages == ScrollMove(to: 1200))
    #expect(sync.pagesStopped(at: time(10)).isEmpty)
    // Well within the guard time of a move.
    #expect(sync.pagesScrolled(to: 800, at: time(20)).selectionChanged && sync.selection == 2)
  }

  @Test func `a jump to a page is over at once; later offsets select`() {
    var sync = PagerTabSync(layout: layout())
    #expect(sync.select(3, animated: false, at: time(0)).pages == ScrollMove(to: 1200))
    #expect(sync.pagesScrolled(to: 1200, at: time(0)).isEmpty && sync.isResting)
    #expect(sync.pagesScrolled(to: 800, at: time(20)).selectionChanged && sync.selection == 2)
  }

  @Test func `after a move has arrived, another cause's offsets select at once`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(0))
    #expect(sync.pagesScrolled(to: 1200, at: time(400)).isEmpty)
    #expect(sync.pagesScrolled(to: 400, at: time(410)).selectionChanged && sync.selection == 1)
  }

  @Test func `a strip that arrived and was moved by hand returns to the tab`() throws {
    var sync = PagerTabSync(layout: layout())
    let move = try #require(sync.select(4, at: time(0)).tabs)
    #expect(sync.select(4, at: time(10)).isEmpty)
    sync.tabsScrolled(to: move.offset + 0.5)
    sync.tabsScrolled(to: move.offset - 50)
    #expect(sync.select(4, at: time(400)).tabs == move)
  }

  @Test func `a strip moved by half a point in a drag was rounded, by more it was scrolled`() {
    for (moved, isScrolled) in [(0.5, false), (0.75, true)] {
      var sync = PagerTabSync(layout: layout(), selection: 3)
      let place = sync.tabsOffset
      sync.beginDragging()
      sync.tabsScrolled(to: place + moved)
      let update = sync.pagesScrolled(to: sync.pageOffset, at: time(10))
      #expect(update.tabs == (isScrolled ? nil : ScrollMove(to: place)))
    }
  }

  @Test func `a strip caught on its way by a drag that turns no page is centred afterwards`() {
    var sync = PagerTabSync(layout: layout(20), selection: 3)
    sync.tabsScrolled(to: 0)
    let centring = sync.select(3, at: time(0)).tabs
    sync.tabsScrolled(to: 10)
    sync.beginDragging()
    for offset in [1_250.0, 1_200] { _ = sync.pagesScrolled(to: offset, at: time(100)) }
    #expect(sync.endDragging(at: time(110)).isEmpty)
    #expect(sync.pagesStopped(at: time(120)) == Update(tabs: centring))
  }

  @Test func `pages released within half a point of their place rest there`() {
    for (offset, rests) in [(0.5, true), (0.75, false)] {
      var sync = PagerTabSync(layout: layout())
      sync.beginDragging()
      _ = sync.pagesScrolled(to: offset, at: time(10))
      #expect((sync.endDragging(velocity: 0, at: time(20)).pages == nil) == rests)
      #expect(sync.isResting == rests)
    }
  }

  @Test func `a single page can be pulled, pages of a point can be turned`() {
    var one = PagerTabSync(layout: layout(1))
    _ = one.pagesScrolled(to: 100, at: time(0))
    #expect(one.progress == 0.25)
    var narrow = PagerTabSync(layout: layout(3, pageWidth: 1))
    #expect(narrow.pagesScrolled(to: 1, at: time(0)).selectionChanged && narrow.progress == 1)
  }

  @Test func `new widths and a new selection each move the strip`() {
    var sync = PagerTabSync(layout: layout(), selection: 4)
    let wide = PagerTabSync.Layout(
      strip: TabStrip(widths: Array(repeating: 200, count: 8), viewportWidth: 400), pageWidth: 400)
    let update = sync.update(wide, at: time(0))
    #expect(update == .init(tabs: ScrollMove(to: 700)))
    let next = sync.update(wide, selection: 5, at: time(10))
    #expect(next.selectionChanged && next.tabs == ScrollMove(to: 900))
    #expect(sync.update(wide, at: time(20)).isEmpty)
  }

  @Test func `without tabs everything is at its start`() {
    var sync = PagerTabSync(layout: layout(), selection: 3)
    #expect(sync.update(layout(0), at: time(0)).selectionChanged)
    #expect(sync.selection == nil && sync.underline == nil)
    #expect((sync.progress, sync.pageOffset, sync.tabsOffset) == (0, 0, 0))
  }

  @Test func `tabs that change during a move are centred on the chosen one`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(4, at: time(0))
    _ = sync.pagesScrolled(to: 100, at: time(50))
    let wide = PagerTabSync.Layout(
      strip: TabStrip(widths: Array(repeating: 200, count: 8), viewportWidth: 400), pageWidth: 400)
    let update = sync.update(wide, at: time(60))
    #expect(update == Update(tabs: ScrollMove(to: wide.strip.centringOffset(of: 4))))
  }

  @Test func `a strip within half a point of its position is not moved`() {
    var sync = PagerTabSync(layout: layout(), selection: 3)
    let place = sync.layout.strip.centringOffset(of: 3)
    sync.tabsScrolled(to: place + 0.5)
    #expect(sync.select(3, at: time(0)).tabs == nil)
    sync.tabsScrolled(to: place + 0.75)
    #expect(sync.select(3, at: time(1000)).tabs?.offset == place)
  }

  @Test func `a strip on its way is moved again only if a finger took it elsewhere`() {
    var sync = PagerTabSync(layout: layout())
    let move = sync.select(4, at: time(0)).tabs
    sync.tabsScrolled(to: 10)
    #expect(move != nil && sync.select(4, at: time(10)).tabs == nil)
    sync.beginDragging()
    _ = sync.pagesScrolled(to: 0, at: time(20))
    #expect(sync.select(4, at: time(30)).tabs == move)
  }

  @Test func `pages moved by half a point at rest were rounded, by more they were scrolled`() {
    for (offset, isResting) in [(1200.5, true), (1200.75, false)] {
      var sync = PagerTabSync(layout: layout(), selection: 3)
      #expect(sync.pagesScrolled(to: offset, at: time(0)).pages == nil)
      #expect(sync.isResting == isResting)
    }
  }

  @Test func `choosing the tab of a page at rest moves no page`() {
    for offset in [1200, 1200.5] {
      var sync = PagerTabSync(layout: layout(), selection: 3)
      sync.beginDragging()
      _ = sync.pagesScrolled(to: offset, at: time(0))
      #expect(sync.endDragging(velocity: 0, at: time(10)).isEmpty)
      #expect(sync.select(3, at: time(20)).pages == nil && sync.isResting)
    }
  }

  @Test func `a resize right after catching moving pages selects the nearest one`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(0))
    _ = sync.pagesScrolled(to: 300, at: time(100))
    sync.beginDragging()
    let update = sync.update(layout(pageWidth: 800), at: time(110))
    #expect(update.selectionChanged && sync.selection == 1)
    #expect(update.pages == ScrollMove(to: 600) && sync.progress == 0.75)
  }

  @Test func `a second tap takes over from the first`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(0))
    _ = sync.pagesScrolled(to: 300, at: time(100))
    #expect(sync.select(3, at: time(110)).isEmpty)
    let update = sync.select(0, at: time(120))
    #expect(update.pages == ScrollMove(to: 0, over: .milliseconds(350)))
    #expect(sync.selection == 0)
  }

  @Test func `a drag selects the nearest page without animations`() {
    var sync = PagerTabSync(layout: layout())
    sync.beginDragging()
    var selected: [Int?] = []
    for offset in stride(from: 0.0, through: 1600, by: 10) {
      let update = sync.pagesScrolled(to: offset, at: time(Int(offset)))
      #expect(update.pages == nil && update.tabs?.isImmediate ?? true)
      #expect(sync.underline == sync.layout.strip.underline(at: offset / 400))
      #expect(sync.tabsOffset == sync.layout.strip.centringOffset(at: offset / 400))
      if update.selectionChanged {
        selected.append(sync.selection)
        #expect(offset.truncatingRemainder(dividingBy: 400) == 210)
      }
    }
    #expect(selected == [1, 2, 3, 4])
    #expect(sync.endDragging(at: time(1700)).isEmpty)
    #expect(sync.pagesStopped(at: time(1700)).isEmpty && sync.isResting)
  }

  @Test func `content stopped between two pages moves to the nearest`() {
    var sync = PagerTabSync(layout: layout())
    sync.beginDragging()
    _ = sync.pagesScrolled(to: 250, at: time(0))
    _ = sync.endDragging(at: time(10))
    #expect(
      sync.pagesStopped(at: time(20)).pages == ScrollMove(to: 400, over: .milliseconds(350)))
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `a flick of at least 400 points per second turns the page`(direction: ReadingDirection) {
    let forward = direction == .leftToRight ? 1.0 : -1
    for (velocity, page) in [(400.0, 3), (399, 2), (-400, 1), (-399, 2), (.nan, 2)] {
      var sync = PagerTabSync(layout: layout(direction: direction), selection: 2)
      sync.beginDragging()
      _ = sync.pagesScrolled(to: sync.pageOffset + forward * 4 * velocity.signum, at: time(0))
      let update = sync.endDragging(velocity: velocity * forward, at: time(10))
      #expect(sync.selection == page)
      #expect(
        update.pages
          == (velocity.isNaN
            ? nil
            : ScrollMove(
              to: sync.layout.pages.offset(at: Double(page)), over: .milliseconds(350))))
    }
  }

  @Test func `a flick stops at the first and last page`() {
    for (offset, velocity, page) in [
      (300.0, -500.0, 0), (-40, -500, 0), (2500, 500, 7), (2840, 500, 7),
    ] {
      var sync = PagerTabSync(layout: layout(), selection: 3)
      sync.beginDragging()
      _ = sync.pagesScrolled(to: offset, at: time(0))
      _ = sync.endDragging(velocity: velocity, at: time(10))
      #expect(sync.selection == page)
    }
  }

  @Test(arguments: [true, false])
  func `a strip scrolled by hand returns within one page`(isFinger: Bool) {
    var sync = PagerTabSync(layout: layout(20))
    sync.tabsScrolled(to: 900)
    if isFinger { sync.beginDragging() }
    var last = 900.0
    for offset in stride(from: 4.0, through: 400, by: 4) {
      let update = sync.pagesScrolled(to: offset, at: time(Int(offset)))
      #expect(abs(sync.tabsOffset - last) < 20)
      #expect(update.tabs == ScrollMove(to: sync.tabsOffset))
      last = sync.tabsOffset
    }
    #expect(sync.tabsOffset == sync.layout.strip.centringOffset(of: 1))
    _ = sync.pagesScrolled(to: 600, at: time(600))
    #expect(sync.tabsOffset == sync.layout.strip.centringOffset(at: 1.5))
  }

  @Test(arguments: [2, 3])
  func `a strip caught between two tabs centres the one whose page is reached`(page: Int) {
    var sync = PagerTabSync(layout: layout(20))
    _ = sync.select(9, at: time(0))
    _ = sync.pagesScrolled(to: 2.5 * 400, at: time(50))
    sync.tabsScrolled(to: sync.layout.strip.centringOffset(at: 4))
    sync.beginDragging()
    _ = sync.pagesScrolled(to: Double(page) * 400, at: time(300))
    #expect(sync.tabsOffset == sync.layout.strip.centringOffset(of: page))
  }

  @Test func `a resize keeps the page and selects nothing`() {
    var sync = PagerTabSync(layout: layout(), selection: 5)
    let update = sync.update(layout(pageWidth: 844), at: time(0))
    #expect(!update.selectionChanged && update.pages == ScrollMove(to: 5 * 844))
    #expect(sync.progress == 5 && sync.underline == sync.layout.strip.tabs[5])
    // The old offset in the new width, before the new one is applied.
    #expect(sync.pagesScrolled(to: 2000, at: time(5)).isEmpty)
    #expect(sync.pagesScrolled(to: 5 * 844, at: time(10)).isEmpty)
    #expect(sync.selection == 5 && sync.isResting)
    #expect(sync.update(sync.layout, at: time(20)).isEmpty)
  }

  @Test func `a resize during a drag keeps the progress`() {
    var sync = PagerTabSync(layout: layout(), selection: 5)
    sync.beginDragging()
    _ = sync.pagesScrolled(to: 4.7 * 400, at: time(0))
    let update = sync.update(layout(pageWidth: 800), at: time(5))
    #expect(update.pages.map { abs($0.offset - 4.7 * 800) < 1e-9 } == true)
    #expect(abs(sync.progress - 4.7) < 1e-12 && sync.selection == 5)
  }

  @Test func `a drag stays at the last page when the next ones are removed`() {
    var sync = PagerTabSync(layout: layout(2))
    sync.beginDragging()
    _ = sync.pagesScrolled(to: 100, at: time(0))
    #expect(sync.update(layout(1), at: time(10)) == Update(pages: ScrollMove(to: 0)))
    #expect(sync.progress == 0 && !sync.isResting)
  }

  @Test func `removed tabs select the last, no tabs none, and new tabs the first`() {
    #expect(PagerTabSync(layout: layout(0), selection: 3).progress == 0)
    var sync = PagerTabSync(layout: layout(), selection: 6)
    #expect(sync.update(layout(3), at: time(0)).selectionChanged)
    #expect(sync.selection == 2 && sync.progress == 2 && sync.pageOffset == 800)
    #expect(sync.update(layout(0), at: time(10)).selectionChanged)
    #expect(sync.selection == nil && sync.underline == nil && sync.pageOffset == 0)
    #expect(sync.select(0, at: time(20)).isEmpty)
    #expect(sync.pagesScrolled(to: 300, at: time(30)).isEmpty)
    #expect(sync.pagesStopped(at: time(40)) == Update(pages: ScrollMove(to: 0)))
    #expect(sync.update(layout(4), at: time(50)).selectionChanged && sync.selection == 0)
  }

  @Test func `inserting a tab before the selected one keeps the selection`() {
    var sync = PagerTabSync(layout: layout(4), selection: 2)
    let update = sync.update(layout(5), selection: 3, at: time(0))
    #expect(update.pages == ScrollMove(to: 1200) && sync.progress == 3)
  }

  @Test func `moving pages stop if their target tab moves to them`() {
    for (count, start, chosen, new) in [(2, 1, 0, 1), (4, 1, 2, 1)] {
      var sync = PagerTabSync(layout: layout(count), selection: start)
      _ = sync.select(chosen, at: time(0))
      let update = sync.update(layout(count + new - chosen), selection: new, at: time(0))
      #expect(update.pages == ScrollMove(to: 400) && sync.isResting)
      #expect(sync.update(layout(9), selection: new, at: time(10)).pages == nil)
    }
  }

  @Test func `pages moved while there are no tabs return for the first one`() {
    var sync = PagerTabSync(layout: layout(0))
    #expect(sync.pagesScrolled(to: -33, at: time(0)).isEmpty)
    #expect(sync.update(layout(2), at: time(10)).pages == ScrollMove(to: 0))
  }

  @Test func `a drag continues beside the same page when tabs come and go before it`() {
    var sync = PagerTabSync(layout: layout(4), selection: 1)
    sync.beginDragging()
    _ = sync.pagesScrolled(to: 500, at: time(0))
    let update = sync.update(layout(6), selection: 3, at: time(10))
    #expect(update.pages == ScrollMove(to: 1300) && update.selectionChanged)
    #expect(sync.selection == 3 && sync.progress == 3.25)
    _ = sync.update(layout(3), selection: 0, at: time(20))
    #expect(sync.selection == 0 && sync.progress == 0.25 && sync.pageOffset == 100)
    _ = sync.pagesScrolled(to: 300, at: time(30))
    _ = sync.update(layout(2), selection: 0, at: time(40))
    #expect(sync.selection == 0 && sync.progress == 0 && !sync.isResting)
  }

  @Test func `with Reduce Motion every move is immediate`() {
    var sync = PagerTabSync(layout: layout(), motion: .reduced)
    let update = sync.select(5, at: time(0))
    #expect(update.pages == ScrollMove(to: 2000) && update.tabs == ScrollMove(to: sync.tabsOffset))
    #expect(sync.progress == 5 && sync.underline == sync.layout.strip.tabs[5])
  }

  @Test func `an interrupted animation is requested once more`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(0))
    _ = sync.pagesScrolled(to: 500, at: time(100))
    #expect(sync.pagesStopped(at: time(110)) == Update(pages: ScrollMove(to: 1200)))
    _ = sync.pagesScrolled(to: 700, at: time(120))
    let settling = sync.pagesStopped(at: time(130))
    #expect(settling.pages == ScrollMove(to: 800, over: .milliseconds(350)))
    #expect(settling.selectionChanged && sync.selection == 2)
    // Pages that cannot move are left alone in the end.
    #expect(sync.pagesStopped(at: time(140)) == Update(pages: ScrollMove(to: 800)))
    _ = sync.pagesScrolled(to: 700, at: time(150))
    #expect(sync.pagesStopped(at: time(160)).isEmpty && sync.isResting)
  }

  @Test func `nonfinite offsets and zero-width pages change nothing`() {
    var sync = PagerTabSync(layout: layout(), selection: 3)
    let before = sync
    for offset in [Double.nan, .infinity, -.infinity] {
      #expect(sync.pagesScrolled(to: offset, at: time(0)).isEmpty)
      sync.tabsScrolled(to: offset)
    }
    #expect(sync == before)
    #expect(sync.select(8, at: time(0)).isEmpty && sync.select(-1, at: time(0)).isEmpty)
    _ = sync.update(layout(pageWidth: 0), at: time(1))
    #expect(sync.pagesScrolled(to: 99, at: time(2)).isEmpty)
    #expect(sync.selection == 3 && sync.progress == 3)
    #expect(sync.update(layout(), at: time(3)).pages == ScrollMove(to: 1200))
  }

  @Test func `a clock running backwards restarts the guard for one period at most`() {
    var sync = PagerTabSync(layout: layout())
    _ = sync.select(3, at: time(100_000))
    #expect(sync.pagesScrolled(to: 1200, at: time(0)).isEmpty)
    #expect(sync.pagesScrolled(to: 800, at: time(349)).isEmpty)
    #expect(sync.pagesScrolled(to: 750, at: time(350)).selectionChanged)
  }
}

extension Double {
  /// The sign; 0 for NaN.
  fileprivate var signum: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
