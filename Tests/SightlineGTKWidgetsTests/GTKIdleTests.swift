#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll
import XCTest

final class GTKIdleTests: GTKTestCase {
  func testNoFrameRunsWhileNothingMoves() throws {
    try onMain { driver in
      let header = CollapsingHeaderView(
        main: ScrollFixture.label("128"), label: ScrollFixture.label("messages"),
        content: ScrollFixture.box(height: 2_000))
      let stretchy = StretchyHeaderView(
        StretchyHeader(height: 100), title: "Lakes", background: ScrollFixture.box(height: -1),
        content: ScrollFixture.box(height: 2_000))
      let sections = SectionTabs(
        (0..<4).map { (title: "S\($0)", content: ScrollFixture.box(height: 300)) })
      let column = ScrollFixture.box(height: -1)
      for widget in [header.widget, stretchy.widget, sections.widget] {
        gtk_widget_set_vexpand(widget, 1)
        gtk_box_append(sightline_box(column), widget)
      }
      // GTK's overlay scroll bars fade for three seconds.
      for scroller in [header.scroller, stretchy.widget, sections.scroller] {
        gtk_scrolled_window_set_overlay_scrolling(OpaquePointer(scroller), 0)
      }
      let window = driver.show(column, width: 400, height: 700)
      sections.select(2)
      stretchy.pull(by: 30)
      stretchy.release()
      gtk_adjustment_set_value(ScrollFixture.vertical(header.scroller), 200)
      let scroll = ScrollObserver.of(sections.scroller)
      driver.run(until: { header.height == 53 && stretchy.pull == 0 && scroll.phase == .idle })
      driver.step(frames: 3, of: window)
      let clock = try XCTUnwrap(gtk_widget_get_frame_clock(window))
      var frames = 0
      Signal.connect(clock, "after-paint") { frames += 1 }
      driver.run(for: .seconds(1))
      XCTAssertEqual(frames, 0)
      XCTAssertFalse(scroll.isWaiting)
    }
  }
}
#endif
