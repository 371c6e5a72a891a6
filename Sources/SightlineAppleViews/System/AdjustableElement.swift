#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency package import UIKit

/// An accessibility element whose value changes by swiping up and down.
@MainActor
package final class AdjustableElement: UIAccessibilityElement {
  /// Called with 1 or -1.
  package var stepped: (@MainActor (Int) -> Void)?

  package init(in container: UIView) {
    super.init(accessibilityContainer: container)
    accessibilityTraits.insert(.adjustable)
  }

  // UIKit calls these on the main thread, which not every SDK declares.
  package override func accessibilityIncrement() { perform(#selector(stepForward)) }
  package override func accessibilityDecrement() { perform(#selector(stepBackward)) }

  @objc private func stepForward() { stepped?(1) }
  @objc private func stepBackward() { stepped?(-1) }
}
#endif
