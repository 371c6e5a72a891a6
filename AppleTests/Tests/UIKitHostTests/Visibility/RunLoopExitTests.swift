#if !canImport(Darwin)
import SightlineUIKit
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, whose run loop is moved by hand.
  @MainActor
  @Suite struct RunLoopExitTests {
    @Test func `a loop that is run for one thing and ends without sleeping has a pass`() {
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
  }
}
#endif
