import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct ItemTabPagerTests {
  /// An app with a selection, and a view that applies the pager's state.
  private struct Host {
    var pager = ItemTabPager<String>()
    var selection: String
    var items: [String]
    var width: Double
    var direction: ReadingDirection
    var now = MonotonicTime.zero

    init(
      _ items: [String] = ["a", "b", "c", "d", "e"], selection: String = "a", width: Double = 320,
      tabWidth: Double = 100, direction: ReadingDirection = .leftToRight
    ) {
      (self.items, self.selection, self.width) = (items, selection, width)
      self.direction = direction
      layOut()
      for item in items { take(pager.measured(tabWidth, of: item, at: now)) }
    }

    mutating func take(_ new: String?) {
      guard let new, new != selection else { return }
      selection = new
      layOut()
    }

    mutating func layOut() {
      take(
        pager.update(
          items, selection: selection, viewportWidth: width, direction: direction, at: now))
    }

    mutating func choose(_ item: String) {
      selection = item
      layOut()
    }

    mutating func wait(_ milliseconds: Int) { now = now + .milliseconds(milliseconds) }

    mutating func drag(_ event: DragEvent) { take(pager.dragPages(event, at: now)) }

    mutating func dragStrip(_ event: DragEvent) { pager.dragStrip(event, at: now) }

    // The visible state.
    var offset: Double { pager.pageOffset(at: now) }
    var tabsOffset: Double { pager.tabsOffset(at: now) }
    var underline: TabSpan? { pager.underline(at: now) }
    var isMoving: Bool { pager.nextFrame(after: now) != nil }
    var built: [String] { pager.scene.pages.map(\.item) }
    var shown: [String] { pager.scene.pages.filter(\.isShown).map(\.item) }

    var page: Int { items.firstIndex(of: selection) ?? -1 }

    /// The offset of the selected page.
    var pageOffset: Double {
      PageTrack(count: items.count, pageWidth: width, direction: direction)
        .offset(at: Double(page))
    }
  }

  @Test func `an app's selection moves pages, strip and underline together`() {
    var host = Host()
    #expect(host.underline == TabSpan(x: 0, width: 100) && !host.isMoving)
    host.choose("d")
    #expect(host.offset == 0 && host.tabsOffset == 0 && host.isMoving)
    host.wait(175)
    #expect(isClose(host.offset, 480) && isClose(host.tabsOffset, 90))
    #expect(isClose(host.underline?.x ?? 0, 150))
    host.wait(174)
    #expect(host.isMoving)
    host.wait(1)
    #expect(host.offset == 960 && host.tabsOffset == 180 && !host.isMoving)
    #expect(host.underline == TabSpan(x: 300, width: 100))
    host.pager.motion = .reduced
    host.choose("a")
    #expect(host.offset == 0 && !host.isMoving)
  }

  @Test func `after a drag that ends on a page, only that page is shown`() {
    var host = Host()
    host.choose("d")
    host.wait(100)
    host.drag(.began)
    host.drag(.moved(host.offset - host.pageOffset))
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "d" && host.shown == ["d"])
  }

  @Test func `a page is built when first shown, not when passed over`() {
    var host = Host()
    #expect(host.built == ["a"] && host.shown == ["a"])
    host.choose("d")
    #expect(host.built == ["a", "d"] && host.shown == ["a", "d"])
    host.wait(500)
    host.drag(.began)
    #expect(host.built == ["a", "d"])
    host.drag(.moved(40))
    #expect(host.built == ["a", "c", "d"] && host.shown == ["c", "d"])
    host.drag(.cancelled)
    host.wait(500)
    // Already built, but only passed on the way.
    host.choose("a")
    #expect(host.built == ["a", "c", "d"] && host.shown == ["a", "d"])
    host.wait(175)
    host.drag(.began)
    #expect(host.shown == ["b", "c"] && host.built == ["a", "b", "c", "d"])
    host.items = ["c", "e"]
    host.layOut()
    host.drag(.cancelled)
    #expect(host.built == ["c"] && host.selection == "c")
  }

  @Test(arguments: [ReadingDirection.leftToRight, .rightToLeft])
  func `the underline follows the finger, the selection changes on release`(
    direction: ReadingDirection
  ) {
    var host = Host(selection: "b", direction: direction)
    let sign = direction == .leftToRight ? -1.0 : 1
    host.drag(.began)
    host.drag(.moved(sign * 200))
    #expect(host.selection == "b" && host.pager.selection == "c" && host.pager.isDragging)
    #expect(!host.isMoving)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "c" && !host.pager.isDragging)
    host.wait(2000)
    #expect(host.offset == host.pageOffset)
    host.drag(.began)
    host.drag(.moved(sign * 30))
    host.drag(.ended(velocity: sign * 900))
    #expect(host.selection == "d")
  }

  @Test func `a cancelled drag is released`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-120))
    host.drag(.cancelled)
    host.wait(500)
    #expect(host.selection == "a" && host.offset == 0 && !host.pager.isDragging)
    // Late events are ignored.
    host.drag(.moved(-300))
    host.drag(.ended(velocity: -3000))
    #expect(host.selection == "a" && host.offset == 0)
    host.drag(.began)
    host.drag(.moved(-200))
    host.drag(.cancelled)
    host.wait(500)
    #expect(host.selection == "b" && host.offset == 320)
  }

  @Test func `drags past the ends do nothing`() {
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      var host = Host(direction: direction)
      let isLeft = direction == .leftToRight
      #expect(host.pager.canMovePages(.left, at: host.now) == isLeft)
      #expect(host.pager.canMovePages(.right, at: host.now) == !isLeft)
      host.drag(.began)
      host.drag(.moved(isLeft ? 250 : -250))
      #expect(host.offset == host.pageOffset)
      host.drag(.cancelled)
      host.choose("e")
      host.wait(1000)
      #expect(host.pager.canMovePages(.left, at: host.now) == !isLeft)
      host.choose("c")
      host.wait(1000)
      #expect(host.pager.canMovePages(.left, at: host.now))
      #expect(host.pager.canMovePages(.right, at: host.now))
    }
    #expect(!ItemTabPager<Int>().canMovePages(.left, at: .zero))
  }

  @Test func `rotating the screen during a drag keeps the drag and its progress`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-80))
    #expect(host.offset == 80)
    host.width = 640
    host.layOut()
    #expect(host.offset == 160 && host.pager.isDragging)
    host.drag(.moved(-112))
    #expect(host.offset == 192)
    host.drag(.ended(velocity: 0))
    host.wait(500)
    #expect(host.selection == "a" && host.offset == 0)
  }

  @Test func `labels growing during a drag do not end it`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-200))
    #expect(host.pager.selection == "b")
    for item in host.items { host.take(host.pager.measured(180, of: item, at: host.now)) }
    #expect(host.pager.isDragging && host.offset == 200 && host.selection == "a")
    #expect(host.underline?.width == 180)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "b")
  }

  @Test func `an app's selection ends a drag`() {
    var host = Host()
    host.drag(.began)
    host.drag(.moved(-90))
    host.choose("e")
    #expect(host.offset == 90 && !host.pager.isDragging)
    host.drag(.moved(-200))
    host.drag(.ended(velocity: 0))
    host.wait(350)
    #expect(host.selection == "e" && host.offset == 1280)
  }

  @Test func `a touch catches moving pages`() {
    var host = Host()
    host.choose("c")
    host.wait(175)
    host.drag(.began)
    #expect(abs(host.offset - 320) < 1)
    host.drag(.moved(20))
    #expect(abs(host.offset - 300) < 1)
    host.drag(.ended(velocity: 0))
    #expect(host.selection == "b")
  }

  @Test func `a finger catches the strip with the pages`() {
    var host = Host()
    host.choose("d")
    host.wait(175)
    host.drag(.began)
    #expect(isClose(host.tabsOffset, 90) && !host.isMoving)
    host.drag(.moved(-1))
    #expect(abs(host.tabsOffset - 90) < 1)
    host.drag(.cancelled)
    host.wait(1000)
    host.dragStrip(.began)
    host.dragStrip(.ended(velocity: 200))
    host.wait(300)
    let caught = host.tabsOffset
    host.drag(.began)
    #expect(host.tabsOffset == caught && !host.isMoving)
  }

  @Test func `a strip caught near its path or its end stays there`() {
    var host = Host()
    host.choose("d")
    host.wait(5)
    host.drag(.began)
    let caught = host.tabsOffset
    host.drag(.moved(0))
    #expect(caught > 0.01 && caught < 0.5 && isClose(host.tabsOffset, caught))
    // Another finger flicks the strip while the pages are held.
    for (wait, way) in [(300, 20.0), (1300, 49.7)] {
      let start = host.tabsOffset
      host.dragStrip(.began)
      host.dragStrip(.ended(velocity: -100))
      host.wait(wait)
      let passed = host.tabsOffset
      host.drag(.moved(0))
      #expect(passed > start + way && isClose(host.tabsOffset, passed) && !host.isMoving)
    }
  }

  @Test func `pages dragged to where they were going are there at once`() {
    var host = Host()
    host.choose("d")
    host.wait(100)
    host.drag(.began)
    host.drag(.moved(host.offset - 960))
    #expect(host.offset == 960)
    host.drag(.ended(velocity: 0))
    #expect(host.offset == 960 && !host.isMoving && host.shown == ["d"])
  }

  @Test func `other widths and items take their places at once, even during a move`() {
    var host = Host(selection: "b")
    host.choose("a")
    host.wait(100)
    host.width = 200
    host.layOut()
    #expect(host.offset == 0 && !host.isMoving && host.shown == ["a"])
    host.choose("b")
    host.wait(100)
    host.items = ["c", "b", "a"]
    host.layOut()
    #expect(host.offset == 200 && host.shown == ["b"])
    var equal = Host(selection: "c")
    equal.choose("a")
    equal.wait(100)
    equal.items = ["b", "a", "c", "d", "e"]
    equal.layOut()
    #expect(equal.offset == 320 && equal.tabsOffset == 0 && !equal.isMoving)
  }

  @Test func `labels growing during a move place the strip at once, not the pages`() {
    var host = Host(selection: "c")
    host.choose("b")
    host.wait(175)
    #expect(isClose(host.offset, 480) && isClose(host.tabsOffset, 45))
    host.take(host.pager.measured(120, of: "e", at: host.now))
    #expect(isClose(host.offset, 480) && host.tabsOffset == 0 && host.isMoving)
  }

  @Test func `pages passed on the way stay hidden when the app selects another one`() {
    var host = Host()
    host.choose("d")
    host.wait(175)
    host.choose("e")
    #expect(host.shown == ["e"] && host.built == ["a", "d", "e"])
  }

  @Test func `an update without a width changes nothing`() {
    var host = Host()
    let scene = host.pager.scene
    for width in [0, -1, .nan, .infinity] {
      host.width = width
      host.items = ["c", "a"]
      host.layOut()
      host.layOut()
      host.drag(.began)
      host.drag(.cancelled)
      #expect(host.selection == "a" && host.pager.scene == scene)
    }
  }

  @Test func `the strip can be dragged, coasts, and returns with the pages`() {
    var host = Host()
    #expect(host.pager.canMoveStrip(.left, at: host.now))
    #expect(!host.pager.canMoveStrip(.right, at: host.now))
    host.dragStrip(.began)
    host.dragStrip(.moved(-60))
    #expect(host.tabsOffset == 60 && host.selection == "a" && host.offset == 0)
    host.dragStrip(.ended(velocity: -100))
    #expect(host.tabsOffset == 60 && host.isMoving)
    host.dragStrip(.moved(-500))
    host.wait(300)
    let caught = host.tabsOffset
    host.dragStrip(.began)
    #expect(host.tabsOffset == caught && !host.isMoving)
    host.wait(300)
    host.dragStrip(.moved(caught - 60))
    #expect(host.tabsOffset == 60)
    host.dragStrip(.ended(velocity: -100))
    host.wait(3000)
    #expect(abs(host.tabsOffset - 109.9) < 1e-9)
    host.dragStrip(.began)
    host.dragStrip(.moved(-900))
    #expect(host.tabsOffset == 180)
    host.dragStrip(.cancelled)
    #expect(host.tabsOffset == 180 && !host.isMoving)
    // Turning a page returns it in proportion.
    host.drag(.began)
    host.drag(.moved(-160))
    #expect(host.tabsOffset > 0 && host.tabsOffset < 180)
    host.drag(.moved(-320))
    #expect(host.tabsOffset == 0)
  }

  @Test func `a strip dragged to where it was going is there at once`() {
    var host = Host()
    host.dragStrip(.began)
    host.dragStrip(.ended(velocity: -100))
    host.wait(300)
    let caught = host.tabsOffset
    host.dragStrip(.began)
    host.dragStrip(.moved(caught - 49.9))
    #expect(abs(host.tabsOffset - 49.9) < 1e-9 && !host.isMoving)
  }

  @Test func `before a layout nothing has a place`() {
    let pager = ItemTabPager<Int>()
    #expect(pager.pageOffset(at: .zero) == 0 && pager.tabsOffset(at: .zero) == 0)
    #expect(pager.underline(at: .zero) == nil && pager.nextFrame(after: .zero) == nil)
    #expect(pager.selection == nil && pager.scene == .init())
  }

  @Test func `a label has no width before it is measured`() {
    var pager = ItemTabPager<String>()
    _ = pager.update(
      ["a", "b"], selection: "a", viewportWidth: 320, direction: .leftToRight, at: .zero)
    #expect(pager.scene.tabs.map(\.width) == [0, 0])
  }

  @Test func `pages move although the strip fits`() {
    var host = Host(["a", "b"])
    #expect(!host.isMoving)
    host.choose("b")
    #expect(host.isMoving && host.tabsOffset == 0)
    host.wait(350)
    #expect(!host.isMoving)
  }

  @Test func `a choice takes the strip from a finger`() {
    var host = Host()
    host.dragStrip(.began)
    host.choose("e")
    host.dragStrip(.moved(60))
    host.wait(350)
    #expect(host.tabsOffset == 180 && host.offset == 1280)
  }

  @Test func `a strip at its end does not coast, and a cancelled drag no longer moves it`() {
    var host = Host()
    for (moved, offset, coasts) in [(-900.0, 180.0, false), (0.5, 179.5, false), (0.5, 179, true)] {
      host.dragStrip(.began)
      host.dragStrip(.moved(moved))
      host.dragStrip(.ended(velocity: -1000))
      #expect(host.tabsOffset == offset && host.isMoving == coasts)
    }
    host.dragStrip(.began)
    host.dragStrip(.cancelled)
    host.dragStrip(.moved(60))
    #expect(host.tabsOffset == 179)
  }

  @Test func `pages within half a point of an end count as there`() {
    var host = Host()
    host.drag(.began)
    for (moved, canMove) in [(-0.5, false), (-0.75, true)] {
      host.drag(.moved(moved))
      #expect(host.pager.canMovePages(.right, at: host.now) == canMove)
    }
    host.drag(.cancelled)
    host.choose("e")
    host.wait(1000)
    host.drag(.began)
    for (moved, canMove) in [(0.5, false), (0.75, true)] {
      host.drag(.moved(moved))
      #expect(host.pager.canMovePages(.left, at: host.now) == canMove)
    }
  }

  @Test func `a strip that fits cannot be dragged, and Reduce Motion disables coasting`() {
    var narrow = Host(tabWidth: 50)
    #expect(!narrow.pager.canMoveStrip(.left, at: narrow.now))
    narrow.dragStrip(.began)
    narrow.dragStrip(.moved(-60))
    #expect(narrow.tabsOffset == 0)
    var host = Host()
    host.pager.motion = .reduced
    host.dragStrip(.began)
    host.dragStrip(.moved(-60))
    host.dragStrip(.ended(velocity: -1000))
    #expect(host.tabsOffset == 60 && !host.isMoving)
  }

  @Test func `item changes keep the selected item, even during a drag`() {
    var host = Host(selection: "c")
    host.items = ["x", "c", "a"]
    host.layOut()
    #expect(host.selection == "c" && host.offset == 320)
    host.items = ["x", "a"]
    host.layOut()
    #expect(host.selection == "a" && host.offset == 320)
    host.items = []
    host.layOut()
    #expect(host.pager.selection == nil && host.underline == nil && host.built == [])
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
}
