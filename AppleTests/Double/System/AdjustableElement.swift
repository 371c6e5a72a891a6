#if canImport(UIKit)
package import UIKit

@MainActor
package final class AdjustableElement: UIAccessibilityElement {
  package var stepped: (@MainActor (Int) -> Void)?
  package var label: @MainActor () -> String? = { nil }
  package var value: @MainActor () -> String? = { nil }

  package init(in container: UIView) {
    super.init(accessibilityContainer: container)
    accessibilityTraits.insert(.adjustable)
  }

  package override func accessibilityIncrement() { stepped?(1) }
  package override func accessibilityDecrement() { stepped?(-1) }

  package override var accessibilityLabel: String? {
    get { label() }
    set {}
  }
  package override var accessibilityValue: String? {
    get { value() }
    set {}
  }
}
#endif
