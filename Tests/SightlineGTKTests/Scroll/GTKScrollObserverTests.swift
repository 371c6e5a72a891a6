#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import SightlineScroll
import XCTest

final class GTKScrollObserverTests: GTKTestCase {
  func testTheGeometryIsTheAdjustmentsAndIsReportedAtOnce() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      XCTAssertTrue(ScrollObserver.of(scroller) === observer)
      XCTAssertEqual(observer.geometry.contentSize.height, 1_000)
      let scale = Double(gtk_widget_get_scale_factor(scroller))
      XCTAssertEqual(observer.geometry.pixelLength, 1 / scale)
      XCTAssertEqual(observer.geometry.containerSize, LayoutSize(width: 200, height: 100))
      var told: [Double] = []
      let token = observer.geometryChanged { told.append($0.contentOffset.y) }
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 40)
      XCTAssertEqual(told, [40])
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 40)
      XCTAssertEqual(told, [40])
      token.cancel()
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 80)
      XCTAssertEqual(told, [40])
      XCTAssertEqual(observer.geometry.contentOffset.y, 80)
    }
  }

  func testAnotherAdjustmentIsFollowed() throws {
    try onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      let window = driver.show(scroller)
      let other = try XCTUnwrap(gtk_adjustment_new(30, 0, 1_000, 1, 10, 100))
      gtk_scrolled_window_set_vadjustment(OpaquePointer(scroller), other)
      driver.step(frames: 2, of: window)
      XCTAssertEqual(observer.geometry.contentOffset.y, gtk_adjustment_get_value(other))
      gtk_adjustment_set_value(other, 70)
      XCTAssertEqual(observer.geometry.contentOffset.y, 70)
    }
  }

  func testAJumpIsNotAScrollAndStartsNoTimer() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 300)
      XCTAssertEqual(observer.phase, .idle)
      XCTAssertFalse(observer.isWaiting)
    }
  }

  func testAProgrammaticScrollIsMarkedAndArrives() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.scroll(to: 400, over: .milliseconds(100))
      XCTAssertEqual(observer.phase, .animating)
      driver.run(until: { observer.phase == .idle })
      XCTAssertEqual(observer.geometry.contentOffset.y, 400)
      XCTAssertEqual(phases, [.animating, .idle])
      XCTAssertFalse(observer.isWaiting)
      observer.scroll(to: .infinity)
      observer.scroll(to: 5_000, over: .zero)
      XCTAssertEqual(observer.geometry.contentOffset.y, 900)
      XCTAssertEqual(phases, [.animating, .idle])
    }
  }

  func testAWheelScrollsUntilItIsQuietAndEndsAnAnimation() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.scroll(to: 800, over: .seconds(10))
      observer.wheelTurned()
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 500)
      XCTAssertEqual(observer.phase, .interacting)
      XCTAssertTrue(observer.isWaiting)
      driver.run(until: { observer.phase == .idle })
      XCTAssertEqual(phases, [.animating, .interacting, .idle])
      XCTAssertEqual(observer.geometry.contentOffset.y, 500)
      XCTAssertFalse(observer.isWaiting)
    }
  }

  func testAPressIsTrackingAndWithAMovementInteracting() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { phases.append($0.to) }
      observer.pressed(canRunOn: true)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 10)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 20)
      observer.released()
      XCTAssertEqual(phases, [.tracking, .interacting, .decelerating])
      driver.run(until: { observer.phase == .idle })
      observer.pressed(canRunOn: false)
      gtk_widget_set_visible(scroller, 0)
      XCTAssertEqual(observer.phase, .idle)
    }
  }

  func testOtherObserversGetAClosuresScrollAfterItsCause() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      let adjustment = ScrollFixture.vertical(scroller)
      _ = driver.show(scroller)
      var phases: [ScrollingPhase] = []
      observer.phaseChanged { if $0.to == .idle { observer.scroll(to: 400, over: .seconds(60)) } }
      observer.phaseChanged { phases.append($0.to) }
      observer.wheelTurned()
      gtk_adjustment_set_value(adjustment, 40)
      // The next turn also reports the end of the first scroll.
      usleep(100_000)
      observer.wheelTurned()
      gtk_adjustment_set_value(adjustment, 80)
      XCTAssertEqual(phases, [.interacting, .idle, .interacting, .animating])
    }
  }

  func testOnlyTheFingerThatDragsEndsTheDrag() {
    onMain { driver in
      let scroller = ScrollFixture.make(height: 1_000)
      let observer = ScrollObserver.of(scroller)
      _ = driver.show(scroller)
      let (first, second) = (OpaquePointer(bitPattern: 1), OpaquePointer(bitPattern: 2))
      observer.pressed(first, canRunOn: true)
      gtk_adjustment_set_value(ScrollFixture.vertical(scroller), 10)
      observer.pressed(second, canRunOn: true)
      observer.released(second)
      XCTAssertEqual(observer.phase, .interacting)
      observer.released(first)
      XCTAssertEqual(observer.phase, .decelerating)
    }
  }

  func testNothingKeepsTheWidgetAlive() {
    onMain { driver in
      weak var watched: ScrollObserver?
      let scroller = WeakObjectReference(ScrollFixture.make(height: 1_000))
      var witness: Witness? = Witness()
      weak let weakWitness = witness
      do {
        guard let widget = scroller.pointer else { return XCTFail("no widget") }
        let observer = ScrollObserver.of(widget)
        watched = observer
        observer.geometryChanged { [witness] _ in _ = witness }
        let window = driver.show(widget)
        observer.scroll(to: 500, over: .seconds(5))
        gtk_window_destroy(sightline_window(window))
      }
      witness = nil
      driver.close()
      driver.run(until: { scroller.pointer == nil })
      XCTAssertNil(watched)
      XCTAssertNil(weakWitness)
    }
  }
}
#endif
