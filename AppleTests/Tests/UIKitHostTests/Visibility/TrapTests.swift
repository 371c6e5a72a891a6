#if !canImport(Darwin)
import SightlineUIKit
import Testing
import UIKit

extension UIKitHost {
  /// What must not stop the program; over the double only, since a simulator's app cannot start
  /// another.
  @Suite struct TrapTests {
    @Test func `a session may be chosen after the window's was read`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let screen = Screen()
        _ = screen.window.visibilitySession
        screen.window.visibilitySession = VisibilitySession()
      }
    }

    @Test func `a transform that is no number stops nothing`() async {
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
