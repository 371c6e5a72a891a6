import QuartzCore

extension UIView {
  /// What bars and other ancestors cover of the view.
  public var safeAreaInsets: UIEdgeInsets {
    if let window = self as? UIWindow { return window.safeArea }
    guard let superview, window != nil else { return .zero }
    let (place, all, area) = (frame, superview.bounds, superview.safeAreaInsets)
    let added = owner?.additionalSafeAreaInsets ?? .zero
    return UIEdgeInsets(
      top: max(0, area.top - (place.minY - all.minY)) + added.top,
      left: max(0, area.left - (place.minX - all.minX)) + added.left,
      bottom: max(0, area.bottom - (all.maxY - place.maxY)) + added.bottom,
      right: max(0, area.right - (all.maxX - place.maxX)) + added.right)
  }

  /// Lays out everything that may depend on the safe area.
  func safeAreaChanged() {
    setNeedsLayout()
    for subview in subviews { subview.safeAreaChanged() }
  }

  /// Follows the keyboard.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide { UIKeyboardLayoutGuide(of: self) }
}

/// A keyboard over a window, in the window's coordinates.
public enum VirtualKeyboard: Hashable, Sendable {
  /// At the bottom, as wide as the window.
  case docked(height: CGFloat)
  /// Anywhere, smaller than the window.
  case floating(CGRect)
}

/// Where the keyboard is, in the coordinates of the view that the guide belongs to.
@MainActor
public final class UIKeyboardLayoutGuide {
  private weak var view: UIView?

  init(of view: UIView) { self.view = view }

  public var layoutFrame: CGRect {
    guard let view, let window = view.window else { return .zero }
    let bounds = view.bounds
    var top = bounds.maxY - view.safeAreaInsets.bottom
    if case .docked(let height) = window.keyboard {
      top = view.convert(CGPoint(x: 0, y: window.bounds.maxY - height), from: window).y
    }
    return CGRect(x: bounds.minX, y: top, width: bounds.width, height: bounds.maxY - top)
  }
}
