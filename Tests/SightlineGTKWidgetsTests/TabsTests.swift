#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import XCTest

final class TabsTests: GTKTestCase {
  func testTheCapsuleIsUnderItsTabAfterAResizeAndASlide() {
    onMain { driver in
      let tabs = DateTabs(titles: ["Mon", "Tue", "Wed", "Thu", "Fri"], selection: 1)
      let window = driver.show(tabs.widget, width: 500, height: 60)
      @MainActor func assertUnder(_ index: Int, line: UInt = #line) {
        let tab = ScrollFixture.bounds(tabs.buttonWidgets[index], in: tabs.widget)
        let capsule = ScrollFixture.bounds(tabs.capsuleWidget, in: tabs.widget)
        XCTAssertEqual(capsule, tab, line: line)
      }
      assertUnder(1)
      XCTAssertEqual(ScrollFixture.bounds(tabs.buttonWidgets[0], in: tabs.widget).minX, 16)
      XCTAssertEqual(ScrollFixture.bounds(tabs.buttonWidgets[4], in: tabs.widget).maxX, 484)
      gtk_window_set_default_size(sightline_window(window), 640, 60)
      driver.run(until: { gtk_widget_get_width(tabs.widget) == 640 })
      assertUnder(1)
      tabs.select(4)
      gtk_window_set_default_size(sightline_window(window), 420, 60)
      driver.run(until: { gtk_widget_get_width(tabs.widget) == 420 })
      driver.run(until: { tabs.capsuleSpan == tabs.span(of: 4) })
      driver.step(frames: 2, of: window)
      assertUnder(4)
      for index in 0..<4 {
        let gap =
          ScrollFixture.bounds(tabs.buttonWidgets[index + 1], in: tabs.widget).minX
          - ScrollFixture.bounds(tabs.buttonWidgets[index], in: tabs.widget).maxX
        XCTAssertEqual(gap, 8)
      }
    }
  }

  func testOnlyAPersonsChoiceIsReported() {
    onMain { driver in
      let tabs = DateTabs(titles: ["Mon", "Tue", "Wed"])
      _ = driver.show(tabs.widget, width: 400, height: 60)
      var told: [Int] = []
      tabs.selectionChanged { told.append($0) }
      tabs.select(2)
      XCTAssertEqual(told, [])
      gtk_widget_activate(tabs.buttonWidgets[1])
      driver.run(until: { told == [1] })
      XCTAssertEqual(tabs.selection, 1)
    }
  }

  func testFromRightToLeftTheFirstTabIsAtTheRight() {
    onMain { driver in
      let tabs = DateTabs(titles: ["Mon", "Tue", "Wed"])
      gtk_widget_set_direction(tabs.widget, GTK_TEXT_DIR_RTL)
      _ = driver.show(tabs.widget, width: 400, height: 60)
      XCTAssertEqual(ScrollFixture.bounds(tabs.buttonWidgets[0], in: tabs.widget).maxX, 384)
      XCTAssertEqual(
        ScrollFixture.bounds(tabs.capsuleWidget, in: tabs.widget),
        ScrollFixture.bounds(tabs.buttonWidgets[0], in: tabs.widget))
    }
  }

  func testASectionIsSelectedExactlyAtItsEdge() throws {
    try onMain { driver in
      let (tabs, adjustment) = Self.sections(on: driver)
      for index in 1..<4 {
        let edge = try XCTUnwrap(tabs.edge(of: index))
        gtk_adjustment_set_value(adjustment, edge - 1)
        XCTAssertEqual(tabs.selection, index - 1)
        gtk_adjustment_set_value(adjustment, edge)
        XCTAssertEqual(tabs.selection, index)
        XCTAssertEqual(tabs.tabs.selection, index)
      }
      // The last section is shorter than the screen, so it is selected at the end of the scroll.
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      XCTAssertEqual(tabs.edge(of: 4), end)
      gtk_adjustment_set_value(adjustment, end)
      XCTAssertEqual(tabs.selection, 4)
    }
  }

  func testShortSectionsAtTheEndAreSelectedOneAfterTheOther() {
    onMain { driver in
      let contents = [300, 500, 60, 50, 40].map { ScrollFixture.box(height: $0) }
      let (tabs, adjustment) = Self.sections(contents, on: driver)
      var told: [Int] = []
      tabs.selectionChanged { told.append($0) }
      for offset in 0...Int(gtk_adjustment_get_upper(adjustment)) {
        gtk_adjustment_set_value(adjustment, Double(offset))
      }
      XCTAssertEqual(told, [1, 2, 3, 4])
    }
  }

  func testATapSelectsAtOnceAndNothingOnTheWay() throws {
    try onMain { driver in
      let (tabs, adjustment) = Self.sections(on: driver)
      var told: [Int?] = []
      tabs.selectionChanged { told.append($0) }
      gtk_widget_activate(tabs.tabs.buttonWidgets[3])
      driver.run(until: { told == [3] })
      XCTAssertLessThan(gtk_adjustment_get_value(adjustment), 300)
      let scroll = ScrollObserver.of(tabs.scroller)
      driver.run(until: { scroll.phase == .idle })
      driver.run(for: .milliseconds(100))
      XCTAssertEqual(told, [3])
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), try XCTUnwrap(tabs.edge(of: 3)))
      gtk_adjustment_set_value(adjustment, 0)
      XCTAssertEqual(told, [3, 0])
    }
  }

  func testLayoutsThatEndAsTheyBeganReportNothing() {
    onMain { driver in
      let contents = [300, 500, 260].map { ScrollFixture.box(height: $0) }
      let (tabs, adjustment) = Self.sections(contents, on: driver)
      gtk_adjustment_set_value(adjustment, 350)
      XCTAssertEqual(tabs.selection, 1)
      var told: [Int?] = []
      tabs.selectionChanged { told.append($0) }
      var selections: [Int?] = []
      for height in [500, 300] {
        gtk_widget_set_size_request(contents[0], -1, gint(height))
        var place = GtkAllocation(x: 0, y: 0, width: 400, height: 240)
        gtk_widget_size_allocate(tabs.widget, &place, -1)
        selections.append(tabs.selection)
      }
      XCTAssertEqual(selections, [0, 1])
      driver.run(for: .milliseconds(100))
      XCTAssertEqual(told, [])
    }
  }

  func testAChoiceKeepsTheSectionInPlaceThatAnotherOnePushes() {
    onMain { driver in
      for index in [1, 99] {
        let contents = [300, 500, 800].map { ScrollFixture.box(height: $0) }
        let (tabs, adjustment) = Self.sections(contents, on: driver)
        tabs.select(1, animated: false)
        gtk_widget_set_size_request(contents[0], -1, 450)
        var place = GtkAllocation(x: 0, y: 0, width: 400, height: 240)
        gtk_widget_size_allocate(tabs.widget, &place, -1)
        tabs.select(index, animated: false)
        driver.run(for: .milliseconds(100))
        XCTAssertEqual(gtk_adjustment_get_value(adjustment), tabs.edge(of: 1), "select \(index)")
      }
    }
  }

  func testAChoiceSurvivesALayoutThatShortensTheScroll() {
    onMain { driver in
      let contents = [300, 500, 260, 400, 80].map { ScrollFixture.box(height: $0) }
      let (tabs, adjustment) = Self.sections(contents, on: driver)
      tabs.select(2, animated: false)
      var told: [Int] = []
      tabs.selectionChanged { told.append($0) }
      for (content, height) in zip(contents, [20, 200]) {
        gtk_widget_set_size_request(content, -1, gint(height))
      }
      driver.run(until: { gtk_adjustment_get_value(adjustment) == 220 }, "it does not follow")
      XCTAssertEqual(told, [])
      XCTAssertEqual(tabs.selection, 2)
    }
  }

  func testAClosureRedirectsATap() {
    onMain { driver in
      defer { setAnimations(true) }
      for isAnimated in [true, false] {
        setAnimations(isAnimated)
        let (tabs, adjustment) = Self.sections(on: driver)
        var told: [Int] = []
        tabs.selectionChanged { if $0 == 1 { tabs.select(2) } }
        tabs.selectionChanged { told.append($0) }
        gtk_widget_activate(tabs.tabs.buttonWidgets[1])
        driver.run(until: { told.count == 2 })
        driver.run(until: { ScrollObserver.of(tabs.scroller).phase == .idle })
        driver.run(for: .milliseconds(100))
        XCTAssertEqual(told, [1, 2])
        XCTAssertEqual(gtk_adjustment_get_value(adjustment), tabs.edge(of: 2))
        XCTAssertEqual(tabs.selection, 2)
      }
    }
  }

  func testAScrollRightAfterAnImmediateChoiceIsFollowed() {
    onMain { driver in
      let (tabs, adjustment) = Self.sections(on: driver)
      tabs.select(3, animated: false)
      XCTAssertEqual(tabs.selection, 3)
      gtk_adjustment_set_value(adjustment, 350)
      XCTAssertEqual(tabs.selection, 1)
    }
  }

  func testTheWheelTakesOverFromATap() {
    onMain { driver in
      let (tabs, adjustment) = Self.sections(on: driver)
      var told: [Int?] = []
      tabs.selectionChanged { told.append($0) }
      tabs.select(3)
      driver.run(until: { gtk_adjustment_get_value(adjustment) > 20 })
      ScrollObserver.of(tabs.scroller).wheelTurned()
      gtk_adjustment_set_value(adjustment, 350)
      XCTAssertEqual(told, [3, 1])
      driver.run(for: .milliseconds(500))
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 350)
      XCTAssertEqual(tabs.selection, 1)
    }
  }

  @MainActor
  private static func sections(
    _ contents: [WidgetPointer] = [300, 500, 260, 400, 80].map { ScrollFixture.box(height: $0) },
    on driver: WindowDriver
  ) -> (SectionTabs, UnsafeMutablePointer<GtkAdjustment>) {
    let tabs = SectionTabs(contents.enumerated().map { (title: "S\($0)", content: $1) })
    let window = driver.show(tabs.widget, width: 400, height: 240)
    driver.step(frames: 2, of: window)
    return (tabs, ScrollFixture.vertical(tabs.scroller))
  }
}
#endif
