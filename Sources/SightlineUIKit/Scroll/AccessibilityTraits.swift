#if canImport(UIKit) && !os(watchOS)
// Constants, which not every SDK says they are.
@preconcurrency import UIKit

extension UIView {
  /// Has accessibility say that this is an ordered list of tabs.
  func becomeAccessibilityTabBar() { accessibilityTraits.insert(.tabBar) }

  /// Whether accessibility says that this one of several is selected.
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
