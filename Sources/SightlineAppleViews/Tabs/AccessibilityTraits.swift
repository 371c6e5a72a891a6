#if canImport(UIKit) && !os(watchOS)
// UIKit's constants are not marked as constants in every SDK.
@preconcurrency import UIKit

extension UIView {
  /// Makes this view a tab bar for accessibility.
  func becomeAccessibilityTabBar() { accessibilityTraits.insert(.tabBar) }

  /// Marks this view as the selected one of several.
  func setAccessibilitySelected(_ isSelected: Bool) {
    if isSelected {
      accessibilityTraits.insert(.selected)
    } else {
      accessibilityTraits.remove(.selected)
    }
  }
}
#endif
