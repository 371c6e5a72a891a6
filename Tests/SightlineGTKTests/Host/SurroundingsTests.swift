#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
@testable import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import XCTest

/// Tests of a widget's surroundings: clips, overlays, transforms and viewports.
final class SurroundingsTests: GTKTestCase {
  func testAnOverlayCoversWhatLiesUnderItUnlessItIsFriendly() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 100)
      let overlay = gtk_overlay_new()!
      gtk_overlay_set_child(OpaquePointer(overlay), list.scroller)
      let sheet = list.makeRow(height: 50)
      gtk_widget_set_valign(sheet, GTK_ALIGN_START)
      gtk_overlay_add_overlay(OpaquePointer(overlay), sheet)
      let window = driver.show(overlay, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [2])
      XCTAssertEqual(list.rows[0].visibility.current?.reason, .covered)
      XCTAssertEqual(list.rows[0].visibility.current?.fraction, 0.5)
      sheet.visibility.setCover(.friendly)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [1])
      sheet.visibility.setCover(.opaque)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1])
      gtk_widget_set_opacity(sheet, 0.5)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [1], "a translucent sheet covers nothing")
      gtk_widget_set_opacity(sheet, 1)
      driver.step(frames: 2, of: window)
      gtk_overlay_remove_overlay(OpaquePointer(overlay), sheet)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1, 1])
    }
  }

  func testAnOverlayThatLetsClicksThroughCoversNothing() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 100)
      let overlay = gtk_overlay_new()!
      gtk_overlay_set_child(OpaquePointer(overlay), list.scroller)
      let decoration = list.makeRow(height: 50)
      gtk_widget_set_can_target(decoration, 0)
      gtk_overlay_add_overlay(OpaquePointer(overlay), decoration)
      _ = driver.show(overlay, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [1, 2])
    }
  }

  func testAnOverlayDoesNotCoverItsContents() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 100, rule: nil)
      let overlay = gtk_overlay_new()!
      gtk_overlay_set_child(OpaquePointer(overlay), list.scroller)
      let sheet = list.makeRow(height: 50)
      let button = list.makeRow(height: 20)
      gtk_box_append(sightline_box(sheet), button)
      gtk_overlay_add_overlay(OpaquePointer(overlay), sheet)
      list.track(button, as: 7)
      _ = driver.show(overlay, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [7])
    }
  }

  /// As in SwiftUI code over GTK: nothing in the containers around the sheet is observed.
  func testACoverInContainersWithoutObservedWidgetsCovers() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 100)
      let (page, outer, inner) = (gtk_fixed_new()!, gtk_fixed_new()!, gtk_fixed_new()!)
      let sheet = list.makeRow(height: 50)
      gtk_widget_set_size_request(sheet, 200, 50)
      sheet.visibility.setCover(.opaque)
      gtk_widget_set_size_request(list.scroller, 200, 300)
      gtk_fixed_put(sightline_fixed(page), list.scroller, 0, 0)
      gtk_fixed_put(sightline_fixed(page), outer, 0, 0)
      gtk_fixed_put(sightline_fixed(outer), inner, 0, 0)
      gtk_fixed_put(sightline_fixed(inner), sheet, 0, 0)
      let window = driver.show(page, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [2])
      XCTAssertEqual(list.rows[0].visibility.current?.reason, .covered)
      XCTAssertEqual(WidgetWindow.existing(of: list.rows[0])?.audit()?.differences.count, 0)
      // Below the list in drawing order.
      gtk_widget_insert_before(outer, page, list.scroller)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [1])
      XCTAssertEqual(WidgetWindow.existing(of: list.rows[0])?.audit()?.differences.count, 0)
      gtk_widget_insert_before(outer, page, nil)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1])
      gtk_fixed_move(sightline_fixed(outer), inner, 0, 100)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-2, 1])
      // Taken out and put back elsewhere in one turn, named again.
      g_object_ref(outer)
      gtk_fixed_remove(sightline_fixed(page), outer)
      gtk_fixed_put(sightline_fixed(page), outer, 0, -100)
      sheet.visibility.setCover(.opaque)
      g_object_unref(outer)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-1, 2])
      gtk_fixed_move(sightline_fixed(page), outer, 0, 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-2, 1])
      // Removed with an enclosing container.
      gtk_fixed_remove(sightline_fixed(page), outer)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [2])
    }
  }

  func testPaintingOrderDecidesWhatACoverHides() {
    onMain { driver in
      let (page, overlay) = (gtk_fixed_new()!, gtk_overlay_new()!)
      let (list, sheet) = (ListFixture(count: 2, height: 50, rule: nil), gtk_fixed_new()!)
      let (under, over) = (list.makeRow(height: 50), list.makeRow(height: 50))
      for widget in [under, overlay, over] {
        gtk_fixed_put(sightline_fixed(page), widget, 0, 0)
        gtk_widget_set_size_request(widget, 100, 100)
      }
      gtk_overlay_set_child(OpaquePointer(overlay), list.scroller)
      gtk_overlay_add_overlay(OpaquePointer(overlay), sheet)
      gtk_widget_set_size_request(sheet, 100, 50)
      gtk_widget_set_valign(sheet, GTK_ALIGN_START)
      // Neither from the bottom up nor from the outside in.
      for (number, widget) in [over, list.rows[0], list.rows[1], overlay, under].enumerated() {
        list.track(widget, as: number, .fraction(0.6))
      }
      let window = driver.show(page, width: 200, height: 200)
      XCTAssertEqual(list.takeEvents(), [2, 0])
      // The later of two covers is above the other.
      for widget in [overlay, over] { widget.visibility.setCover(.opaque) }
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [-2])
    }
  }

  func testACoverMovesBetweenWindows() {
    onMain { driver in
      let lists = [ListFixture(count: 1, height: 100), ListFixture(count: 1, height: 100)]
      let sheet = lists[0].makeRow(height: 50)
      gtk_widget_set_size_request(sheet, 200, 50)
      sheet.visibility.setCover(.opaque)
      let pages = lists.map { list in
        let page = gtk_fixed_new()!
        gtk_widget_set_size_request(list.scroller, 200, 300)
        gtk_fixed_put(sightline_fixed(page), list.scroller, 0, 0)
        return page
      }
      gtk_fixed_put(sightline_fixed(pages[0]), sheet, 0, 0)
      let windows = pages.map { driver.show($0, width: 200, height: 300) }
      XCTAssertEqual(lists.map { $0.takeEvents() }, [[], [1]])
      for (from, to) in [(0, 1), (1, 0)] {
        g_object_ref(sheet)
        gtk_fixed_remove(sightline_fixed(pages[from]), sheet)
        gtk_fixed_put(sightline_fixed(pages[to]), sheet, 0, 0)
        g_object_unref(sheet)
        for window in windows { driver.step(frames: 2, of: window) }
        XCTAssertEqual(lists[from].takeEvents(), [1])
        XCTAssertEqual(lists[to].takeEvents(), [-1])
      }
    }
  }

  func testNestedScrolledWindowsClipOnBothAxes() {
    onMain { driver in
      let feed = ListFixture(count: 3, height: 200, rule: nil)
      let carousel = gtk_scrolled_window_new()!
      let line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
      gtk_scrolled_window_set_child(OpaquePointer(carousel), line)
      for number in 1...6 {
        let item = feed.makeRow(height: 80)
        gtk_box_append(sightline_box(line), item)
        feed.track(item, as: number)
      }
      gtk_widget_set_size_request(carousel, -1, 100)
      gtk_box_append(sightline_box(feed.rows[2]), carousel)
      let window = driver.show(feed.scroller, width: 250, height: 350)
      XCTAssertEqual(feed.takeEvents(), [], "the carousel begins below the window")
      feed.scroll(to: 250)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(feed.takeEvents(), [1, 2])
      gtk_adjustment_set_value(
        gtk_scrolled_window_get_hadjustment(OpaquePointer(carousel)), 150)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(feed.takeEvents(), [-1, -2, 3, 4])
      feed.scroll(to: 0)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(feed.takeEvents(), [-3, -4])
    }
  }

  func testARotatedWidgetHasItsExactArea() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 100, rule: nil)
      let fixed = gtk_fixed_new()!
      gtk_widget_set_overflow(fixed, GTK_OVERFLOW_HIDDEN)
      let card = list.makeRow(height: 100)
      gtk_fixed_put(sightline_fixed(fixed), card, 0, 0)
      // A square of side 100, rotated by 45° about its centre, which lies on the window's left
      // edge.
      var center = graphene_point_t(x: 0, y: 150)
      var back = graphene_point_t(x: -50, y: -50)
      var transform = gsk_transform_translate(nil, &center)
      transform = gsk_transform_rotate(transform, 45)
      transform = gsk_transform_translate(transform, &back)
      gtk_fixed_set_child_transform(sightline_fixed(fixed), card, transform)
      gsk_transform_unref(transform)
      card.visibility.changed(.anyPixel) { _ in }
      _ = driver.show(fixed, width: 300, height: 300)
      let state = card.visibility.current
      XCTAssertEqual(state?.fraction ?? 0, 0.5, accuracy: 1e-4)
    }
  }

  func testAnAncestorCanBeTheViewport() {
    onMain { driver in
      let list = ListFixture(count: 10, height: 100, rule: nil)
      list.rows[3].visibility.viewportMargins = .zero
      list.scroller.visibility.viewportMargins = .points(top: -50)
      var events: [VisibilityState] = []
      list.rows[0].visibility.changed(.fully, in: list.scroller.visibility) { events.append($0) }
      let window = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(events, [], "a bar of 50 lies over it")
      list.scroller.visibility.viewportMargins = .zero
      driver.step(frames: 2, of: window)
      XCTAssertEqual(events, [.visible])
    }
  }

  func testAViewportPutBackInOneTurnHasItsNewMargins() {
    onMain { driver in
      let (box, list) = (driver.makeBox(), ListFixture(count: 1, height: 40, rule: nil))
      gtk_widget_set_vexpand(list.scroller, 1)
      gtk_box_append(sightline_box(box.pointer), list.scroller)
      var events: [VisibilityState] = []
      list.rows[0].visibility.changed(.fully, in: list.scroller.visibility) { events.append($0) }
      let window = driver.show(box.pointer, width: 200, height: 300)
      XCTAssertEqual(events, [.visible])
      g_object_ref(list.scroller)
      gtk_box_remove(sightline_box(box.pointer), list.scroller)
      list.scroller.visibility.viewportMargins = .points(top: -20)
      gtk_box_append(sightline_box(box.pointer), list.scroller)
      g_object_unref(list.scroller)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(events, [.visible, .invisible])
    }
  }

  func testAViewportThatIsNotAnAncestorIsReplacedByTheWindow() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let other = driver.makeBox()
      var events: [VisibilityState] = []
      let mask = g_log_set_always_fatal(GLogLevelFlags(rawValue: 0))
      defer { g_log_set_always_fatal(mask) }
      list.rows[0].visibility.changed(.fully, in: other.pointer.visibility) { events.append($0) }
      _ = driver.show(list.scroller, width: 200, height: 300)
      XCTAssertEqual(events, [.visible])
    }
  }

  func testAWindowNamedAsTheViewportKeepsItsMargins() {
    onMain { driver in
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let window = driver.show(list.scroller, width: 200, height: 300)
      var events: [VisibilityState] = []
      list.rows[0].visibility.changed(.fully, in: window.visibility) { events.append($0) }
      driver.step(frames: 2, of: window)
      XCTAssertEqual(events, [.visible])
      window.visibility.viewportMargins = .points(top: -20)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(events, [.visible, .invisible])
    }
  }

  func testViewportsAreRemovedWithTheirWidgets() {
    onMain { driver in
      let box = driver.makeBox()
      let window = driver.show(box.pointer)
      for _ in 1...3 {
        let list = ListFixture(count: 1, height: 40, rule: nil)
        list.rows[0].visibility.changed(in: list.scroller.visibility) { _ in }
        gtk_box_append(sightline_box(box.pointer), list.scroller)
        driver.step(frames: 2, of: window)
        gtk_box_remove(sightline_box(box.pointer), list.scroller)
        driver.step(frames: 2, of: window)
      }
      XCTAssertEqual(WidgetWindow.existing(of: window)?.viewports.count, 1)
    }
  }

  func testAWindowsMarginsMakeWidgetsVisibleBeforeTheyAreOnScreen() {
    onMain { driver in
      let list = ListFixture(count: 3, height: 40, rule: nil)
      let fixed = gtk_fixed_new()!
      let below = list.makeRow(height: 40)
      gtk_fixed_put(sightline_fixed(fixed), below, 0, 320)
      gtk_widget_set_size_request(fixed, 10, 10)
      list.track(below, as: 9)
      let clip = gtk_scrolled_window_new()!
      gtk_scrolled_window_set_child(OpaquePointer(clip), fixed)
      let window = driver.show(clip, width: 200, height: 300)
      XCTAssertEqual(list.takeEvents(), [])
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(OpaquePointer(clip)), 60)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(list.takeEvents(), [9])
    }
  }

  func testPaddingAndBordersBelongToTheWidget() {
    onMain { driver in
      load(css: ".padded { padding: 12px; border: 3px solid black; margin: 5px; }")
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let row = list.rows[0]
      gtk_widget_add_css_class(row, "padded")
      let inner = list.makeRow(height: 10)
      gtk_box_append(sightline_box(row), inner)
      row.visibility.changed { _ in }
      inner.visibility.changed { _ in }
      _ = driver.show(list.scroller, width: 200, height: 300)
      let (outside, inside) = (row.visibility.current!, inner.visibility.current!)
      XCTAssertEqual(outside.boundingRect?.minX, 5)
      XCTAssertEqual(outside.boundingRect?.width, 190)
      XCTAssertEqual(inside.boundingRect?.minX, 20)
      XCTAssertEqual(inside.boundingRect?.minY, 21, "after the separator")
      XCTAssertEqual(outside.fraction, 1)
    }
  }

  func testPaddingThatMovesToTheOtherSideMovesOnlyTheContent() {
    onMain { driver in
      load(css: ".left { padding-left: 40px; } .right { padding-right: 40px; }")
      let list = ListFixture(count: 1, height: 40, rule: nil)
      let row = list.rows[0]
      gtk_widget_add_css_class(row, "left")
      gtk_widget_set_overflow(row, GTK_OVERFLOW_HIDDEN)
      let inner = list.makeRow(height: 10)
      gtk_box_append(sightline_box(row), inner)
      for widget in [row, inner] { widget.visibility.changed { _ in } }
      let window = driver.show(list.scroller, width: 200, height: 300)
      gtk_widget_remove_css_class(row, "left")
      gtk_widget_add_css_class(row, "right")
      driver.step(frames: 2, of: window)
      XCTAssertEqual(row.visibility.current?.boundingRect?.minX, 0)
      XCTAssertEqual(inner.visibility.current?.boundingRect?.minX, 0)
      XCTAssertEqual(inner.visibility.current?.fraction, 1)
    }
  }
}

/// Adds style sheets for all windows.
@MainActor
private func load(css: String) {
  let provider = gtk_css_provider_new()!
  sightline_css_provider_load(provider, css)
  gtk_style_context_add_provider_for_display(
    gdk_display_get_default(), sightline_style_provider(provider), 600)
  g_object_unref(provider)
}
#endif
