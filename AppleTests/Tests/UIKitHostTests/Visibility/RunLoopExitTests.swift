#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, with a run loop moved by hand.
  @MainActor
  @Suite struct RunLoopExitTests {
    @Test func `a run loop that exits without sleeping runs a pass`() {
      withCard { card, takeLog in
        VirtualRunLoop.main.post { card.isHidden = true }
        VirtualRunLoop.main.runForOneEvent()
        #expect(takeLog() == ["invisible card"])
      }
    }

    @Test func `a pass comes after everything that Core Animation commits`() {
      withCard { card, takeLog in
        let commit = VirtualRunLoop.main.addObserver(order: 2_000_000) { card.isHidden = true }
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.turn()
        #expect(takeLog() == ["invisible card"])
        commit.invalidate()
      }
    }

    /// Calls a closure with a visible card and its log.
    private func withCard(_ body: (UIView, () -> [String]) -> Void) {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.run(for: 1)
        #expect(log.take() == ["visible card"])
        body(card, log.take)
      }
    }
  }
}
#endif
