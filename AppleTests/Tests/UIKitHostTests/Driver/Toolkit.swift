import UIKit

// Common names for the suites shared by both toolkits.

extension Screen {
  /// The window's root view.
  var top: UIView { window }

  /// Takes the window off the screen.
  func hide() { window.isHidden = true }

  func show() { window.isHidden = false }

  var isShown: Bool { !window.isHidden }

  /// The windows of the same scene that lie above.
  var windowsAbove: [UIWindow] {
    (window.windowScene?.windows ?? [])
      .filter { !$0.isHidden && $0.windowLevel.rawValue > window.windowLevel.rawValue }
  }

  func takesInput(_ window: UIWindow) -> Bool { window.isUserInteractionEnabled }

  /// The window's opacity.
  var opacity: CGFloat {
    get { window.alpha }
    set { window.alpha = newValue }
  }
}

extension UIView {
  var opacity: CGFloat {
    get { alpha }
    set { alpha = newValue }
  }

  var depth: CGFloat {
    get { layer.zPosition }
    set { layer.zPosition = newValue }
  }

  func sendToBack(_ subview: UIView) { sendSubviewToBack(subview) }

  func requestLayout() { setNeedsLayout() }
}

/// A view with custom layout.
class LayoutView: UIView {
  override func layoutSubviews() {
    super.layoutSubviews()
    layOut()
  }

  func layOut() {}
}

@MainActor
func plainView(_ frame: CGRect) -> UIView { UIView(frame: frame) }

/// Creates a scroll view with content of a size, which begins at its top.
@MainActor
func scrollView(
  _ frame: CGRect, document size: CGSize, isFlipped: Bool, in parent: UIView
) -> UIScrollView {
  let scrollView = UIScrollView(frame: frame)
  scrollView.contentInsetAdjustmentBehavior = .never
  scrollView.contentSize = size
  parent.addSubview(scrollView)
  return scrollView
}

extension UIScrollView {
  var topInset: CGFloat {
    get { contentInset.top }
    set { contentInset.top = newValue }
  }

  func scroll(fromTop y: CGFloat, animated: Bool = false) {
    setContentOffset(CGPoint(x: 0, y: y), animated: animated)
  }

  /// Returns the place of the content's top in a view.
  func contentTop(in view: UIView) -> CGFloat { convert(CGPoint.zero, to: view).y }
}
