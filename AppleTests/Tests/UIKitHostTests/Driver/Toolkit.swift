import UIKit

// What the suites that both toolkits have call by one name.

extension Screen {
  /// Takes the window off the screen.
  func hide() { window.isHidden = true }

  func show() { window.isHidden = false }

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
}

@MainActor
func plainView(_ frame: CGRect) -> UIView { UIView(frame: frame) }
