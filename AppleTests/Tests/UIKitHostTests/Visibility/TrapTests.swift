#if !canImport(Darwin)
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Uses that must not stop the program; over the double only, since a simulator's app cannot
  /// launch another.
  @Suite struct TrapTests {
    @Test func `a session can be set after the window's was read`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let screen = Screen()
        _ = screen.window.visibilitySession
        screen.window.visibilitySession = VisibilitySession()
      }
    }

    @Test func `a NaN transform does not trap`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let screen = Screen()
        let card = box(0, 0, 100, 100, in: screen.view)
        card.visibility.changed { _ in }
        card.transform = CGAffineTransform(rotationAngle: .nan)
        screen.settle()
      }
    }
  }
}
#endif
