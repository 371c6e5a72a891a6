#if canImport(UIKit)
package import UIKit

@MainActor
package final class AdjustableElement: UIAccessibilityElement {
  package var stepped: (@MainActor (Int) -> Void)?

  package init(in container: UIView) {
    super.init(accessibilityContainer: container)
    accessibilityTraits.insert(.adjustable)
  }

  package override func accessibilityIncrement() { stepped?(1) }
  package override func accessibilityDecrement() { stepped?(-1) }
}
#endif
