#if canImport(UIKit) && !os(watchOS)
// Constants, which not every SDK says they are.
@preconcurrency import UIKit

extension UIView {
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
