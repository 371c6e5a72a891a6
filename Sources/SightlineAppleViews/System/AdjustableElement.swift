#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency package import UIKit

/// An accessibility element whose value changes by swiping up and down.
@MainActor
package final class AdjustableElement: UIAccessibilityElement {
  /// Called with 1 or -1.
  package var stepped: (@MainActor (Int) -> Void)?
  /// Return the label and the value when they are spoken.
  package var label: @MainActor () -> String? = { nil }
  package var value: @MainActor () -> String? = { nil }

  package init(in container: UIView) {
    super.init(accessibilityContainer: container)
    accessibilityTraits.insert(.adjustable)
  }

  // UIKit calls these on the main thread, although not every SDK declares that.
  package override func accessibilityIncrement() { perform(#selector(stepForward)) }
  package override func accessibilityDecrement() { perform(#selector(stepBackward)) }

  package nonisolated override var accessibilityLabel: String? {
    get { MainActor.assumeIsolated { label() } }
    set {}
  }
  package nonisolated override var accessibilityValue: String? {
    get { MainActor.assumeIsolated { value() } }
    set {}
  }

  @objc private func stepForward() { stepped?(1) }
  @objc private func stepBackward() { stepped?(-1) }
}
#endif
