#if !canImport(Darwin)
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, with a run loop moved by hand.
  @MainActor
  @Suite struct RunLoopExitTests {
    @Test func `a run loop that exits without sleeping runs a pass`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.run(for: 1)
        #expect(log.take() == ["visible card"])
        VirtualRunLoop.main.post { card.isHidden = true }
        VirtualRunLoop.main.runForOneEvent()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a pass comes after everything that Core Animation commits`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.run(for: 1)
        #expect(log.take() == ["visible card"])
        let commit = VirtualRunLoop.main.addObserver(order: 2_000_000) { card.isHidden = true }
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.turn()
        #expect(log.take() == ["invisible card"])
        commit.invalidate()
      }
    }
  }
}
#endif
