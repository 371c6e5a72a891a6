#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
@_spi(Gallery) import SightlineGTKWidgets
import SightlineHost
import XCTest

final class GTKFlyingHeartTests: GTKTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    MainActor.assumeIsolated { setAnimations(true) }
  }

  func testHeartsFlyAnArcToTheTargetAndVanish() {
    onMain { driver in
      let fixture = HeartFixture(driver)
      var arrivals = 0
      fixture.hearts.fly(from: fixture.source) { arrivals += 1 }
      driver.run(for: .milliseconds(150))
      fixture.hearts.fly(from: fixture.source, at: (0, 0)) { arrivals += 1 }
      XCTAssertEqual(fixture.hearts.count, 2)
      let path = fixture.path(driver, until: { arrivals == 2 })
      let (start, end) = (fixture.middle(fixture.source), fixture.middle(fixture.target))
      let length = hypot(end.x - start.x, end.y - start.y)
      XCTAssertEqual(path.first?.x ?? 0, start.x, accuracy: length * 0.6)
      let last = path.last ?? (0, 0, 1)
      XCTAssertLessThan(hypot(last.x - end.x, last.y - end.y), length * 0.05)
      XCTAssertLessThan(last.opacity, 0.1)
      let away = path.map {
        abs((end.x - start.x) * ($0.y - start.y) - (end.y - start.y) * ($0.x - start.x)) / length
      }
      XCTAssertGreaterThan(away.max() ?? 0, length * 0.2, "an arc")
      fixture.assertQuiet(driver)
    }
  }

  func testAFlightEndsAtATargetThatMoves() {
    onMain { driver in
      let fixture = HeartFixture(driver)
      var isThere = false
      fixture.hearts.fly(from: fixture.source) { isThere = true }
      driver.run(for: .milliseconds(250))
      gtk_window_set_default_size(sightline_window(fixture.window), 520, 300)
      let path = fixture.path(driver, until: { isThere })
      let end = fixture.middle(fixture.target)
      XCTAssertGreaterThan(end.x, 450, "the target has moved")
      let last = path.last ?? (0, 0, 1)
      XCTAssertLessThan(hypot(last.x - end.x, last.y - end.y), 25)
      fixture.assertQuiet(driver)
    }
  }

  func testLaterFlightsEndWhereADestroyedTargetWas() {
    onMain { driver in
      let fixture = HeartFixture(driver)
      let end = fixture.middle(fixture.target)
      gtk_box_remove(sightline_box(gtk_widget_get_parent(fixture.target)), fixture.target)
      var isThere = false
      fixture.hearts.fly(from: fixture.source) { isThere = true }
      let last = fixture.path(driver, until: { isThere }).last ?? (0, 0, 1)
      XCTAssertLessThan(hypot(last.x - end.x, last.y - end.y), 15)
    }
  }

  func testTheSheetLetsClicksThroughAndCoversNothing() {
    onMain { driver in
      let fixture = HeartFixture(driver)
      var states: [Bool] = []
      fixture.source.visibility.changed { states.append($0 == .visible) }
      var isThere = false
      fixture.hearts.fly(from: fixture.source) { isThere = true }
      let (x, y) = fixture.middle(fixture.source)
      XCTAssertEqual(gtk_widget_pick(fixture.window, x, y, GTK_PICK_DEFAULT), fixture.source)
      driver.run(until: { isThere })
      XCTAssertEqual(states, [true])
    }
  }

  func testHeartsArriveWhenTheirSheetIsHidden() {
    onMain { driver in
      let fixture = HeartFixture(driver)
      var arrivals = 0
      fixture.hearts.fly(from: fixture.source) { arrivals += 1 }
      driver.run(for: .milliseconds(100))
      XCTAssertEqual(arrivals, 0)
      gtk_widget_set_visible(fixture.hearts.widget, 0)
      XCTAssertEqual(arrivals, 1)
      gtk_widget_set_visible(fixture.hearts.widget, 1)
      driver.step(frames: 2, of: fixture.window)
      XCTAssertTrue(fixture.hearts.drawn.isEmpty)
      fixture.assertQuiet(driver)
    }
  }

  func testAHeartArrivesAtOnceOnASheetThatIsNotShown() {
    onMain { driver in
      let box = driver.makeBox()
      let hearts = FlyingHeart(to: box.pointer)
      let sheet = ObjectReference(hearts.widget)
      var isThere = false
      hearts.fly(from: box.pointer) { isThere = true }
      XCTAssertTrue(isThere)
      withExtendedLifetime(sheet) {}
    }
  }
}

@MainActor
private final class HeartFixture {
  let source = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  let target = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  let hearts: FlyingHeart
  let window: WidgetPointer

  init(_ driver: WindowDriver) {
    let overlay = gtk_overlay_new()!
    let main = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    for (widget, alignment) in [(source, GTK_ALIGN_START), (target, GTK_ALIGN_END)] {
      gtk_widget_set_size_request(widget, 40, 30)
      gtk_widget_set_valign(widget, alignment)
      gtk_widget_set_halign(widget, alignment)
      gtk_widget_set_hexpand(widget, 1)
      gtk_box_append(sightline_box(main), widget)
    }
    gtk_overlay_set_child(OpaquePointer(overlay), main)
    hearts = FlyingHeart(to: target)
    gtk_overlay_add_overlay(OpaquePointer(overlay), hearts.widget)
    window = driver.show(overlay, width: 300, height: 240)
  }

  func middle(_ widget: WidgetPointer) -> (x: Double, y: Double) {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, hearts.widget, &bounds)
    return (
      Double(bounds.origin.x + bounds.size.width / 2),
      Double(bounds.origin.y + bounds.size.height / 2)
    )
  }

  /// Returns the last heart's positions, frame by frame.
  func path(
    _ driver: WindowDriver, until condition: () -> Bool
  ) -> [(x: Double, y: Double, opacity: Double)] {
    var path: [(x: Double, y: Double, opacity: Double)] = []
    driver.run(until: {
      if let heart = hearts.drawn.last { path.append(heart) }
      return condition()
    })
    return path
  }

  func assertQuiet(_ driver: WindowDriver, file: StaticString = #filePath, line: UInt = #line) {
    driver.run(until: { !hearts.isTicking && hearts.drawn.isEmpty }, file: file, line: line)
    XCTAssertEqual(hearts.count, 0, file: file, line: line)
    driver.run(for: .milliseconds(100))
    XCTAssertEqual(driver.frames(of: window, in: .milliseconds(300)), 0, file: file, line: line)
  }
}
#endif
