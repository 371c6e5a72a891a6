#if !canImport(Darwin)
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// The inspector's drawing, which only the double records.
  @MainActor
  @Suite struct InspectorDrawingTests {
    private func drawing(_ inspector: InspectorView) -> [String] {
      Drawing.recorded { inspector.draw(inspector.bounds) }
    }

    @Test func `the inspector draws each target's visible part, fraction and dwell`() {
      withScreen { screen in
        box(10, 20, 100, 60, in: screen.view).visibility.changed(.fully) { _ in }
        box(10, 440, 100, 80, in: screen.view).visibility.changed(.fully) { _ in }
        let seen = box(200, 20, 80, 60, in: screen.view)
        let policy = ImpressionPolicy(rule: .fully, dwell: .milliseconds(400))
        seen.visibility.impression(of: "seen", policy) { _ in }
        let inspector = InspectorView()
        // As large as the window, but elsewhere.
        inspector.frame = CGRect(x: 5, y: 7, width: 320, height: 480)
        screen.view.addSubview(inspector)
        screen.run(for: 0.6)
        #expect(
          drawing(inspector) == [
            "fill 6.0 14.0 98.0 58.0, systemGreen 0.15",
            "stroke 6.0 14.0 98.0 58.0, systemGreen, 2.0 wide",
            "100 % at 9.0 17.0, size 11.0, white on systemGreen",
            "fill 196.0 14.0 78.0 58.0, systemGreen 0.15",
            "stroke 196.0 14.0 78.0 58.0, systemGreen, 2.0 wide",
            "fill 195.0 69.0 80.0 4.0, systemBlue",
            "100 % at 199.0 17.0, size 11.0, white on systemGreen",
            "fill 6.0 434.0 98.0 38.0, systemRed 0.15",
            "stroke 6.0 434.0 98.0 38.0, systemRed, 2.0 wide",
            "50 % · out of viewport at 9.0 437.0, size 11.0, white on systemRed",
            "3 compared, 0 differ at 3.0 437.0, size 11.0, white on systemGreen",
          ])
      }
    }
  }
}
#endif
