#if GTK && os(Linux)
import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

/// How widgets left: the edge, and whether the reader or the program moved them.
final class GTKExitTests: GTKTestCase {
  func testAWheelScrollsRowsOutAndAJumpChangesThem() {
    onMain { driver in
      let list = ListFixture(count: 20, height: 100)
      var exits: [String] = []
      for (row, widget) in list.rows.enumerated() {
        widget.visibility.crossed(.anyPixel) { crossing in
          if let exit = crossing.exit { exits.append("\(row) \(exit.edge) \(exit.cause)") }
        }
      }
      let window = driver.show(list.scroller, width: 200, height: 300)
      driver.step(frames: 2, of: window)
      ScrollObserver.of(list.scroller).wheelTurned()
      list.scroll(to: 150)
      driver.step(frames: 1, of: window)
      XCTAssertEqual(exits, ["0 top scroll"])
      exits = []
      driver.run(for: .milliseconds(150))
      driver.step(frames: 3, of: window)
      list.scroll(to: 250)
      driver.step(frames: 1, of: window)
      XCTAssertEqual(exits, ["1 top change"])
      exits = []
      gtk_box_remove(sightline_box(list.list), list.rows[2])
      driver.step(frames: 2, of: window)
      XCTAssertEqual(exits, [], "a row that is removed has no exit")
    }
  }
}
#endif
