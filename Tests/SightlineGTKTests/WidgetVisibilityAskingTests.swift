#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// Tests of the queries on a widget's visibility.
final class WidgetVisibilityAskingTests: GTKTestCase {
  func testAnItemHasItsImpressionCountAndDwellProgress() throws {
    onMain { driver in
      let box = driver.makeBox()
      let (seen, waiting) = (#function + " seen", #function + " waiting")
      let never = ImpressionPolicy(rule: .fully, dwell: .seconds(3_600))
      box.pointer.visibility.impression(of: seen, .feed) { _ in }
      box.pointer.visibility.impression(of: waiting, never) { _ in }
      XCTAssertEqual(box.pointer.visibility.impressionCount(of: seen, .feed), 0, "in no window")
      XCTAssertEqual(box.pointer.visibility.dwellProgress(of: seen, .feed), 0, "in no window")
      _ = driver.show(box.pointer)
      driver.run(until: { box.pointer.visibility.dwellProgress(of: waiting, never) > 0 })

      let visibility = box.pointer.visibility
      XCTAssertEqual(visibility.impressionCount(of: seen, .feed), 1)
      XCTAssertEqual(visibility.impressionCount(of: seen, .mrcDisplay), 0, "another policy")
      XCTAssertEqual(visibility.impressionCount(of: waiting, never), 0)
      XCTAssertLessThan(visibility.dwellProgress(of: waiting, never), 1)
      XCTAssertEqual(visibility.dwellProgress(of: "an unknown item", .mrcDisplay), 0)
    }
  }

  func testANamedViewportIsUsed() throws {
    try onMain { driver in
      let child = driver.makeBox()
      gtk_widget_set_size_request(child.pointer, -1, 400)
      let scroller = try XCTUnwrap(gtk_scrolled_window_new())
      gtk_scrolled_window_set_child(OpaquePointer(scroller), child.pointer)
      gtk_scrolled_window_set_policy(
        OpaquePointer(scroller), GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
      gtk_widget_set_size_request(scroller, -1, 100)
      let column = driver.makeBox()
      gtk_box_append(sightline_box(column.pointer), scroller)
      child.pointer.visibility.changed { _ in }
      XCTAssertNil(child.pointer.visibility.current(in: scroller.visibility), "in no window")
      let window = driver.show(column.pointer, height: 200)
      driver.step(frames: 2, of: window)

      let inWindow = try XCTUnwrap(child.pointer.visibility.current)
      let inScroller = try XCTUnwrap(child.pointer.visibility.current(in: scroller.visibility))
      XCTAssertEqual(inWindow.fraction, 0.25, accuracy: 1e-6)
      XCTAssertEqual(inScroller.fraction, 0.25, accuracy: 1e-6)
      XCTAssertEqual(inWindow.viewportShare, 0.5, accuracy: 1e-6)
      XCTAssertEqual(inScroller.viewportShare, 1, accuracy: 1e-6)
      XCTAssertEqual(inScroller.reason, .outOfViewport)
    }
  }
}
#endif
