#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// Tests of the inspector's overlay.
final class VisibilityInspectorTests: GTKTestCase {
  func testItDrawsOverWhatIsTrackedAndGoesAway() throws {
    try onMain { driver in
      let box = driver.makeBox()
      box.pointer.visibility.changed { _ in }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      let window = driver.show(overlay)
      let before = try pixel(x: 1, y: 60, of: window)

      let inspector = VisibilityInspector(over: overlay)
      driver.step(frames: 3, of: window)
      XCTAssertNotEqual(try pixel(x: 1, y: 60, of: window), before, "the outline")
      XCTAssertEqual(box.pointer.visibility.current?.isFullyVisible, true, "it covers nothing")

      inspector.remove()
      driver.step(frames: 3, of: window)
      XCTAssertEqual(try pixel(x: 1, y: 60, of: window), before)
    }
  }

  func testItIsOverAWindowsContent() throws {
    try onMain { driver in
      let box = driver.makeBox()
      box.pointer.visibility.changed { _ in }
      let window = try XCTUnwrap(gtk_window_new())
      gtk_window_set_child(sightline_window(window), box.pointer)
      let inspector = VisibilityInspector(over: window)
      gtk_window_present(sightline_window(window))
      driver.run(until: { inspector.audit != nil })
      XCTAssertEqual(inspector.audit?.description, "1 compared, 0 differ")
      // A second one finds the overlay.
      let content = gtk_window_get_child(sightline_window(window))
      let other = VisibilityInspector(over: window)
      XCTAssertEqual(gtk_window_get_child(sightline_window(window)), content)
      other.remove()
      inspector.remove()
      gtk_window_destroy(sightline_window(window))
    }
  }

  func testItComparesTheEngineWithGTKsOwnGeometry() throws {
    try onMain { driver in
      let column = driver.makeBox()
      for index in 0..<20 {
        let row = driver.makeBox()
        gtk_widget_set_size_request(row.pointer, -1, 30)
        row.pointer.visibility.impression(of: "row \(index)", .feed) { _ in }
        gtk_box_append(sightline_box(column.pointer), row.pointer)
      }
      let scroller = try XCTUnwrap(gtk_scrolled_window_new())
      gtk_scrolled_window_set_child(OpaquePointer(scroller), column.pointer)
      let bar = driver.makeBox()
      gtk_widget_set_size_request(bar.pointer, -1, 15)
      gtk_widget_set_valign(bar.pointer, GTK_ALIGN_END)
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), scroller)
      gtk_overlay_add_overlay(OpaquePointer(overlay), bar.pointer)
      _ = driver.show(overlay)
      let inspector = VisibilityInspector(over: overlay)
      driver.run(until: { inspector.audit != nil })
      let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
      gtk_adjustment_set_value(adjustment, 100)
      driver.run(for: .milliseconds(400))
      XCTAssertEqual(inspector.audit?.description, "20 compared, 0 differ")
      inspector.remove()
    }
  }

  func testItComparesWhileFramesGoOnWithoutAChange() throws {
    try onMain { driver in
      let box = driver.makeBox()
      // Dwell progresses in each frame.
      let policy = ImpressionPolicy(rule: .anyPixel, dwell: .seconds(3_600))
      box.pointer.visibility.impression(of: "card", policy) { _ in }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      let window = driver.show(overlay)
      let inspector = VisibilityInspector(over: overlay)
      for _ in 0..<40 where inspector.audit == nil {
        box.pointer.visibility.invalidate()
        driver.run(for: .milliseconds(20))
      }
      XCTAssertEqual(inspector.audit?.comparedCount, 1)
      inspector.remove()
      driver.step(frames: 1, of: window)
    }
  }

  func testItMayBeMadeBeforeItsWindow() throws {
    try onMain { driver in
      let box = driver.makeBox()
      box.pointer.visibility.changed { _ in }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      let inspector = VisibilityInspector(over: overlay)
      _ = driver.show(overlay)
      driver.run(until: { inspector.audit != nil }, within: .seconds(2))
      inspector.remove()
      inspector.remove()
    }
  }

  func testOneInspectorStaysWhenAnotherIsRemoved() throws {
    try onMain { driver in
      let box = driver.makeBox()
      box.pointer.visibility.changed { _ in }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      _ = driver.show(overlay)
      let (first, second) = (VisibilityInspector(over: overlay), VisibilityInspector(over: overlay))
      first.remove()
      driver.run(until: { second.audit != nil }, within: .seconds(2))
      second.remove()
      XCTAssertEqual(CustomWidget.children(of: overlay), [box.pointer])
    }
  }

  func testItLetsClicksThrough() throws {
    try onMain { driver in
      let button = try XCTUnwrap(gtk_button_new())
      var clicks = 0
      Signal.connect(button, "clicked") { clicks += 1 }
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), button)
      let window = driver.show(overlay)
      let inspector = VisibilityInspector(over: overlay)
      driver.step(frames: 2, of: window)
      let mouse = try Keyboard(in: window, driver)
      mouse.drag(from: (50, 50), through: [])
      mouse.endDrag()
      driver.run(until: { clicks == 1 })
      inspector.remove()
    }
  }

  func testItSaysThatNothingIsTracked() throws {
    try onMain { driver in
      let box = driver.makeBox()
      let overlay = try XCTUnwrap(gtk_overlay_new())
      gtk_overlay_set_child(OpaquePointer(overlay), box.pointer)
      let window = driver.show(overlay)
      let before = try pixel(x: 100, y: 86, of: window)

      let inspector = VisibilityInspector(over: overlay)
      driver.step(frames: 3, of: window)
      XCTAssertNotEqual(try pixel(x: 100, y: 86, of: window), before)
      inspector.remove()
    }
  }
}
#endif
