import QuartzCore

extension UIView {
  /// The insets of the area that bars and other ancestors cover, as of the last layout.
  public var safeAreaInsets: UIEdgeInsets { window == nil ? .zero : laidOutInsets }

  /// Requests the layout that updates the safe areas in the view.
  func safeAreaChanged() {
    UIView.mayHaveSafeAreas = true
    setNeedsLayout()
  }

  /// Whether any insets have ever been set. Without any, layouts need not look for changes.
  private static var mayHaveSafeAreas = false

  /// Updates the insets of the views in the view.
  ///
  /// - Returns: whether any view needs another layout.
  func updateSafeAreas() -> Bool {
    guard UIView.mayHaveSafeAreas else { return false }
    var hasChanged = false
    for subview in subviews where !subview.isHidden || Undocumented.hiddenViewsHaveSafeAreas {
      let insets = subview.coveredInsets(in: self)
      if insets != subview.laidOutInsets {
        subview.changeSafeArea(to: insets)
        subview.setNeedsLayout()
        hasChanged = true
      }
      if subview.updateSafeAreas() { hasChanged = true }
    }
    return hasChanged
  }

  /// The part outside the superview gains no inset. Witness: PinLayout's tests of safe areas on the
  /// iOS simulator: a subview at (−10, −20) has its parent's inset at the top, and none on the
  /// left.
  private func coveredInsets(in superview: UIView) -> UIEdgeInsets {
    let (place, all, area) = (frame, superview.bounds, superview.laidOutInsets)
    let added = owner?.additionalSafeAreaInsets ?? .zero
    func covered(_ inset: CGFloat, _ distance: CGFloat) -> CGFloat {
      max(0, inset - max(0, distance))
    }
    return UIEdgeInsets(
      top: covered(area.top, place.minY - all.minY) + added.top,
      left: covered(area.left, place.minX - all.minX) + added.left,
      bottom: covered(area.bottom, all.maxY - place.maxY) + added.bottom,
      right: covered(area.right, all.maxX - place.maxX) + added.right)
  }

  /// The guide that follows the keyboard.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    if let keyboardGuide { return keyboardGuide }
    let new = UIKeyboardLayoutGuide(of: self)
    keyboardGuide = new
    setNeedsLayout()
    return new
  }
}

/// A keyboard over a window, in the window's coordinates.
public enum VirtualKeyboard: Hashable, Sendable {
  /// A keyboard at the bottom, as wide as the window.
  case docked(height: CGFloat)
  /// A keyboard anywhere, smaller than the window.
  case floating(CGRect)
}

/// The position of the keyboard as of the last layout, in the coordinates of the view that owns the
/// guide. Before the first layout it has no height.
@MainActor
public final class UIKeyboardLayoutGuide {
  private weak var view: UIView?
  public private(set) var layoutFrame = CGRect.zero
  /// Whether it also follows an undocked or floating keyboard. By default it treats one as no
  /// keyboard ("Adjusting your layout with keyboard layout guide").
  public var followsUndockedKeyboard = false {
    didSet { if followsUndockedKeyboard != oldValue { view?.setNeedsLayout() } }
  }

  private static var all: [WeakGuide] = []

  private struct WeakGuide {
    weak var guide: UIKeyboardLayoutGuide?
  }

  init(of view: UIView) {
    self.view = view
    Self.all.removeAll { $0.guide == nil }
    Self.all.append(WeakGuide(guide: self))
  }

  static func layOutAll() { for entry in all { entry.guide?.layOut() } }

  private func layOut() {
    guard let view, let window = view.window else { return }
    let bounds = view.bounds
    if followsUndockedKeyboard, case .floating(let frame) = window.keyboard {
      layoutFrame = view.convert(frame, from: window)
      return
    }
    var top = bounds.maxY - view.safeAreaInsets.bottom
    if case .docked(let height) = window.keyboard {
      top = view.convert(CGPoint(x: 0, y: window.bounds.maxY - height), from: window).y
    }
    layoutFrame = CGRect(x: bounds.minX, y: top, width: bounds.width, height: bounds.maxY - top)
  }
}
