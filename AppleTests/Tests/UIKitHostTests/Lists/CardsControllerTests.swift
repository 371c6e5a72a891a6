import SightlineApple
import Testing
import UIKit

extension ToolkitHost {
  /// The program of the UIKit quick start.
  @MainActor
  @Suite struct CardsControllerTests {
    @Test func `the quick start's cards are seen once half of them was visible for a second`() {
      let screen = Screen(width: 320, height: 350)
      let session = VisibilitySession()
      screen.window.visibilitySession = session
      let controller = CardsController()
      controller.view.frame = screen.view.bounds
      screen.view.addSubview(controller.view)
      screen.settle()
      let window = screen.window.mirroredWindow
      func seen() -> [Int] { (1...6).filter { window.impressionCount(of: $0, .mrcDisplay) > 0 } }
      #expect(seen().isEmpty)
      screen.run(for: 1)
      #expect(seen() == [1, 2, 3, 4])
      screen.close()
    }
  }
}
