#if canImport(UIKit) && !os(watchOS)
import UIKit

/// A subview without size or look that tells when its view comes into a window or leaves it: the
/// one way UIKit has for that without subclassing or swizzling the view.
final class VisibilitySentinel: UIView {
  private let windowChanged: () -> Void

  init(in view: UIView, windowChanged: @escaping () -> Void) {
    self.windowChanged = windowChanged
    super.init(frame: .zero)
    isHidden = true
    isUserInteractionEnabled = false
    isAccessibilityElement = false
    accessibilityElementsHidden = true
    // An effect view does not take subviews itself.
    let host = (view as? UIVisualEffectView)?.contentView ?? view
    host.insertSubview(self, at: 0)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("a sentinel is made in code") }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    windowChanged()
  }
}
#endif
