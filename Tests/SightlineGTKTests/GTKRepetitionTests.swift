#if GTK && os(Linux)
import CSightlineGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// Impressions that count more than once.
final class GTKRepetitionTests: GTKTestCase {
  func testEachKindOfRepetitionCountsAgainInItsTime() throws {
    try onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      let kinds: [(name: String, ImpressionRepetition)] = [
        ("once", .once), ("session", .oncePerSession), ("visit", .oncePerScreenVisit),
        ("leaving", .afterLeaving), ("coolDown", .afterCoolDown(.seconds(3_600))),
        ("day", .perDay(1)), ("soon", .afterCoolDown(.milliseconds(20))),
      ]
      var seen: Set<String> = []
      for (name, repetition) in kinds {
        let policy = ImpressionPolicy(rule: .anyPixel).repeating(repetition)
        box.pointer.visibility.impression(of: #function + name, policy) { _ in seen.insert(name) }
      }
      func take() -> Set<String> {
        defer { seen = [] }
        return seen
      }
      let window = driver.show(box.pointer)
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(take(), Set(kinds.map(\.name)))

      gtk_widget_set_visible(box.pointer, 0)
      driver.run(for: .milliseconds(50))
      gtk_widget_set_visible(box.pointer, 1)
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(take(), ["leaving", "soon"])

      try XCTUnwrap(box.pointer.visibility.window).beginScreenVisit()
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(take(), ["visit"])

      // A minute past midnight, so that half an hour later is the same day.
      let added = (SessionCalendar.offset + SessionCalendar.slept).components.seconds
      let now = Date().timeIntervalSince1970 + Double(added)
      let second = (Int(now) + TimeZone.current.secondsFromGMT()) % 86_400
      SessionCalendar.offset += .seconds(86_400 - second + 60)
      SessionCalendar.refresh()
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(take(), ["day"])

      gtk_widget_set_visible(window, 0)
      driver.run(for: .milliseconds(20))
      SessionCalendar.offset += .seconds(1_800)
      gtk_widget_set_visible(window, 1)
      driver.run(until: { !seen.isEmpty })
      XCTAssertEqual(take(), ["leaving", "session", "soon"])
    }
  }

  func testCoolDownsAndDaysContinueDuringSleep() {
    onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      let kinds: [(name: String, ImpressionRepetition)] = [
        ("over", .afterCoolDown(.seconds(86_400))), ("running", .afterCoolDown(.seconds(200_000))),
        ("day", .perDay(1)),
      ]
      var seen: Set<String> = []
      for (name, repetition) in kinds {
        let policy = ImpressionPolicy(rule: .anyPixel).repeating(repetition)
        box.pointer.visibility.impression(of: #function + name, policy) { _ in seen.insert(name) }
      }
      _ = driver.show(box.pointer)
      driver.run(until: { seen.count == 3 })
      gtk_widget_set_visible(box.pointer, 0)
      driver.run(for: .milliseconds(50))
      seen = []
      SessionCalendar.slept += .seconds(90_000)
      gtk_widget_set_visible(box.pointer, 1)
      driver.run(until: { seen.count == 2 })
      XCTAssertEqual(seen, ["over", "day"])
    }
  }

  func testASessionEndsAfterHalfAnHourWithoutInput() throws {
    try onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      let policy = ImpressionPolicy(rule: .anyPixel).repeating(.oncePerSession)
      var count = 0
      box.pointer.visibility.impression(of: #function, policy) { _ in count += 1 }
      let window = driver.show(box.pointer)
      let keyboard = try Keyboard(in: window, driver)
      driver.run(until: { count == 1 })
      keyboard.press("a")
      driver.run(for: .milliseconds(50))
      SessionCalendar.slept += .seconds(1_700)
      keyboard.press("a")
      driver.run(for: .milliseconds(50))
      SessionCalendar.slept += .seconds(1_700)
      keyboard.press("a")
      driver.run(for: .milliseconds(50))
      XCTAssertEqual(count, 1)
      SessionCalendar.slept += .seconds(1_800)
      driver.run(for: .milliseconds(50))
      XCTAssertEqual(count, 1, "not before the next input")
      keyboard.press("a")
      driver.run(until: { count == 2 }, "no session has begun")
    }
  }

  func testAnotherPersonHasSeenNothing() {
    onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      var lines: [String] = []
      let policy = ImpressionPolicy(rule: .fraction(0.61))
      box.pointer.visibility.changed { lines.append("\($0)") }
      box.pointer.visibility.impression(of: #function, policy) { _ in lines.append("seen") }
      box.pointer.visibility.exposure(of: #function, .fraction(0.61)) {
        lines.append($0.isVisible ? "began" : "ended")
      }
      _ = driver.show(box.pointer)
      driver.run(until: { lines.count == 3 })
      lines = []
      VisibilitySession.shared.person = "b"
      driver.run(until: { lines.count == 3 })
      XCTAssertEqual(lines, ["ended", "began", "seen"])
      VisibilitySession.shared.person = nil
      driver.run(until: { lines.count == 6 })
    }
  }

  func testASessionEndsWithoutTheKeyboardIfAWindowNeedsIt() throws {
    try onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      let policy = ImpressionPolicy(rule: .anyPixel).repeating(.oncePerSession)
      var count = 0
      box.pointer.visibility.impression(of: #function, policy) { _ in count += 1 }
      let window = driver.show(box.pointer)
      _ = try Keyboard(in: driver.show(ScrollFixture.box(height: 50)), driver)
      driver.run(until: { gtk_window_is_active(sightline_window(window)) == 0 && count == 1 })
      let visibility = try XCTUnwrap(box.pointer.visibility.window)
      visibility.needsActivity = true
      SessionCalendar.offset += .seconds(1_800)
      visibility.needsActivity = false
      driver.run(until: { count == 2 }, "no session has begun")
    }
  }

  func testAReplacedPolicyKeepsCountsInViewsAndInLists() {
    onMain { driver in
      // Policies that no other test replaces: all windows share a session.
      let policy = ImpressionPolicy(rule: .fraction(0.71))
      let dwelling = ImpressionPolicy(rule: .fraction(0.71), dwell: .seconds(60))
      var seen: [String] = []
      let (box, row) = (driver.makeBox(), driver.makeBox())
      gtk_widget_set_size_request(box.pointer, -1, 50)
      gtk_widget_set_size_request(row.pointer, -1, 50)
      gtk_box_append(sightline_box(box.pointer), row.pointer)
      box.pointer.visibility.impression(of: #function, policy) { _ in seen.append("view") }
      box.pointer.visibility.impression(of: #function, dwelling) { _ in seen.append("dwell") }
      let rows = ItemVisibility<String>()
      rows.impression(policy) { _, _ in seen.append("row") }
      rows.bind(row.pointer, to: #function + "row")
      _ = driver.show(box.pointer)
      driver.run(until: { seen.count == 2 })
      XCTAssertEqual(Set(seen), ["view", "row"])
      VisibilitySession.shared.replace(policy, with: ImpressionPolicy(rule: .anyPixel))
      VisibilitySession.shared.replace(
        dwelling, with: ImpressionPolicy(rule: .fraction(0.71), dwell: .milliseconds(1)))
      driver.run(until: { seen.count == 3 })
      XCTAssertEqual(seen.last, "dwell")
      gtk_widget_set_visible(box.pointer, 0)
      driver.run(for: .milliseconds(50))
      gtk_widget_set_visible(box.pointer, 1)
      driver.run(for: .milliseconds(50))
      XCTAssertEqual(seen.count, 3)
      XCTAssertEqual(box.pointer.visibility.impressionCount(of: #function, policy), 1)
    }
  }
}
#endif
