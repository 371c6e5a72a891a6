import UIKit

// Common names for the suites shared by both toolkits.

extension Screen {
  /// Takes the window off the screen.
  func hide() { window.isHidden = true }

  func show() { window.isHidden = false }

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
