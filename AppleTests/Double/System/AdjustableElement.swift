#if canImport(UIKit)
package import UIKit

@MainActor
package final class AdjustableElement: UIAccessibilityElement {
  private let stepped: @MainActor (Int) -> Void

  package init(in container: UIView, _ stepped: @escaping @MainActor (Int) -> Void) {
    self.stepped = stepped
    super.init(accessibilityContainer: container)
    accessibilityTraits.insert(.adjustable)
  }

  package override func accessibilityIncrement() { stepped(1) }
  package override func accessibilityDecrement() { stepped(-1) }
}
#endif
