#if GTK && os(Linux)
import CSightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class ReferenceTests: GTKTestCase {
  func testAFloatingWidgetIsOwnedAndReleased() throws {
    try onMain { _ in
      let widget = try XCTUnwrap(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      var reference: ObjectReference? = ObjectReference(widget)
      let weak = WeakObjectReference(widget)
      XCTAssertEqual(g_object_is_floating(widget), 0)
      XCTAssertEqual(weak.pointer, widget)
      XCTAssertEqual(reference?.pointer, widget)
      reference = nil
      XCTAssertNil(weak.pointer)
    }
  }

  func testAReferenceThatDiesElsewhereReleasesOnTheMainThread() {
    onMain { driver in
      weak var watched: Witness?
      let weak: WeakObjectReference<WidgetPointer>
      do {
        let box = driver.makeBox()
        let witness = Witness()
        watched = witness
        AttachedObject<Witness>("elsewhere").set(witness, at: box.pointer)
        weak = WeakObjectReference(box.pointer)
        Task.detached { withExtendedLifetime(box) {} }
      }
      driver.run(until: { weak.pointer == nil }, "the object was not released")
      XCTAssertNil(watched)
    }
  }

  func testAnAttachedObjectIsFoundAndReplaced() {
    onMain { driver in
      let box = driver.makeBox()
      let place = AttachedObject<Witness>("found")
      let other = AttachedObject<Witness>("other")
      XCTAssertNil(place.value(at: box.pointer))
      weak var first: Witness?
      do {
        let witness = Witness()
        first = witness
        place.set(witness, at: box.pointer)
        XCTAssertTrue(place.value(at: box.pointer) === witness)
        XCTAssertNil(other.value(at: box.pointer))
      }
      XCTAssertNotNil(first)
      place.set(Witness(), at: box.pointer)
      XCTAssertNil(first)
      XCTAssertNotNil(place.value(at: box.pointer))
    }
  }

  func testAnAttachedObjectDiesWithItsObject() {
    onMain { driver in
      weak var watched: Witness?
      do {
        let box = driver.makeBox()
        let witness = Witness()
        watched = witness
        AttachedObject<Witness>("dies").set(witness, at: box.pointer)
      }
      XCTAssertNil(watched)
    }
  }

  func testTheCostOfFindingAnAttachedObject() {
    onMain { driver in
      let box = driver.makeBox()
      let place = AttachedObject<Witness>("cost")
      let witness = Witness()
      place.set(witness, at: box.pointer)
      let rounds = 100_000
      var found = 0
      let start = g_get_monotonic_time()
      for _ in 0..<rounds where place.value(at: box.pointer) === witness { found += 1 }
      let end = g_get_monotonic_time()
      XCTAssertEqual(found, rounds)
      print("attached objects, ns each: find \(Int(end - start) * 1_000 / rounds)")
    }
  }
}
#endif
