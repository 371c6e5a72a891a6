import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct TabPagerTests {
  /// An app with a selection, and a view that does what it is told.
  private struct Host {
    var pager = TabPager<String>()
    var selection: String
    var items: [String]
    var width: Double
    var direction: ReadingDirection
    var now = MonotonicTime.zero
    var last = TabPager<String>.Update()

    init(
      _ items: [String] = ["a", "b", "c", "d", "e"], selection: String = "a", width: Double = 320,
      tabWidth: Double = 100, direction: ReadingDirection = .leftToRight
    ) {
      (self.items, self.selection, self.width) = (items, selection, width)
      self.direction = direction
      layOut()
      for item in items { take(pager.measured(tabWidth, of: item, at: now)) }
    }

    mutating func take(_ update: TabPager<String>.Update) {
      last = update
      guard let new = update.selection, new != selection else { return }
      selection = new
      layOut()
    }

    mutating func layOut() {
      let way = last.animation
      take(
        pager.update(
          items, selection: selection, viewportWidth: width, direction: direction, at: now))
      if last.animation == .immediate { last.animation = way }
    }

    mutating func wait(_ milliseconds: Int) { now = now + .milliseconds(milliseconds) }

    mutating func drag(_ event: DragEvent) { take(pager.dragPages(event, at: now)) }

    mutating func dragStrip(_ event: DragEvent) { take(pager.dragStrip(event, at: now)) }

    var page: Int { items.firstIndex(of: selection) ?? -1 }

    var pageOffset: Double {
      PageTrack(count: items.count, pageWidth: width, direction: direction)
        .offset(at: Double(page))
    }
  }

  @Test func `a choice of the app is gone to with an animation, and underline and strip with it`() {
    var host = Host()
    #expect(host.pager.underline == TabSpan(x: 0, width: 100))
    host.selection = "d"
    host.layOut()
    #expect(host.pager.pageOffset == 960)
    #expect(host.pager.underline == TabSpan(x: 300, width: 100))
    #expect(host.pager.tabsOffset == 180)
    #expect(host.last.animation == .easeInOut(PagerTabSync.tapGuard))
    host.pager.motion = .reduced
    host.selection = "a"
    host.last = TabPager.Update()
    host.layOut()
    #expect(host.last.animation == .immediate && host.pager.pageOffset == 0)
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `the app's selection changes when the finger is gone, and the underline with the finger`(
    direction: ReadingDirection
  ) {
    var host = Host(selection: "b", direction: direction)
    let sign = direction == .leftToRight ? -1.0 : 1
    host.drag(.began)
    host.drag(.moved(sign * 200))
    #expect(host.selection == "b" && host.pager.selection == "c" && host.pager.isDragging)
    #expect(host.last.animation == .immediate)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "c" && !host.pager.isDragging)
    #expect(host.pager.pageOffset == host.pageOffset)
    host.wait(2000)
    host.drag(.began)
    host.drag(.moved(sign * 30))
    host.drag(.ended(velocity: sign * 900))
    #expect(host.selection == "d")
  }

  @Test func `a drag that is cancelled leaves nothing held`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-120))
    host.drag(.cancelled)
    #expect(host.selection == "a" && host.pager.pageOffset == 0 && !host.pager.isDragging)
    // What comes late means nothing.
    host.drag(.moved(-300))
    host.drag(.ended(velocity: -3000))
    #expect(host.selection == "a" && host.pager.pageOffset == 0)
    host.drag(.began)
    host.drag(.moved(-200))
    host.drag(.cancelled)
    #expect(host.selection == "b" && host.pager.pageOffset == 320)
  }

  @Test func `at the ends there is nothing to turn, and no drag leaves them`() {
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      var host = Host(direction: direction)
      let isLeft = direction == .leftToRight
      #expect(host.pager.canMovePages(.left, at: host.now) == isLeft)
      #expect(host.pager.canMovePages(.right, at: host.now) == !isLeft)
      host.drag(.began)
      host.drag(.moved(isLeft ? 250 : -250))
      #expect(host.pager.pageOffset == host.pageOffset)
      host.drag(.cancelled)
      host.selection = "e"
      host.layOut()
      host.wait(1000)
      #expect(host.pager.canMovePages(.left, at: host.now) == !isLeft)
      host.selection = "c"
      host.layOut()
      host.wait(1000)
      #expect(host.pager.canMovePages(.left, at: host.now))
      #expect(host.pager.canMovePages(.right, at: host.now))
    }
    #expect(!TabPager<Int>().canMovePages(.left, at: .zero))
  }

  @Test func `a turn of the screen in the middle of a drag keeps the drag and its progress`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-80))
    #expect(host.pager.pageOffset == 80)
    host.width = 640
    host.layOut()
    #expect(host.pager.pageOffset == 160 && host.pager.isDragging)
    host.drag(.moved(-112))
    #expect(host.pager.pageOffset == 192)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "a" && host.pager.pageOffset == 0)
  }

  @Test func `labels that grow in the middle of a drag do not end it`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-200))
    #expect(host.pager.selection == "b")
    for item in host.items { host.take(host.pager.measured(180, of: item, at: host.now)) }
    #expect(host.pager.isDragging && host.pager.pageOffset == 200 && host.selection == "a")
    #expect(host.pager.underline?.width == 180)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "b")
  }

  @Test func `a choice of the app ends a drag`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-90))
    host.selection = "e"
    host.layOut()
    #expect(host.pager.pageOffset == 1280 && !host.pager.isDragging)
    host.drag(.moved(-200))
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "e" && host.pager.pageOffset == 1280)
  }

  @Test func `a finger catches the pages on their way`() {
    var host = Host()
    host.selection = "c"
    host.layOut()
    host.wait(175)
    host.drag(.began)
    #expect(abs(host.pager.pageOffset - 320) < 1)
    host.drag(.moved(20))
    #expect(abs(host.pager.pageOffset - 300) < 1)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "b")
  }

  @Test func `the strip can be dragged, runs on, and comes back with the pages`() {
    var host = Host()
    #expect(host.pager.canMoveStrip(.left, at: host.now))
    #expect(!host.pager.canMoveStrip(.right, at: host.now))
    host.dragStrip(.began)
    host.dragStrip(.moved(-60))
    #expect(host.pager.tabsOffset == 60 && host.selection == "a" && host.pager.pageOffset == 0)
    host.dragStrip(.ended(velocity: -100))
    #expect(abs(host.pager.tabsOffset - 109.9) < 1e-9)
    #expect(host.last.animation == .decelerating(Carousel.swingDuration))
    host.dragStrip(.moved(-500))
    #expect(abs(host.pager.tabsOffset - 109.9) < 1e-9)
    host.wait(3000)
    host.dragStrip(.began)
    host.dragStrip(.moved(-900))
    #expect(host.pager.tabsOffset == 180)
    host.dragStrip(.cancelled)
    #expect(host.pager.tabsOffset == 180 && host.last.animation == .immediate)
    // Turning a page takes it back in proportion.
    host.drag(.began)
    host.drag(.moved(-160))
    #expect(host.pager.tabsOffset > 0 && host.pager.tabsOffset < 180)
    host.drag(.moved(-320))
    #expect(host.pager.tabsOffset == 0)
  }

  @Test func `a strip that fits cannot be dragged, and with Reduce Motion it does not run on`() {
    var narrow = Host(tabWidth: 50)
    #expect(!narrow.pager.canMoveStrip(.left, at: narrow.now))
    narrow.dragStrip(.began)
    narrow.dragStrip(.moved(-60))
    #expect(narrow.pager.tabsOffset == 0)
    var host = Host()
    host.pager.motion = .reduced
    host.dragStrip(.began)
    host.dragStrip(.moved(-60))
    host.dragStrip(.ended(velocity: -1000))
    #expect(host.pager.tabsOffset == 60 && host.last.animation == .immediate)
  }

  @Test func `items that come and go keep the one that is selected, also under a finger`() {
    var host = Host(selection: "c")
    host.items = ["x", "c", "a"]
    host.layOut()
    #expect(host.selection == "c" && host.pager.pageOffset == 320)
    host.items = ["x", "a"]
    host.layOut()
    #expect(host.selection == "a" && host.pager.pageOffset == 320)
    host.items = []
    host.layOut()
    #expect(host.pager.selection == nil && host.pager.underline == nil)
    host.items = ["y"]
    host.layOut()
    #expect(host.selection == "y")
    var dragged = Host()
    dragged.drag(.began)
    dragged.drag(.moved(-200))
    dragged.items = ["z", "a", "b"]
    dragged.layOut()
    #expect(dragged.pager.selection == "b")
  }

  @Test func `after random inputs the app's selection, the page and the underline agree`() {
    let seed: UInt64 = 64
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      var random = SeededGenerator(seed: seed)
      var host = Host(direction: direction)
      for step in 0..<6000 {
        switch random.index(10) {
        case 0:
          host.selection = host.items[random.index(host.items.count)]
          host.layOut()
        case 1:
          host.width = random.number(200...800)
          host.layOut()
        case 2:
          host.items.shuffle(using: &random)
          host.layOut()
        case 3:
          let item = host.items[random.index(host.items.count)]
          host.take(host.pager.measured(random.number(40...200), of: item, at: host.now))
        case 4: host.drag(.began)
        case 5, 6: host.drag(.moved(random.number(-500...500)))
        case 7:
          host.drag(random.oneIn(2) ? .cancelled : .ended(velocity: random.number(-900...900)))
        case 8: host.dragStrip(random.oneIn(2) ? .began : .moved(random.number(-500...500)))
        default: host.dragStrip(.ended(velocity: random.number(-900...900)))
        }
        host.wait(random.index(300))
        let comment: Comment = "seed \(seed), step \(step), \(direction)"
        let end = Double(host.items.count - 1) * host.width
        #expect(host.pager.pageOffset >= -1e-9 && host.pager.pageOffset <= end + 1e-9, comment)
        guard !host.pager.isDragging else { continue }
        #expect(host.pager.selection == host.selection, comment)
        #expect(abs(host.pager.pageOffset - host.pageOffset) < 1, comment)
        let place = host.pager.place(of: host.page)
        #expect(abs((host.pager.underline?.x ?? -1) - (place?.x ?? 0)) < 1, comment)
      }
    }
  }
}
