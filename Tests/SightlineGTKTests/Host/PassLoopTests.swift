#if GTK && os(Linux)
import CSightlineGTK
@testable import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class PassLoopTests: GTKTestCase {
  func testAMissingFrameIsEvidenceUntilOneArrives() throws {
    try onMain { driver in
      // An unmapped window's frame clock makes no frames.
      let window = try XCTUnwrap(gtk_window_new())
      gtk_widget_realize(window)
      defer { gtk_window_destroy(sightline_window(window)) }
      let clock = try XCTUnwrap(gtk_widget_get_frame_clock(window))
      let loop = PassLoop()
      var sights: [Bool] = []
      var passes = 0
      loop.clock = WeakObjectReference(clock)
      loop.onSight = { sights.append(loop.isSeen) }
      loop.onFrame = { passes += 1 }
      let signal = Signal.connect(clock, "after-paint") { loop.frameCame() }
      defer { signal.disconnect() }
      loop.hasFrames = true
      loop.requestPass()
      driver.run(for: .milliseconds(700))
      XCTAssertEqual(sights, [])
      driver.run(until: { !loop.isSeen })
      XCTAssertEqual(passes, 0)
      gtk_window_present(sightline_window(window))
      driver.run(until: { passes > 0 })
      XCTAssertEqual(sights, [false, true])
    }
  }

  func testAProofTakesTheAnswerToADrawnFrame() throws {
    try onMain { driver in
      let box = driver.makeBox()
      let window = driver.show(box.pointer)
      driver.run(for: .milliseconds(300))
      let clock = try XCTUnwrap(gtk_widget_get_frame_clock(window))
      let loop = PassLoop()
      var frames = 0
      var passes: [Int] = []
      loop.clock = WeakObjectReference(clock)
      loop.onFrame = { passes.append(frames) }
      let signal = Signal.connect(clock, "after-paint") {
        frames += 1
        loop.frameCame()
      }
      defer { signal.disconnect() }
      XCTAssertFalse(loop.requestProof(in: gtk_native_get_surface(OpaquePointer(window))))
      loop.hasFrames = true
      XCTAssertTrue(loop.requestProof(in: gtk_native_get_surface(OpaquePointer(window))))
      driver.run(until: { !passes.isEmpty })
      XCTAssertEqual(passes, [2])
      loop.stop()
    }
  }
}
#endif
