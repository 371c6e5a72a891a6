#if GTK && os(Linux)
import CGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// What is drawn over an app for developers.
final class VisibilityInspectorTests: GTKTestCase {
  func testItDrawsOverWhatIsTrackedAndGoesAway() throws {
    try onMain { driver in
      let box = driver.makeBox()
      box.pointer.visibility.changed { _ in }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      let window = driver.show(overlay)
      let before = try Screenshot(of: window).color(x: 1, y: 60)

      let inspector = VisibilityInspector(over: overlay)
      driver.step(frames: 3, of: window)
      XCTAssertNotEqual(try Screenshot(of: window).color(x: 1, y: 60), before, "the outline")
      XCTAssertEqual(box.pointer.visibility.current?.isFullyVisible, true, "it covers nothing")

      inspector.remove()
      driver.step(frames: 3, of: window)
      XCTAssertEqual(try Screenshot(of: window).color(x: 1, y: 60), before)
    }
  }
}
#endif
