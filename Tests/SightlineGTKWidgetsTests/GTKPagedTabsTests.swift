#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineScroll
import SightlineTestSupport
import XCTest

@testable @_spi(Gallery) import SightlineGTKWidgets

final class GTKPagedTabsTests: GTKTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    MainActor.assumeIsolated { setAnimations(true) }
  }

  override func tearDown() {
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testTheDrawnUnderlineIsInterpolatedFromTheTabsWhileAFingerDrags() {
    onMain { driver in
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let fixture = PagedFixture(driver)
        gtk_widget_set_direction(fixture.widget, direction)
        driver.step(frames: 2, of: fixture.window)
        let isLeftToRight = direction == GTK_TEXT_DIR_LTR
        XCTAssertTrue(fixture.tabs.press(at: 200))
        fixture.tabs.beginDragging()
        for step in 0...70 {
          let way = Double(step) * 30.7
          fixture.tabs.drag(to: isLeftToRight ? -way : way)
          XCTAssertFalse(fixture.tabs.isTicking, "nothing animates under a finger")
          driver.step(frames: 1, of: fixture.window)
          let progress = min(way / fixture.width, 6)
          XCTAssertEqual(fixture.tabs.progress, progress, accuracy: 1e-9)
          fixture.assertUnderline(at: progress)
        }
        fixture.tabs.endDragging(speed: 0)
        driver.run(until: { !fixture.tabs.isMoving })
        fixture.assertRest(driver)
      }
    }
  }

  func testATapThreeTabsAwaySelectsNoneBetween() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      gtk_widget_activate(fixture.buttons[3])
      driver.run(until: { fixture.tabs.isMoving })
      XCTAssertEqual(fixture.selections, [3], "at once")
      var seen: Set<Int> = []
      driver.run(until: {
        seen.insert(Int(fixture.tabs.progress.rounded()))
        if let line = fixture.tabs.drawnUnderline { XCTAssertGreaterThan(line.width, 0) }
        return !fixture.tabs.isMoving
      })
      XCTAssertTrue(seen.isSuperset(of: [1, 2, 3]), "the pages went by: \(seen)")
      driver.step(frames: 1, of: fixture.window)
      XCTAssertEqual(fixture.selections, [3])
      fixture.assertRest(driver)
    }
  }

  func testThereIsOneDragAtATime() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      XCTAssertTrue(fixture.tabs.press(at: 200))
      fixture.tabs.beginDragging()
      fixture.tabs.drag(to: -40)
      XCTAssertFalse(fixture.tabs.press(at: 200), "a touchpad beside the finger")
      fixture.tabs.drag(to: -60)
      XCTAssertEqual(fixture.tabs.offsets.pages, 60)
      fixture.tabs.endDragging(speed: 0)
      XCTAssertTrue(fixture.tabs.press(at: 200))
    }
  }

  func testAFlickTurnsOnePageAndAShortDragNone() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      for (way, speed, page) in [
        (-60.0, -900.0, 1), (-60, 0, 1), (-250, 0, 2), (40, 900, 1), (-3_000, -900, 6),
        (0, -900, 6),
      ] {
        _ = fixture.tabs.press(at: 200)
        fixture.tabs.beginDragging()
        fixture.tabs.drag(to: way)
        fixture.tabs.endDragging(speed: speed)
        driver.run(until: { !fixture.tabs.isMoving })
        XCTAssertEqual(fixture.tabs.selection, page)
        fixture.assertRest(driver)
      }
      XCTAssertEqual(fixture.selections.last, 6)
    }
  }

  func testAWheelTurnsPagesAndNotBeyondTheEnds() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      XCTAssertFalse(fixture.tabs.turn(by: -1))
      XCTAssertTrue(fixture.tabs.turn(by: 2))
      driver.run(until: { !fixture.tabs.isMoving })
      XCTAssertTrue(fixture.tabs.turn(by: 99))
      driver.run(until: { !fixture.tabs.isMoving })
      XCTAssertEqual(fixture.selections, [2, 6])
      XCTAssertFalse(fixture.tabs.turn(by: 1))
    }
  }

  func testAWheelTurnsPagesOverContentThatCannotScrollSideways() throws {
    try onMain { driver in
      setAnimations(false)
      let short = DateTabs(titles: ["Mon", "Tue"])
      let long = DateTabs(titles: (1...9).map { "A long day \($0)" })
      let carousel = CarouselView()
      carousel.setItems([ScrollFixture.box(height: 40, width: 80)])
      let tabs = PagedTabs()
      for page in [short.widget, carousel.widget, long.widget, ScrollFixture.box(height: 40)] {
        tabs.append("Page", page)
      }
      let window = driver.show(tabs.widget, width: 340, height: 300)
      let mouse = try Keyboard(in: window, driver)
      for page in [1, 2] {
        mouse.turnWheel(at: (170, 200))
        driver.run(until: { tabs.selection == page }, "page \(page) is not shown")
        driver.step(frames: 2, of: window)
      }
      mouse.turnWheel(at: (170, 200))
      driver.run(until: { long.span(of: 0).map { $0.x < 0 } ?? false }, "the row does not scroll")
      XCTAssertEqual(tabs.selection, 2)
      // The same with a touchpad.
      let taken = [short, long].map { $0.makeScrolling(on: $0.widget).pan(by: 10) }
      XCTAssertEqual(taken, [false, true])
    }
  }

  func testEachPageKeepsItsScrollPosition() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      for (index, value) in [(0, 120.0), (2, 45), (5, 300)] {
        fixture.tabs.select(index, animated: false)
        driver.step(frames: 2, of: fixture.window)
        gtk_adjustment_set_value(fixture.adjustment(index), value)
      }
      fixture.tabs.select(0)
      driver.run(until: { !fixture.tabs.isMoving })
      gtk_window_set_default_size(sightline_window(fixture.window), 450, 300)
      driver.step(frames: 3, of: fixture.window)
      for (index, value) in [(0, 120.0), (1, 0), (2, 45), (5, 300)] {
        fixture.tabs.select(index, animated: false)
        driver.step(frames: 2, of: fixture.window)
        XCTAssertEqual(gtk_adjustment_get_value(fixture.adjustment(index)), value)
        XCTAssertEqual(gtk_widget_get_mapped(fixture.pages[index]), 1)
      }
    }
  }

  func testWithoutAnimationsAPageIsThereAtOnce() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      setAnimations(false)
      fixture.tabs.select(4)
      XCTAssertFalse(fixture.tabs.isMoving)
      XCTAssertEqual(fixture.tabs.progress, 4)
      fixture.assertRest(driver)
    }
  }

  func testNothingRunsWhileNothingMoves() {
    onMain { driver in
      let fixture = PagedFixture(driver)
      fixture.tabs.select(2)
      driver.run(until: { !fixture.tabs.isMoving })
      driver.step(frames: 3, of: fixture.window)
      XCTAssertFalse(fixture.tabs.isTicking)
      driver.run(for: .milliseconds(1_500))  // the scroll bars fade out
      XCTAssertEqual(driver.frames(of: fixture.window, in: .milliseconds(500)), 0)
    }
  }

  func testADragOfASwipeAreaEndsTheScrollOfItsPage() throws {
    try onMain { driver in
      let fixture = PagedFixture(driver)
      let area = ScrollFixture.box(height: 60)
      let column = ScrollFixture.box(height: -1)
      let window = driver.show(column, width: 340, height: 300)
      gtk_box_append(sightline_box(column), area)
      fixture.tabs.addSwipeArea(area)
      driver.step(frames: 2, of: window)
      let scroll = ScrollObserver.of(fixture.pages[0])
      var phases: [ScrollingPhase] = []
      let mouse = try Keyboard(in: window, driver)
      scroll.scroll(to: 1_500, over: .seconds(60), easing: .linear)
      scroll.phaseChanged { phases.append($0.to) }
      mouse.drag(from: (150, 55), through: [(150, 45), (150, 5)])
      driver.run(until: { scroll.phase == .interacting })
      driver.run(for: .milliseconds(50))
      let offset = scroll.geometry.contentOffset.y
      XCTAssertGreaterThanOrEqual(offset, 40)
      driver.run(for: .milliseconds(100))
      mouse.endDrag()
      driver.run(until: { scroll.phase == .idle })
      XCTAssertEqual(phases, [.tracking, .interacting, .idle])
      XCTAssertEqual(scroll.geometry.contentOffset.y, offset)
    }
  }

  func testATouchpadsScrollEndsEvenWithoutItsWidget() {
    onMain { driver in
      var hasEnded = false
      let area = ScrollFixture.box(height: 40)
      let window = driver.show(area)
      do {
        let wheel = HorizontalWheel(on: area)
        wheel.dragged = { hasEnded = $0 == .ended(velocity: 0) }
        XCTAssertTrue(wheel.pan(by: 10))
      }
      gtk_window_set_child(sightline_window(window), nil)
      driver.run(until: { hasEnded })
    }
  }

  func testTabsAreReleasedWithTheirWindowAndAreSafeAfterwards() {
    onMain { driver in
      weak var gone: PagedTabs?
      do {
        let fixture = PagedFixture(driver)
        gone = fixture.tabs
        let tabs = fixture.tabs
        tabs.select(3)
        gtk_window_destroy(sightline_window(fixture.window))
        tabs.select(1)
        driver.close()
        tabs.select(2)
        tabs.label = "Topics"
        XCTAssertEqual(tabs.stripHeight, 0)
      }
      driver.close()
      driver.run(for: .milliseconds(50))
      XCTAssertNil(gone)
    }
  }
}

/// Seven tabs of different widths over scrolling lists.
@MainActor
private final class PagedFixture {
  let tabs = PagedTabs()
  var widget: WidgetPointer { tabs.widget }
  let window: WidgetPointer
  /// Retained, because tests also check removed pages.
  private var references: [ObjectReference<WidgetPointer>] = []
  var pages: [WidgetPointer] { references.map(\.pointer) }
  private(set) var selections: [Int?] = []

  init(_ driver: WindowDriver) {
    for title in [
      "One", "Football", "Science and technology", "Arts", "W", "Long reads", "Opinion",
    ] {
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_set_size_request(box, -1, 2_000)
      let page = gtk_scrolled_window_new()!
      gtk_scrolled_window_set_child(OpaquePointer(page), box)
      references.append(ObjectReference(page))
      tabs.append(title, page)
    }
    window = driver.show(tabs.widget, width: 340, height: 300)
    tabs.selectionChanged { [weak self] in self?.selections.append($0) }
  }

  var buttons: [WidgetPointer] {
    CustomWidget.children(of: widget).last.map(CustomWidget.children(of:)) ?? []
  }

  var width: Double { Double(gtk_widget_get_width(widget)) }

  func adjustment(_ index: Int) -> UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(pages[index]))
  }

  func assertUnderline(
    at progress: Double, _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    let places = buttons.map { place(of: $0, in: widget) }
    let first = min(Int(progress), places.count - 1)
    let (a, b) = (places[first], places[min(first + 1, places.count - 1)])
    let share = progress - Double(first)
    guard let drawn = tabs.drawnUnderline else {
      return XCTFail("no underline", file: file, line: line)
    }
    // GTK stores positions in 32 bits.
    XCTAssertEqual(
      drawn.x, a.x + (b.x - a.x) * share, accuracy: 1e-3, message, file: file, line: line)
    XCTAssertEqual(
      drawn.width, a.width + (b.width - a.width) * share, accuracy: 1e-3, message, file: file,
      line: line)
  }

  /// Asserts that selection, page and underline agree.
  func assertRest(
    _ driver: WindowDriver, _ message: String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    driver.step(frames: 2, of: window, file: file, line: line)
    let index = tabs.selection ?? -1
    XCTAssertEqual(tabs.progress, Double(index), accuracy: 1e-9, message, file: file, line: line)
    assertUnderline(at: Double(index), message, file: file, line: line)
    let isShown = pages.filter {
      gtk_widget_is_ancestor($0, widget) != 0 && gtk_widget_get_mapped($0) != 0
    }
    XCTAssertEqual(isShown.count, 1, message, file: file, line: line)
    if let page = isShown.first {
      XCTAssertEqual(
        place(of: page, in: widget).x, 0, accuracy: 1e-3, message, file: file, line: line)
    }
    let selected = buttons.indices.filter { gtk_widget_has_css_class(buttons[$0], "selected") != 0 }
    XCTAssertEqual(selected, [index], message, file: file, line: line)
    if let last = selections.last { XCTAssertEqual(last, index, message, file: file, line: line) }
  }
}
#endif
