#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineGTKWidgets
import SightlineScroll
import XCTest

final class GTKHeaderTests: GTKTestCase {
  func testThePulledHeaderGrowsByThePullAndItsTopStays() {
    onMain { driver in
      let background = ScrollFixture.box(height: -1)
      let content = ScrollFixture.box(height: 1_000)
      let view = StretchyHeaderView(
        StretchyHeader(height: 120), title: "Lakes", background: background, content: content)
      let window = driver.show(view.widget, width: 300, height: 240)
      for pull in [0.0, 1, 7, 30.4, 90, 13, 0] {
        view.pull(by: pull)
        driver.step(frames: 1, of: window)
        let whole = pull.rounded()
        let picture = ScrollFixture.bounds(background, in: view.widget)
        XCTAssertEqual(picture.minY, 0, accuracy: 0.001, "pull \(pull)")
        XCTAssertEqual(picture.height, 120 + whole, accuracy: 0.001)
        XCTAssertEqual(ScrollFixture.bounds(content, in: view.widget).minY, 120 + whole)
      }
      view.pull(by: 50)
      view.release()
      driver.run(until: { view.pull == 0 })
      driver.step(frames: 1, of: window)
      XCTAssertEqual(ScrollFixture.bounds(content, in: view.widget).minY, 120)
    }
  }

  func testAHeaderIsPulledByADragThatBeginsAnywhere() throws {
    try onMain { driver in
      let content = ScrollFixture.box(height: 2_000)
      let view = StretchyHeaderView(
        StretchyHeader(height: 120), title: "Lakes", background: ScrollFixture.box(height: -1),
        content: content)
      let window = driver.show(view.widget, width: 300, height: 400)
      let mouse = try Keyboard(in: window, driver)
      let adjustment = ScrollFixture.vertical(view.widget)
      gtk_adjustment_set_value(adjustment, 100)
      driver.step(frames: 2, of: window)
      // GTK's drag threshold of 8 points doesn't count.
      mouse.drag(from: (150, 50), through: [(150, 70), (150, 118)])
      driver.run(until: { gtk_adjustment_get_value(adjustment) == 40 }, "it does not scroll")
      XCTAssertEqual(view.pull, 0)
      mouse.drag(from: (150, 118), through: [(150, 218)])
      driver.run(until: { view.pull == 60 }, "the rest of the way is the pull")
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0)
      mouse.drag(from: (150, 218), through: [(150, 98)])
      driver.run(until: { gtk_adjustment_get_value(adjustment) == 60 }, "and all of it back")
      XCTAssertEqual(view.pull, 0)
      mouse.drag(from: (150, 98), through: [(150, 198)])
      driver.run(until: { view.pull == 40 })
      mouse.endDrag()
      driver.run(until: { view.pull == 0 }, "it does not go back")
    }
  }

  func testADragTakenByTheHeaderEndsForScrolledContent() throws {
    try onMain { driver in
      let inner = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(inner)
      gtk_widget_set_size_request(inner, -1, 200)
      let (view, window) = driver.showStretchyHeader(over: inner)
      let mouse = try Keyboard(in: window, driver)
      mouse.drag(from: (150, 150), through: [(150, 170), (150, 220)])
      driver.run(until: { view.pull > 0 }, "it is not pulled")
      XCTAssertEqual(observer.phase, .tracking)
      mouse.endDrag()
      driver.run(until: { observer.phase == .idle }, "the press does not end")
    }
  }

  func testAClosurePullsAgainWhenTheHeaderIsBack() {
    onMain { driver in
      let (view, _) = driver.showStretchyHeader()
      var ends = 0
      view.pullChanged { pull in
        if pull == 0 { ends += 1 }
        guard pull == 0, ends == 1 else { return }
        view.pull(by: 20)
        view.release()
      }
      view.pull(by: 50)
      view.release()
      driver.run(until: { ends == 2 }, "it does not go back")
      XCTAssertEqual(view.pull, 0)
    }
  }

  func testAPullScrollsToTheTop() {
    onMain { driver in
      let (view, window) = driver.showStretchyHeader()
      let adjustment = ScrollFixture.vertical(view.widget)
      for pull in [0.0, 30, 30] {
        gtk_adjustment_set_value(adjustment, 100)
        view.pull(by: pull)
        XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0, "pull \(pull)")
        driver.step(frames: 1, of: window)
      }
    }
  }

  func testHugeLengthsAreLimited() {
    onMain { driver in
      let (view, window) = driver.showStretchyHeader()
      view.pull(by: 1e19)
      driver.step(frames: 1, of: window)
      view.pull(by: 5)
      driver.step(frames: 1, of: window)
      XCTAssertEqual(view.pull, 5)
      let collapsing = CollapsingHeaderView(
        style: CollapsingHeader.Style(expandedHeight: 1e19), main: ScrollFixture.label("1"),
        label: ScrollFixture.label("2"), content: ScrollFixture.box(height: 500))
      XCTAssertGreaterThan(collapsing.widget.room(along: GTK_ORIENTATION_VERTICAL).natural, 1_000)
      g_object_unref(g_object_ref_sink(collapsing.widget))
    }
  }

  func testTheBackgroundScrollsAtTheParallaxRate() {
    onMain { driver in
      let background = ScrollFixture.box(height: -1)
      let content = ScrollFixture.box(height: 1_000)
      let view = StretchyHeaderView(
        StretchyHeader(height: 120, parallaxRate: 0.35), title: "Lakes", background: background,
        content: content)
      let window = driver.show(view.widget, width: 300, height: 240)
      for offset in [40.0, 100, 33.3] {
        gtk_adjustment_set_value(ScrollFixture.vertical(view.widget), offset)
        driver.step(frames: 1, of: window)
        let whole = offset.rounded(.down)
        XCTAssertEqual(ScrollFixture.bounds(content, in: view.widget).minY, 120 - whole)
        XCTAssertEqual(
          ScrollFixture.bounds(background, in: view.widget).minY, -0.35 * whole, accuracy: 0.001)
      }
    }
  }

  func testTheCollapseDoesNotFlickerOrFeedBack() {
    onMain { driver in
      let main = ScrollFixture.label("128")
      let label = ScrollFixture.label("messages")
      let view = CollapsingHeaderView(
        main: main, label: label, content: ScrollFixture.box(height: 2_000))
      let window = driver.show(view.widget, width: 300, height: 300)
      let adjustment = ScrollFixture.vertical(view.scroller)
      var changes: [Bool] = []
      view.collapseChanged { changes.append($0) }
      XCTAssertEqual(view.height, 82)
      for step in 0..<40 {
        let offset = 142 + (step.isMultiple(of: 2) ? -1.0 : 1.0)
        gtk_adjustment_set_value(adjustment, offset)
        driver.step(frames: 1, of: window)
        XCTAssertEqual(gtk_adjustment_get_value(adjustment), offset)
      }
      XCTAssertEqual(changes, [true])
      driver.run(until: { view.height == 53 })
      driver.step(frames: 2, of: window)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 143)
      XCTAssertEqual(gtk_widget_get_child_visible(label), 0)
      let bar = gtk_widget_get_parent(main)
      XCTAssertEqual(bar.map { gtk_widget_get_height($0) }, 53)
      gtk_adjustment_set_value(adjustment, 100)
      driver.run(until: { view.height == 82 })
      driver.step(frames: 2, of: window)
      XCTAssertEqual(changes, [true, false])
      XCTAssertEqual(bar.map { gtk_widget_get_height($0) }, 82)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 100)
    }
  }

  func testWithReduceMotionTheHeaderJumps() {
    onMain { driver in
      setAnimations(false)
      defer { setAnimations(true) }
      let view = CollapsingHeaderView(
        main: ScrollFixture.label("128"), label: ScrollFixture.label("messages"),
        content: ScrollFixture.box(height: 2_000))
      _ = driver.show(view.widget, width: 300, height: 300)
      gtk_adjustment_set_value(ScrollFixture.vertical(view.scroller), 142)
      XCTAssertEqual(view.height, 53)
    }
  }

  func testTheViewDiesWithItsWidget() {
    onMain { driver in
      weak var stretchy: StretchyHeaderView?
      weak var collapsing: CollapsingHeaderView?
      do {
        let view = StretchyHeaderView(
          StretchyHeader(height: 120), title: "Lakes", background: ScrollFixture.box(height: -1),
          content: ScrollFixture.box(height: 500))
        stretchy = view
        gtk_window_destroy(sightline_window(driver.show(view.widget)))
        let other = CollapsingHeaderView(
          main: ScrollFixture.label("1"), label: ScrollFixture.label("2"),
          content: ScrollFixture.box(height: 500))
        collapsing = other
        gtk_window_destroy(sightline_window(driver.show(other.widget)))
      }
      driver.close()
      driver.run(until: { stretchy == nil && collapsing == nil })
    }
  }
}

extension WindowDriver {
  /// Shows a header over a content in a window.
  fileprivate func showStretchyHeader(
    over content: WidgetPointer = ScrollFixture.box(height: 1_000)
  ) -> (view: StretchyHeaderView, window: WidgetPointer) {
    let view = StretchyHeaderView(
      StretchyHeader(height: 120), title: "Lakes", background: ScrollFixture.box(height: -1),
      content: content)
    return (view, show(view.widget, width: 300, height: 240))
  }
}
#endif
