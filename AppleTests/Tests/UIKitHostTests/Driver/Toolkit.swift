import UIKit

// Common names for the suites shared by both toolkits.

typealias PlatformViewController = UIViewController

extension Screen {
  /// The frames a second of displays.
  nonisolated static let frameRates: [Int64] = [60, 120]

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

/// Coordinates always point down.
let flippings = [true]

@MainActor
func view(_ frame: CGRect, isFlipped: Bool) -> UIView { UIView(frame: frame) }

/// Creates a scroll view with content of a size, which begins at its top.
@MainActor
func scrollingView(
  _ frame: CGRect, content size: CGSize, isFlipped: Bool = true, in parent: UIView?
) -> UIScrollView {
  let scrollView = UIScrollView(frame: frame)
  scrollView.contentInsetAdjustmentBehavior = .never
  scrollView.contentSize = size
  parent?.addSubview(scrollView)
  return scrollView
}

extension UIScrollView {
  var topInset: CGFloat {
    get { contentInset.top }
    set { contentInset.top = newValue }
  }

  func scroll(fromTop y: CGFloat, left x: CGFloat = 0, animated: Bool = false) {
    setContentOffset(CGPoint(x: x, y: y), animated: animated)
  }

  var scrolledDistance: CGFloat { contentOffset.y }

  /// The view that holds the content.
  var content: UIView { self }

  func row(_ y: CGFloat, height: CGFloat, x: CGFloat = 0, width: CGFloat = 320) -> UIView {
    box(x, y, width, height, in: self)
  }
}
