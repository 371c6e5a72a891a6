#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import XCTest

/// Tests of the widgets with real key presses.
final class GTKKeyboardTests: GTKTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    MainActor.assumeIsolated { setAnimations(false) }
  }

  override func tearDown() {
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testArrowsHomeAndEndChooseTabsAndTheStripShowsThem() throws {
    try onMain { driver in
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let tabs = PagedTabs()
        for index in 0..<7 { tabs.append("A tab, number \(index)", gtk_button_new()) }
        gtk_widget_set_direction(tabs.widget, direction)
        var selections: [Int?] = []
        tabs.selectionChanged { selections.append($0) }
        let window = driver.show(around(tabs.widget), width: 340, height: 200)
        let keyboard = try Keyboard(in: window, driver)
        let isLeftToRight = direction == GTK_TEXT_DIR_LTR
        let (forward, backward) = isLeftToRight ? ("Right", "Left") : ("Left", "Right")
        @MainActor func expect(_ index: Int, line: UInt = #line) {
          driver.run(
            until: { focus(of: window) == tabs.tabWidgets[index] && tabs.selection == index },
            "tab \(index) has not got the focus", line: line)
          driver.step(frames: 2, of: window, line: line)
          let span = place(of: tabs.tabWidgets[index], in: tabs.widget)
          XCTAssertGreaterThanOrEqual(span.x, 0, line: line)
          XCTAssertLessThanOrEqual(span.x + span.width, 340, line: line)
        }
        gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_parent(tabs.widget)))
        keyboard.press("Tab")
        expect(0)
        keyboard.press(backward, forward, forward, forward)
        expect(3)
        keyboard.press("End", forward)
        expect(6)
        keyboard.press(backward)
        expect(5)
        keyboard.press("Home")
        expect(0)
        XCTAssertEqual(selections, [1, 2, 3, 6, 5, 0], "none twice, and nothing past the ends")
        gtk_window_destroy(sightline_window(window))
      }
    }
  }

  func testTabsAreOneStopOfTheTabKey() throws {
    try onMain { driver in
      let tabs = PagedTabs()
      let pages = (0..<4).map { _ in gtk_button_new()! }
      for (index, page) in pages.enumerated() { tabs.append("Tab \(index)", page) }
      let window = driver.show(around(tabs.widget), width: 340, height: 200)
      let keyboard = try Keyboard(in: window, driver)
      tabs.select(2)
      driver.step(frames: 2, of: window)
      gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_parent(tabs.widget)))
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == tabs.tabWidgets[2] })
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == pages[2] }, "the page comes after its tab")
      keyboard.press("shift+Tab")
      driver.run(until: { focus(of: window) == tabs.tabWidgets[2] })
      // The focus follows the selection, regardless of its cause.
      tabs.select(0)
      XCTAssertEqual(focus(of: window), tabs.tabWidgets[0])
      // With Control held, the tabs ignore the keys.
      keyboard.press("ctrl+End", "Down")
      driver.run(until: { focus(of: window) == pages[0] }, "Down does not leave the tabs")
      XCTAssertEqual(tabs.selection, 0)
    }
  }

  func testATabThatAssistiveTechnologyFocusesIsShown() {
    onMain { driver in
      let tabs = PagedTabs()
      for index in 0..<7 { tabs.append("A tab, number \(index)", gtk_button_new()) }
      let window = driver.show(tabs.widget, width: 340, height: 200)
      XCTAssertGreaterThan(place(of: tabs.tabWidgets[5], in: tabs.widget).x, 340)
      XCTAssertEqual(gtk_widget_grab_focus(tabs.tabWidgets[5]), 1)
      driver.step(frames: 2, of: window)
      let span = place(of: tabs.tabWidgets[5], in: tabs.widget)
      XCTAssertGreaterThanOrEqual(span.x, 0)
      XCTAssertLessThanOrEqual(span.x + span.width, 340)
      XCTAssertEqual(tabs.selection, 0, "showing a tab does not select it")
    }
  }

  func testDateTabsReportTheDateChosenByAKey() throws {
    try onMain { driver in
      let tabs = DateTabs(titles: ["Mon", "Tue", "Wed"], selection: 1)
      let window = driver.show(around(tabs.widget), width: 400, height: 100)
      let keyboard = try Keyboard(in: window, driver)
      var told: [Int] = []
      tabs.selectionChanged { told.append($0) }
      gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_parent(tabs.widget)))
      keyboard.press("Tab", "Right", "Right", "Home")
      driver.run(until: { told == [2, 0] })
      XCTAssertEqual(focus(of: window), tabs.buttonWidgets[0])
      keyboard.press("Tab")
      let after = gtk_widget_get_last_child(gtk_widget_get_parent(tabs.widget))
      driver.run(until: { focus(of: window) == after }, "one stop")
    }
  }

  func testTheFocusStaysWithASelectionThatAClosureRestores() throws {
    try onMain { driver in
      let tabs = DateTabs(titles: ["Mon", "Tue", "Wed"])
      let window = driver.show(around(tabs.widget), width: 400, height: 100)
      let keyboard = try Keyboard(in: window, driver)
      var told: [Int] = []
      tabs.selectionChanged {
        told.append($0)
        tabs.select(0)
      }
      gtk_widget_grab_focus(tabs.buttonWidgets[0])
      keyboard.press("Right")
      driver.run(until: { told == [1] })
      XCTAssertEqual(focus(of: window), tabs.buttonWidgets[0])
    }
  }

  func testACarouselStepsByKeysAndStandsStillMeanwhile() throws {
    try onMain { driver in
      setAnimations(true)
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let carousel = CarouselView(mode: .paged(every: .seconds(1)), spacing: 10)
        let buttons = (0..<4).map { _ in gtk_button_new()! }
        for button in buttons { gtk_widget_set_size_request(button, 200, 60) }
        carousel.setItems(buttons)
        gtk_widget_set_direction(carousel.widget, direction)
        let window = driver.show(around(carousel.widget), width: 300, height: 200)
        let keyboard = try Keyboard(in: window, driver)
        let isLeftToRight = direction == GTK_TEXT_DIR_LTR
        let (forward, backward) = isLeftToRight ? ("Right", "Left") : ("Left", "Right")
        gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_parent(carousel.widget)))
        driver.run(until: { carousel.isWaiting }, "it does not turn by itself")
        keyboard.press("Tab")
        driver.run(until: { focus(of: window) == carousel.handle })
        driver.run(until: { !carousel.isTicking && !carousel.isWaiting }, "it does not stand still")
        let first = carousel.currentItem ?? 0
        keyboard.press(forward, forward)
        driver.run(until: { carousel.currentItem == (first + 2) % 4 && !carousel.isTicking })
        keyboard.press(backward)
        driver.run(until: { carousel.currentItem == (first + 1) % 4 && !carousel.isTicking })
        keyboard.press("Home")
        driver.run(until: { carousel.currentItem == 0 && !carousel.isTicking })
        keyboard.press(backward)
        driver.run(until: { carousel.currentItem == 3 && !carousel.isTicking }, "it has no ends")
        XCTAssertFalse(carousel.isWaiting)
        assertText(carousel.handle, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "4 of 4")
        keyboard.press("Tab")
        driver.run(until: { buttons.contains { $0 == focus(of: window) } }, "then its contents")
        XCTAssertFalse(carousel.isWaiting)
        gtk_widget_grab_focus(gtk_widget_get_last_child(gtk_widget_get_parent(carousel.widget)))
        driver.run(until: { carousel.isWaiting }, "it does not go on")
        gtk_window_destroy(sightline_window(window))
      }
    }
  }

  func testAWindowThatOpensDoesNotStopACarousel() throws {
    try onMain { driver in
      setAnimations(true)
      let carousel = CarouselView()
      carousel.setItems(
        (0..<3).map { _ in
          let button = gtk_button_new()!
          gtk_widget_set_size_request(button, 200, 60)
          return button
        })
      let window = driver.show(carousel.widget, width: 300, height: 80)
      let keyboard = try Keyboard(in: window, driver)
      driver.run(until: { carousel.isTicking })
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == carousel.handle && !carousel.isTicking })
    }
  }

  func testTheFocusedWidgetIsScrolledClearOfAHeader() throws {
    try onMain { driver in
      let buttons = (0..<30).map { _ in gtk_button_new()! }
      let list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      for button in buttons {
        gtk_widget_set_size_request(button, -1, 60)
        gtk_box_append(sightline_box(list), button)
      }
      let view = CollapsingHeaderView(
        main: gtk_label_new("1"), label: gtk_label_new("one"), content: list)
      let window = driver.show(view.widget, width: 300, height: 400)
      let keyboard = try Keyboard(in: window, driver)
      let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(view.scroller))
      gtk_adjustment_set_value(adjustment, 900)
      driver.step(frames: 2, of: window)
      // The middle button is in view; those above it are under the header or beyond.
      let middle = try XCTUnwrap(
        buttons.firstIndex { ScrollFixture.bounds($0, in: view.widget).minY >= 100 },
        "no button is in view")
      gtk_widget_grab_focus(buttons[middle])
      for index in (middle - 6..<middle).reversed() {
        keyboard.press("shift+Tab")
        driver.run(until: { focus(of: window) == buttons[index] }, "button \(index) has no focus")
        driver.step(frames: 2, of: window)
        XCTAssertGreaterThanOrEqual(
          ScrollFixture.bounds(buttons[index], in: view.widget).minY, 82,
          "button \(index) is under the header")
      }
    }
  }

  func testPagesUnderTheirTabsScrollTheFocusClearOfThem() throws {
    try onMain { driver in
      let buttons = (0..<30).map { _ in gtk_button_new()! }
      let list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      for button in buttons {
        gtk_widget_set_size_request(button, -1, 60)
        gtk_box_append(sightline_box(list), button)
      }
      let scroller = gtk_scrolled_window_new()!
      gtk_scrolled_window_set_child(OpaquePointer(scroller), list)
      let tabs = PagedTabs()
      tabs.pagesLieUnderTabs = true
      tabs.stripTop = 50
      // Tabs that had the page before, with a taller header, no longer scroll it.
      let former = PagedTabs()
      former.pagesLieUnderTabs = true
      former.stripTop = 200
      let references = [former.widget, scroller].map { ObjectReference($0) }
      defer { withExtendedLifetime(references) {} }
      former.append("One", scroller)
      former.remove(at: 0)
      tabs.append("One", scroller)
      let window = driver.show(tabs.widget, width: 300, height: 400)
      let keyboard = try Keyboard(in: window, driver)
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller)), 600)
      driver.step(frames: 2, of: window)
      let first = try XCTUnwrap(
        buttons.firstIndex { ScrollFixture.bounds($0, in: tabs.widget).minY >= 100 })
      gtk_widget_grab_focus(buttons[first])
      keyboard.press("shift+Tab")
      driver.run(until: { focus(of: window) == buttons[first - 1] })
      driver.step(frames: 2, of: window)
      XCTAssertEqual(
        ScrollFixture.bounds(buttons[first - 1], in: tabs.widget).minY, 58 + tabs.stripHeight,
        accuracy: 1)
    }
  }

  func testTabMovesFromAScrolledWindowToContentShownSince() throws {
    try onMain { driver in
      let retry = gtk_button_new_with_label("Try again")!
      gtk_widget_set_visible(retry, 0)
      let view = CollapsingHeaderView(
        main: gtk_label_new("1"), label: gtk_label_new("one"), content: retry)
      let window = driver.show(around(view.widget), width: 300, height: 400)
      let keyboard = try Keyboard(in: window, driver)
      let (before, after) = (
        gtk_widget_get_prev_sibling(view.widget), gtk_widget_get_next_sibling(view.widget)
      )
      gtk_widget_grab_focus(before)
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == view.scroller }, "it scrolls by keys")
      gtk_widget_set_visible(retry, 1)
      driver.step(frames: 2, of: window)
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == retry }, "the button is skipped")
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == after }, "and then it goes on")
    }
  }

  func testScrollingByKeysIsAPhase() throws {
    try onMain { driver in
      setAnimations(true)
      let list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_set_size_request(list, -1, 5_000)
      let scroller = gtk_scrolled_window_new()!
      gtk_scrolled_window_set_child(OpaquePointer(scroller), list)
      let window = driver.show(scroller, width: 300, height: 400)
      let keyboard = try Keyboard(in: window, driver)
      let observer = ScrollObserver.of(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      XCTAssertEqual(gtk_widget_grab_focus(scroller), 1)
      keyboard.press("Page_Down")
      driver.run(until: { phases == [.interacting, .idle] }, "one scroll, not \(phases)")
      XCTAssertGreaterThan(observer.geometry.contentOffset.y, 100)
      // A key that doesn't scroll has no bearing on a later jump.
      keyboard.press("a")
      driver.step(frames: 2, of: window)
      let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
      gtk_adjustment_set_value(adjustment, 2_000)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(phases, [.interacting, .idle])
    }
  }

  func testDateTabsThatDoNotFitScrollToTheOneThatIsChosen() throws {
    try onMain { driver in
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let tabs = DateTabs(titles: (1...9).map { "A long day \($0)" })
        gtk_widget_set_direction(tabs.widget, direction)
        let window = driver.show(around(tabs.widget), width: 240, height: 100)
        let keyboard = try Keyboard(in: window, driver)
        @MainActor func expect(_ index: Int, line: UInt = #line) {
          driver.run(until: { tabs.selection == index }, "\(index) is not chosen", line: line)
          driver.step(frames: 2, of: window, line: line)
          let span = place(of: tabs.buttonWidgets[index], in: tabs.widget)
          XCTAssertGreaterThanOrEqual(span.x, 0, line: line)
          XCTAssertLessThanOrEqual(span.x + span.width, 240, line: line)
          let label = gtk_button_get_child(sightline_button(tabs.buttonWidgets[index]))
          let layout = gtk_label_get_layout(OpaquePointer(label))
          XCTAssertEqual(pango_layout_is_ellipsized(layout), 0, "its title is cut", line: line)
          XCTAssertEqual(tabs.span(of: index)?.x ?? -1, span.x, accuracy: 1, line: line)
        }
        expect(0)
        gtk_widget_grab_focus(tabs.buttonWidgets[0])
        keyboard.press("End")
        expect(8)
        keyboard.press(direction == GTK_TEXT_DIR_LTR ? "Left" : "Right")
        expect(7)
        keyboard.press("Home")
        expect(0)
        gtk_window_destroy(sightline_window(window))
      }
    }
  }

  func testAChosenDateStaysInViewInTheOtherDirection() {
    onMain { driver in
      let tabs = DateTabs(titles: (1...9).map { "A long day \($0)" }, selection: 1)
      let window = driver.show(around(tabs.widget), width: 240, height: 100)
      driver.step(frames: 2, of: window)
      gtk_widget_set_direction(tabs.widget, GTK_TEXT_DIR_RTL)
      driver.step(frames: 2, of: window)
      let span = tabs.span(of: 1)
      XCTAssertGreaterThanOrEqual(span?.x ?? -1, 0)
      XCTAssertLessThanOrEqual(span?.maxX ?? .infinity, 240)
    }
  }

  func testAPausedCarouselStandsStillAndCanBeStepped() throws {
    try onMain { driver in
      setAnimations(true)
      let carousel = CarouselView(mode: .paged(every: .seconds(1)), spacing: 10)
      var told: [Int?] = []
      carousel.setItems(
        (0..<4).map { _ in
          let button = gtk_button_new()!
          gtk_widget_set_size_request(button, 200, 60)
          return button
        })
      let window = driver.show(around(carousel.widget), width: 300, height: 200)
      let keyboard = try Keyboard(in: window, driver)
      driver.run(until: { carousel.isWaiting }, "it does not turn by itself")
      carousel.isPaused = true
      XCTAssertFalse(carousel.isWaiting)
      XCTAssertFalse(carousel.isTicking)
      gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_parent(carousel.widget)))
      keyboard.press("Tab")
      driver.run(until: { focus(of: window) == carousel.handle })
      let first = carousel.currentItem ?? 0
      carousel.currentItemChanged { told.append($0) }
      keyboard.press("Right")
      driver.run(until: { carousel.currentItem == (first + 1) % 4 && !carousel.isTicking })
      XCTAssertEqual(told, [(first + 1) % 4])
      gtk_widget_grab_focus(gtk_widget_get_last_child(gtk_widget_get_parent(carousel.widget)))
      driver.step(frames: 2, of: window)
      XCTAssertFalse(carousel.isWaiting, "without the focus it is still paused")
      carousel.isPaused = false
      driver.run(until: { carousel.isWaiting }, "it does not go on")
    }
  }
}

/// Returns a column with a widget between two buttons.
@MainActor
private func around(_ widget: WidgetPointer) -> WidgetPointer {
  let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  gtk_widget_set_vexpand(widget, 1)
  for child in [gtk_button_new_with_label("Before")!, widget, gtk_button_new_with_label("After")!] {
    gtk_box_append(sightline_box(column), child)
  }
  return column
}
#endif
