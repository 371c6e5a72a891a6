#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class PopoverTests: GTKTestCase {
  func testMarginsSetBeforeItHasAParentCount() {
    onMain { driver in
      let popover = Popover()
      popover.widget.visibility.viewportMargins = .points(top: -1_000)
      popover.content.visibility.changed(.anyPixel) { _ in XCTFail("it is outside the viewport") }
      _ = popover.show(driver)
      XCTAssertEqual(popover.content.visibility.current?.reason, .outOfViewport)
      popover.remove()
    }
  }

  func testItIsAsActiveAsItsWindow() throws {
    try onMain { driver in
      let popover = Popover()
      let window = popover.show(driver)
      let visibility = try XCTUnwrap(popover.content.visibility.window)
      visibility.needsActivity = true
      _ = try Keyboard(in: window, driver)
      driver.run(until: { visibility.isForeground })
      gtk_window_set_title(sightline_window(window), nil)
      _ = try Keyboard(in: driver.show(ScrollFixture.box(height: 50)), driver)
      driver.run(until: { !visibility.isForeground })
      popover.remove()
    }
  }

  func testItIsMinimizedWithItsWindow() throws {
    try onMain { driver in
      let popover = Popover()
      let window = popover.show(driver)
      let visibility = try XCTUnwrap(popover.content.visibility.window)
      XCTAssertTrue(visibility.isForeground)
      gtk_window_minimize(sightline_window(window))
      driver.run(for: .milliseconds(500))
      let isMinimized = window.visibility.window?.isForeground == false
      XCTAssertEqual(visibility.isForeground, !isMinimized)
      popover.remove()
      try XCTSkipUnless(isMinimized, "minimizing takes a window manager")
    }
  }
}

/// A popover with a box in it.
@MainActor
private final class Popover {
  let widget: WidgetPointer = gtk_popover_new()
  let content = ScrollFixture.box(height: 50, width: 50)
  private let popover: UnsafeMutablePointer<GtkPopover>

  init() {
    popover = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkPopover.self)
    gtk_popover_set_autohide(popover, 0)
    gtk_popover_set_child(popover, content)
    g_object_ref_sink(widget)
  }

  /// Shows it in a new window, which is returned.
  func show(_ driver: WindowDriver) -> WidgetPointer {
    let parent = ScrollFixture.box(height: 50)
    let window = driver.show(parent)
    gtk_widget_set_parent(widget, parent)
    gtk_popover_popup(popover)
    driver.run(until: { gtk_widget_get_mapped(content) != 0 })
    driver.step(frames: 2, of: window)
    return window
  }

  func remove() {
    gtk_widget_unparent(widget)
    g_object_unref(widget)
  }
}
#endif
