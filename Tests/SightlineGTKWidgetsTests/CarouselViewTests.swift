#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineScroll
import XCTest

final class CarouselViewTests: GTKTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    MainActor.assumeIsolated { setAnimations(true) }
  }

  override func tearDown() {
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testItFollowsAFingerAcrossTheSeamWithoutAGap() {
    onMain { driver in
      let (view, window) = show(widths: [100, 140, 80, 120], driver)
      XCTAssertTrue(view.hold())
      driver.step(frames: 1, of: window)
      var before = view.placements
      // Twice around, in both directions.
      var way = 0.0
      for step in 0..<160 {
        let by = step < 110 ? -13.5 : 17.25
        way += by
        view.drag(to: way)
        driver.step(frames: 1, of: window)
        assertNoGap(view)
        for item in view.placements where !item.isCopy {
          if let old = before.first(where: { $0.index == item.index && !$0.isCopy }),
            abs(old.x - item.x) < 100
          {
            XCTAssertEqual(item.x - old.x, by, accuracy: 1e-9)
          }
        }
        before = view.placements
      }
      view.letGo(speed: 0)
      driver.run(until: { view.isTicking })
    }
  }

  func testItTurnsBySpeedAndElapsedTime() {
    onMain { driver in
      let (view, window) = show(widths: [200, 200, 200], driver)
      driver.run(until: { view.isTicking })
      driver.step(frames: 2, of: window)
      guard let clock = gtk_widget_get_frame_clock(window) else { return XCTFail("no clock") }
      var last: (time: Double, x: Double)?
      var frames = 0
      let token = Signal.connect(clock, "after-paint") {
        // The placement in this frame, at the frame's time.
        let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
        guard let x = view.placements.first(where: { $0.index == 1 })?.x else { return }
        if let last {
          XCTAssertEqual(last.x - x, 25 * (time - last.time), accuracy: 1e-3)
          frames += 1
        }
        last = (time, x)
      }
      // Placed at the current time instead, an item would be off by the time elapsed within the
      // frame.
      driver.run(until: { frames > 30 })
      token.disconnect()
    }
  }

  func testAnItemThatALayoutMakesCurrentIsReported() {
    onMain { driver in
      let (view, window) = show(widths: [200, 200, 200], driver)
      XCTAssertTrue(view.hold())
      view.drag(to: -150)
      var told: [Int?] = []
      view.currentItemChanged { told.append($0) }
      gtk_widget_set_size_request(view.items[0], 60, 60)
      driver.step(frames: 2, of: window)
      driver.run(until: { told == [1] })
    }
  }

  func testItStopsWhileItIsNotVisible() {
    onMain { driver in
      let (view, window) = show(widths: [200, 200, 200], driver)
      driver.run(until: { view.isTicking })
      gtk_widget_hide(window)
      driver.run(until: { !view.isTicking }, "it goes on in a hidden window")
      gtk_window_present(sightline_window(window))
      driver.run(until: { view.isTicking }, "it does not go on")
      gtk_widget_set_opacity(view.widget, 0)
      driver.run(until: { !view.isTicking }, "it goes on while transparent")
      driver.run(for: .milliseconds(100))
      XCTAssertEqual(driver.frames(of: window, in: .milliseconds(400)), 0)
      gtk_widget_set_opacity(view.widget, 1)
      driver.run(until: { view.isTicking })
    }
  }

  func testItStopsWithoutAnimations() {
    onMain { driver in
      let (view, window) = show(widths: [200, 200, 200], driver)
      driver.run(until: { view.isTicking })
      setAnimations(false)
      driver.run(until: { !view.isTicking })
      driver.step(frames: 1, of: window)
      setAnimations(true)
      driver.run(until: { view.isTicking })
    }
  }

  func testItStandsStillWhileItIsTouched() {
    onMain { driver in
      let (view, window) = show(widths: [200, 200, 200], driver)
      driver.run(until: { view.isTicking })
      XCTAssertTrue(view.hold())
      driver.step(frames: 2, of: window)
      XCTAssertFalse(view.isTicking)
      let place = view.placements
      driver.run(for: .milliseconds(200))
      driver.step(frames: 2, of: window)
      XCTAssertEqual(view.placements, place)
      view.letGo(speed: 0)
      driver.run(until: { view.isTicking })
    }
  }

  func testOnlyATimerRunsBetweenPageTurns() {
    onMain { driver in
      let (view, _) = show(
        CarouselView(mode: .paged(every: .milliseconds(600))), widths: [200, 200, 200], driver)
      driver.run(until: { view.isWaiting })
      XCTAssertFalse(view.isTicking)
      XCTAssertEqual(view.currentItem, 0)
      driver.run(until: { view.currentItem == 1 && view.isWaiting && !view.isTicking })
      view.step(by: -1)
      driver.run(until: { view.currentItem == 0 && view.isWaiting && !view.isTicking })
    }
  }

  func testDataOfAnySize() {
    onMain { driver in
      let (view, window) = show(widths: [], driver)
      XCTAssertNil(view.currentItem)
      XCTAssertFalse(view.hold())
      view.step(by: 3)
      for widths in [[80], [80, 90], [600], [120, 120, 120], []] {
        view.setItems(widths.map(makeItem))
        driver.step(frames: 3, of: window)
        let total = widths.reduce(0, +)
        XCTAssertEqual(view.count, widths.count)
        XCTAssertEqual(view.isTicking, total > 300, "\(widths)")
        // A carousel at rest leaves the gesture to its surroundings.
        XCTAssertEqual(view.hold(), total > 300)
        view.letGo(speed: 0)
        driver.step(frames: 1, of: window)
        if total > 300 { assertNoGap(view) }
        XCTAssertEqual(
          CustomWidget.children(of: view.widget).count, widths.count + 1,
          "one widget for each item, and the slider")
      }
    }
  }

  func testItRestsInItsNaturalWidth() {
    onMain { driver in
      for (spacing, width) in [(0, 400), (12.5, 413)] {
        let (view, box) = (CarouselView(spacing: spacing), ScrollFixture.box(height: -1))
        view.setItems([200, 200].map(makeItem))
        gtk_box_append(sightline_box(box), view.widget)
        gtk_widget_set_halign(view.widget, GTK_ALIGN_CENTER)
        _ = driver.show(box, width: 500, height: 80)
        driver.run(for: .milliseconds(50))
        XCTAssertEqual(Int(gtk_widget_get_width(view.widget)), width)
        XCTAssertFalse(view.isTicking)
      }
    }
  }

  func testAHugeGapIsLimited() {
    onMain { driver in
      let (view, _) = show(CarouselView(spacing: 1e19), widths: [200, 200], driver)
      let natural = view.widget.room(along: GTK_ORIENTATION_HORIZONTAL).natural
      XCTAssertGreaterThan(natural, 1_000_000)
    }
  }

  func testRemainingItemsKeepTheirPlaces() {
    onMain { driver in
      let (view, window) = show(widths: [], driver)
      let items = [160, 160, 160, 160].map(makeItem)
      view.setItems(items)
      driver.step(frames: 2, of: window)
      _ = view.hold()
      view.drag(to: -200)
      driver.step(frames: 1, of: window)
      let x = place(of: items[1], in: view.widget).x
      view.setItems(Array(items.dropFirst()))
      driver.step(frames: 2, of: window)
      XCTAssertEqual(place(of: items[1], in: view.widget).x, x, accuracy: 1e-3)
      XCTAssertEqual(view.currentItem, 0)
      view.letGo(speed: 0)
    }
  }

  func testItIsReleasedWithItsWindow() {
    onMain { driver in
      weak var gone: CarouselView?
      do {
        let (view, window) = show(widths: [200, 200, 200], driver)
        gone = view
        driver.run(until: { view.isTicking })
        gtk_window_destroy(sightline_window(window))
        view.step(by: 1)
      }
      driver.close()
      driver.run(for: .milliseconds(50))
      XCTAssertNil(gone)
    }
  }
}

@MainActor
private func makeItem(_ width: Int) -> WidgetPointer {
  let item = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  gtk_widget_set_size_request(item, gint(width), 60)
  return item
}

@MainActor
private func show(
  _ view: CarouselView = CarouselView(spacing: 10), widths: [Int], _ driver: WindowDriver
) -> (CarouselView, WidgetPointer) {
  view.setItems(widths.map(makeItem))
  return (view, driver.show(view.widget, width: 300, height: 80))
}

/// Asserts that the items in view are adjacent, cover the widget's width and are where they report.
@MainActor
private func assertNoGap(
  _ view: CarouselView, file: StaticString = #filePath, line: UInt = #line
) {
  let placements = view.placements.sorted { $0.x < $1.x }
  guard let first = placements.first, let last = placements.last else {
    return XCTFail("nothing in view", file: file, line: line)
  }
  XCTAssertLessThanOrEqual(first.x, 12, file: file, line: line)
  XCTAssertGreaterThanOrEqual(last.x + last.width, 288, file: file, line: line)
  for (one, next) in zip(placements, placements.dropFirst()) {
    let gap = next.x - one.x - one.width
    XCTAssertTrue(abs(gap - 10) < 1e-9 || abs(gap - 12) < 1e-9, "\(gap)", file: file, line: line)
  }
  let children = view.items
  for item in placements where !item.isCopy {
    let real = place(of: children[item.index], in: view.widget)
    XCTAssertEqual(real.x, item.x, accuracy: 1e-3, file: file, line: line)
    XCTAssertEqual(gtk_widget_get_mapped(children[item.index]), 1, file: file, line: line)
  }
}
#endif
