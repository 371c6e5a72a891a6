#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import XCTest

final class WidgetVisibilityTests: GTKTestCase {
  /// A1 in a real window: 100 targets of 300 pt, 32 pt apart.
  func testAScrolledListReportsExactlyWhatTheFormulaGives() {
    onMain { driver in
      let list = ListFixture(count: 100, height: 300, spacing: 32)
      let window = driver.show(list.scroller, width: 400, height: 700)
      let height = Double(gtk_widget_get_height(list.scroller))
      var visible: Set<Int> = []
      func expectedEvents(at offset: Double) -> [Int] {
        let now = Set(
          (1...100).filter {
            let top = Double($0 - 1) * 332 - offset
            return top >= 0 && top <= height - 300
          })
        defer { visible = now }
        return visible.subtracting(now).sorted().map { -$0 } + now.subtracting(visible).sorted()
      }
      XCTAssertEqual(list.takeEvents(), expectedEvents(at: 0))
      var generator = SeededSteps(seed: 20)
      var offset = 0.0
      for _ in 0..<120 {
        offset = min(max(0, offset + generator.next(in: -500...900)), 33_168 - height).rounded()
        list.scroll(to: offset)
        driver.step(frames: 1, of: window)
        XCTAssertEqual(list.takeEvents(), expectedEvents(at: offset), "at \(offset)")
      }
    }
  }

  func testAWidgetLeavesOnceWhenItIsDestroyed() {
    onMain { driver in
      let list = ListFixture(count: 3, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [1, 2, 3])
      var reason: InvisibilityReason?
      list.rows[1].visibility.crossed(.fully) { reason = $0.reason }
      driver.step(frames: 1, of: window)
      let weak = WeakObjectReference(list.rows[1])
      gtk_box_remove(sightline_box(list.list), list.rows[1])
      XCTAssertNil(weak.pointer, "nothing keeps a widget alive")
      driver.step(frames: 3, of: window)
      XCTAssertEqual(list.takeEvents(), [-2])
      XCTAssertEqual(reason, .removed)
    }
  }

  func testAWidgetLeavesWithAContainerThatTheAppKeeps() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [1])
      let kept = ObjectReference(list.list)
      gtk_scrolled_window_set_child(OpaquePointer(list.scroller), nil)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1])
      XCTAssertNil(list.rows[0].visibility.current)
      gtk_scrolled_window_set_child(OpaquePointer(list.scroller), kept.pointer)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [1])
    }
  }

  func testEverythingLeavesBeforeItsWindowIsDestroyed() {
    onMain { driver in
      let list = ListFixture(count: 3, height: 40)
      // Only GTK retains this window.
      let window = gtk_window_new()!
      gtk_window_set_default_size(sightline_window(window), 200, 300)
      gtk_window_set_child(sightline_window(window), list.scroller)
      gtk_window_present(sightline_window(window))
      driver.run(until: { list.events.count == 3 }, within: .seconds(3), "\(list.events)")
      _ = list.takeEvents()
      gtk_window_destroy(sightline_window(window))
      XCTAssertEqual(list.events.sorted(), [-3, -2, -1])
      driver.run(for: .milliseconds(50))
      XCTAssertEqual(list.events.count, 3)
    }
  }

  func testEverythingLeavesAWindowThatAClosureDestroys() {
    onMain { driver in
      let list = ListFixture(count: 3, height: 40)
      let window = gtk_window_new()!
      gtk_window_set_default_size(sightline_window(window), 200, 300)
      gtk_window_set_child(sightline_window(window), list.scroller)
      list.rows[2].visibility.changed { state in
        if state == .visible { gtk_window_destroy(sightline_window(window)) }
      }
      gtk_window_present(sightline_window(window))
      driver.run(until: { list.events.count == 6 }, within: .seconds(3), "\(list.events)")
      XCTAssertEqual(list.takeEvents().sorted(), [-3, -2, -1, 1, 2, 3])
    }
  }

  func testAWidgetRotatedOutOfThePlaneIsNotMeasurable() {
    onMain { driver in
      let (fixed, card) = (gtk_fixed_new()!, gtk_label_new("card")!)
      gtk_fixed_put(sightline_fixed(fixed), card, 10, 10)
      var events: [VisibilityState] = []
      card.visibility.changed { events.append($0) }
      let window = driver.show(fixed, width: 200, height: 200)
      XCTAssertEqual(events, [.visible])
      var axis = graphene_vec3_t()
      graphene_vec3_init(&axis, 0, 1, 0)
      let turned = gsk_transform_rotate_3d(gsk_transform_perspective(nil, 100), 45, &axis)
      gtk_fixed_set_child_transform(sightline_fixed(fixed), card, turned)
      driver.step(frames: 3, of: window)
      XCTAssertEqual(events, [.visible, .invisible])
      XCTAssertEqual(card.visibility.current?.reason, .notMeasurable)
    }
  }

  func testAHiddenWindowShowsNothingAndComesBack() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      var reasons: [InvisibilityReason?] = []
      list.rows[0].visibility.crossed(.fully) { reasons.append($0.reason) }
      driver.step(frames: 1, of: window)
      XCTAssertEqual(list.takeEvents(), [1, 2])
      gtk_widget_set_visible(window, 0)
      driver.run(until: { list.events.count == 2 })
      XCTAssertEqual(list.takeEvents(), [-1, -2])
      XCTAssertEqual(reasons, [nil, .inactive])
      gtk_widget_set_visible(window, 1)
      driver.run(until: { list.events.count == 2 })
      XCTAssertEqual(list.takeEvents(), [1, 2])
    }
  }

  func testOpacityAndHiddenAncestorsCount() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      _ = list.takeEvents()
      gtk_widget_set_opacity(list.list, 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1, -2])
      XCTAssertEqual(list.rows[0].visibility.current?.reason, .transparent)
      gtk_widget_set_opacity(list.list, 1)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [1, 2])
      gtk_widget_set_visible(list.rows[0], 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1])
      XCTAssertEqual(list.rows[0].visibility.current?.reason, .hidden)
    }
  }

  /// GTK doesn't draw them, and so has nothing to draw again.
  func testChangesInTransparentContainersAreRead() {
    onMain { driver in
      let list = ListFixture(count: 20, height: 20)
      let page = gtk_fixed_new()!
      gtk_box_append(sightline_box(list.rows[0]), page)
      let cards = (100..<120).map { number in
        let card = list.makeRow(height: 20)
        gtk_fixed_put(sightline_fixed(page), card, 0, 0)
        list.track(card, as: number, .fraction(0.5).minimumOpacity(0))
        return card
      }
      let window = driver.show(list.scroller, width: 200, height: 100)
      gtk_widget_set_opacity(list.rows[0], 0)
      driver.step(frames: 2, of: window)
      _ = list.takeEvents()
      for x in [-60.0, 0, -60] {
        gtk_fixed_move(sightline_fixed(page), cards[7], x, 0)
        driver.step(frames: 2, of: window)
      }
      XCTAssertEqual(list.takeEvents(), [-107, 107, -107])
    }
  }

  func testAWidgetTrackedTwiceReportsToBoth() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40)
      var second: [VisibilityState] = []
      let token = list.rows[0].visibility.changed { second.append($0) }
      let window = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [1])
      XCTAssertEqual(second, [.visible])
      token.cancel()
      gtk_widget_set_visible(list.rows[0], 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1])
      XCTAssertEqual(second, [.visible], "a cancelled registration gets no events")
    }
  }

  func testAWidgetMovingBetweenWindowsLeavesBeforeItEnters() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40)
      let other = driver.makeBox()
      let window = driver.show(list.scroller, width: 200, height: 300)
      let second = driver.show(other.pointer, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [1])
      let row = ObjectReference(list.rows[0])
      gtk_box_remove(sightline_box(list.list), row.pointer)
      gtk_box_append(sightline_box(other.pointer), row.pointer)
      driver.step(frames: 2, of: second)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1, 1])
    }
  }

  func testACallbackMayDestroyItsOwnWidget() {
    onMain { driver in
      let list = ListFixture(count: 3, height: 40, rule: nil)
      var events: [VisibilityState] = []
      let (box, row) = (list.list, list.rows[1])
      row.visibility.changed { state in
        events.append(state)
        if state == .visible { gtk_box_remove(sightline_box(box), row) }
      }
      let window = driver.show(list.scroller, width: 200, height: 300)
      driver.step(frames: 3, of: window)
      XCTAssertEqual(events, [.visible, .invisible])
    }
  }

  func testACallbackMayScroll() {
    onMain { driver in
      let list = ListFixture(count: 20, height: 100)
      list.rows[0].visibility.changed { [weak list] state in
        if state == .visible { list?.scroll(to: 1_000) }
      }
      let window = driver.show(list.scroller, width: 200, height: 300)
      driver.step(frames: 4, of: window)
      XCTAssertEqual(list.takeEvents(), [1, 2, 3, -1, -2, -3, 11, 12, 13])
    }
  }

  func testADwellIsReachedWithoutAFrame() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40, rule: nil)
      var seen: [Impression] = []
      let policy = ImpressionPolicy(rule: .fully, dwell: .milliseconds(80))
      list.rows[0].visibility.impression(of: "an item of this test", policy) { seen.append($0) }
      let window = driver.show(list.scroller, width: 200, height: 300)
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(seen.count, 1)
      let late = seen[0].time - seen[0].exposure.firstSeen
      XCTAssertEqual(late, .milliseconds(80), "the time at which the dwell was reached")
      // Another widget for the same item, in another window: "once" applies to the item.
      let again = ListFixture(count: 1, height: 40, rule: nil)
      again.rows[0].visibility.impression(of: "an item of this test", policy) { seen.append($0) }
      _ = driver.show(again.scroller, width: 200, height: 300)
      driver.run(for: .milliseconds(200))
      XCTAssertEqual(seen.count, 1)
      _ = window
    }
  }

  func testStatesAreASequenceThatEndsWithTheWidget() async {
    let task = await MainActor.run {
      let driver = WindowDriver()
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let row = list.rows[0]
      let states = row.visibility.states
      let window = driver.show(list.scroller, width: 200, height: 300)
      gtk_widget_set_visible(row, 0)
      driver.step(frames: 2, of: window)
      gtk_box_remove(sightline_box(list.list), row)
      driver.step(frames: 2, of: window)
      driver.close()
      return Task { @MainActor in
        var all: [VisibilityState] = []
        for await state in states { all.append(state) }
        return all
      }
    }
    let all = await task.value
    XCTAssertEqual(all, [.visible, .invisible])
  }

  func testInvalidateReadsEverythingAgain() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      let before = list.rows[0].visibility.window!.passCount
      driver.run(for: .milliseconds(100))
      list.rows[0].visibility.invalidate()
      driver.run(until: { list.rows[0].visibility.window!.passCount > before })
      XCTAssertEqual(list.takeEvents(), [1])
      _ = window
    }
  }

  func testNothingRunsWhileNothingMoves() {
    onMain { driver in
      let list = ListFixture(count: 100, height: 40)
      let window = driver.show(list.scroller, width: 200, height: 300)
      // GTK's scroll bars fade out first.
      driver.run(for: .seconds(4))
      let before = (window.visibility.window!.statistics, window.visibility.window!.passCount)
      driver.run(for: .seconds(2))
      let after = (window.visibility.window!.statistics, window.visibility.window!.passCount)
      XCTAssertEqual(after.0.frames, before.0.frames, "frames")
      XCTAssertEqual(after.0.timers, before.0.timers, "timers")
      XCTAssertEqual(after.1, before.1, "passes")
    }
  }

  func testWidgetsWhoseObservationsHaveBeenCancelledAreNotRead() throws {
    try onMain { driver in
      let column = driver.makeBox()
      var tokens: [VisibilityToken] = []
      var rows: [WidgetPointer] = []
      for _ in 0..<100 {
        let row = driver.makeBox()
        gtk_widget_set_size_request(row.pointer, -1, 3)
        tokens.append(row.pointer.visibility.changed(.anyPixel) { _ in })
        rows.append(row.pointer)
        gtk_box_append(sightline_box(column.pointer), row.pointer)
      }
      let window = driver.show(column.pointer)
      let visibility = try XCTUnwrap(rows[0].visibility.window)
      @MainActor func readsOfAllFrames() -> Int {
        rows[0].visibility.invalidate()
        driver.step(frames: 2, of: window)
        return visibility.statistics.widgetsRead
      }
      XCTAssertGreaterThan(readsOfAllFrames(), 100)
      for token in tokens { token.cancel() }
      driver.step(frames: 2, of: window)
      XCTAssertLessThan(readsOfAllFrames(), 5)
      XCTAssertNil(rows[0].visibility.current)
      var states: [VisibilityState] = []
      rows[0].visibility.changed(.anyPixel) { states.append($0) }
      driver.step(frames: 2, of: window)
      XCTAssertEqual(states, [.visible])
      gtk_box_remove(sightline_box(column.pointer), rows[0])
      driver.step(frames: 2, of: window)
      XCTAssertEqual(states, [.visible, .invisible])
    }
  }

  func testAFrameThatScrollsReadsAsManyWidgetsForTenThousandAsForAHundred() {
    onMain { driver in
      var reads: [Int] = []
      for count in [100, 10_000] {
        let list = ListFixture(count: count, height: 20)
        let window = driver.show(list.scroller, width: 200, height: 300)
        list.scroll(to: 100)
        driver.step(frames: 1, of: window)
        list.scroll(to: 130)
        driver.step(frames: 1, of: window)
        reads.append(window.visibility.window!.statistics.widgetsRead)
        gtk_window_destroy(sightline_window(window))
      }
      XCTAssertEqual(reads[0], reads[1])
      XCTAssertLessThan(reads[0], 12)
    }
  }
}

/// Seeded random steps, identical on every machine.
struct SeededSteps {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let unit = Double(state >> 11) / Double(UInt64(1) << 53)
    return range.lowerBound + unit * (range.upperBound - range.lowerBound)
  }
}
#endif
