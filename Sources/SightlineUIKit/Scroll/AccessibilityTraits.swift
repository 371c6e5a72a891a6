#if canImport(UIKit) && !os(watchOS)
// Constants, which not every SDK says they are.
@preconcurrency import UIKit

extension UIView {
  /// Makes this a tab bar for accessibility.
  func becomeAccessibilityTabBar() { accessibilityTraits.insert(.tabBar) }

  /// Whether accessibility reports this one of several as selected.
  var isAccessibilitySelected: Bool {
    get { accessibilityTraits.contains(.selected) }
    set {
      if newValue {
        accessibilityTraits.insert(.selected)
      } else {
        accessibilityTraits.remove(.selected)
      }
    }
  }
}
#endif
