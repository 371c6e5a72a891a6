#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineHost
import XCTest

@MainActor private final class Count { var value = 0 }

final class GTKLifetimeTests: GTKTestCase {
  func testAThousandTrackedWindowsLeaveNothingBehind() {
    onMain { driver in
      let changes = Count()
      var last:
        (window: WeakObjectReference<WidgetPointer>, row: WeakObjectReference<WidgetPointer>)?
      @MainActor func open(_ count: Int) {
        for number in 1...count {
          let list = ListFixture(count: 4, height: 20, rule: nil)
          for row in list.rows { row.visibility.changed { _ in changes.value += 1 } }
          let window = gtk_window_new()!
          gtk_window_set_default_size(sightline_window(window), 200, 200)
          gtk_window_set_child(sightline_window(window), list.scroller)
          gtk_window_present(sightline_window(window))
          // Frames come at the display's rate; most windows are gone before their first one.
          if number % 50 == 0 {
            let before = changes.value
            driver.run(until: { changes.value == before + 4 })
          }
          last = (WeakObjectReference(window), WeakObjectReference(list.rows[0]))
          gtk_window_destroy(sightline_window(window))
          if number % 10 == 0 { driver.run(for: .milliseconds(5)) }
        }
        driver.run(for: .milliseconds(100))
      }
      open(300)
      let before = residentSize()
      open(1_000)
      XCTAssertNil(last?.window.pointer)
      XCTAssertNil(last?.row.pointer)
      XCTAssertGreaterThan(changes.value, 0)
      XCTAssertEqual(changes.value % 2, 0, "each enter has its leave")
      XCTAssertLessThan(residentSize() - before, 8 << 20)
    }
  }

  func testClosuresAreReleasedWithTheirWidget() {
    onMain { driver in
      let list = ListFixture(count: 2, height: 40, rule: nil)
      weak var held: Witness?
      do {
        let witness = Witness()
        held = witness
        list.rows[0].visibility.changed { _ in _ = witness }
      }
      let window = driver.show(list.scroller, width: 200, height: 200)
      XCTAssertNotNil(held)
      gtk_box_remove(sightline_box(list.list), list.rows[0])
      driver.step(frames: 2, of: window)
      XCTAssertNil(held)
    }
  }

  func testAWidgetThatIsNeverShownIsNotKept() {
    onMain { driver in
      let box = driver.makeBox()
      let weak = WeakObjectReference(box.pointer)
      box.pointer.visibility.changed { _ in XCTFail("it was never visible") }
      withExtendedLifetime(box) {}
      XCTAssertNotNil(weak.pointer)
    }
  }
}
#endif
