#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// Exposures of widgets, and dwell that does not count.
final class GTKExposureTests: GTKTestCase {
  func testReportsBeginningsAndEndsWithLengthAndReason() throws {
    try onMain { driver in
      let box = driver.makeBox()
      gtk_widget_set_size_request(box.pointer, -1, 50)
      var events: [ExposureEvent] = []
      box.pointer.visibility.exposure(of: #function, .fully) { events.append($0) }
      let window = driver.show(box.pointer)
      driver.run(until: { !events.isEmpty })
      XCTAssertEqual(events.map(\.isVisible), [true])
      driver.run(for: .milliseconds(200))
      gtk_widget_set_visible(box.pointer, 0)
      driver.step(frames: 3, of: window)
      let end = try XCTUnwrap(events.last)
      XCTAssertEqual(events.count, 2)
      XCTAssertNotNil(end.reason)
      XCTAssertEqual(end.greatestFraction, 1)
      XCTAssertGreaterThan(end.duration, .milliseconds(150))
    }
  }

  func testAPausedVideoGathersNoDwell() throws {
    onMain { driver in
      let (box, other) = (driver.makeBox(), driver.makeBox())
      gtk_box_append(sightline_box(box.pointer), other.pointer)
      let policy = ImpressionPolicy(rule: .anyPixel, dwell: .milliseconds(50))
      var seen: [String] = []
      box.pointer.visibility.impression(of: #function, policy) { _ in seen.append("box") }
      gtk_widget_set_size_request(other.pointer, -1, 50)
      other.pointer.visibility.impression(of: #function + " other", policy) { _ in
        seen.append("other")
      }
      box.pointer.visibility.countsDwell = false
      _ = driver.show(box.pointer)
      driver.run(until: { !seen.isEmpty })
      driver.run(for: .milliseconds(200))
      XCTAssertEqual(seen, ["other"])
      XCTAssertFalse(box.pointer.visibility.countsDwell)
      box.pointer.visibility.countsDwell = true
      driver.run(until: { seen.count == 2 })
      XCTAssertEqual(seen, ["other", "box"])
    }
  }
}
#endif
