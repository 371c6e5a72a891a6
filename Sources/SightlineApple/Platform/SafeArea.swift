#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

extension UIView {
  /// The view's safe area as of the last layout.
  ///
  /// - Parameter keyboard: knows the keyboard of the view's window.
  func safeArea(_ keyboard: KeyboardView?) -> SafeAreaReading {
    let insets = safeAreaInsets
    return SafeAreaReading(
      bounds: LayoutRect(bounds),
      insets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)),
      keyboardTop: keyboard?.keyboard.map { Double(convert($0, from: keyboard).minY) })
  }
}

extension UIWindow {
  /// The window's safe area as of the last layout.
  func windowSafeArea(_ keyboard: KeyboardView?) -> SafeAreaReading { safeArea(keyboard) }
}

/// A view of ours, as large as its window, that knows where the docked keyboard is.
///
/// `keyboardLayoutGuide` says where the keyboard is, also where it came before somebody asked, while a
/// finger drags it away, and from iOS 15 on. The notifications say only that it moves, in the
/// coordinates of a screen, and several times for one that floats. An app's own view could have the guide follow a
/// floating keyboard too, which ours does not.
@MainActor
final class KeyboardView: PassiveView {
  /// Where the docked keyboard is, in the view's own coordinates; `nil` without one.
  var keyboard: CGRect? {
    #if os(tvOS)
    return nil
    #else
    let guide = keyboardLayoutGuide.layoutFrame
    // "When offscreen or undocked, the topAnchor is tied to the bottomAnchor of the view's
    // safeAreaLayoutGuide." A guide that was never laid out has no height.
    let rest = bounds.maxY - safeAreaInsets.bottom
    return guide.height > 0 && guide.minY < rest - KeyboardView.tolerance ? guide : nil
    #endif
  }

  /// Lies in the window from now on, below everything: as large as it, whatever becomes of it. Where no
  /// keyboard is known it does nothing.
  func insert(into window: UIWindow) {
    #if !os(tvOS)
    isHidden = true
    frame = window.bounds
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    window.insertSubview(self, at: 0)
    // Made before the next layout, which places it; what it says is for the look after that.
    _ = keyboardLayoutGuide
    AppHost.shared.requestTurn()
    #endif
  }

  /// Auto Layout rounds to pixels, of which there are at most 3 a point.
  private static let tolerance: CGFloat = 0.5
}
#elseif canImport(AppKit)
import AppKit
import SightlineCore
import SightlineHost

/// A Mac has no keyboard on its screen.
@MainActor
final class KeyboardView: PassiveView {
  func insert(into window: NSWindow) {}
}

extension NSView {
  /// The view's safe area as of the last layout.
  func safeArea(_ keyboard: KeyboardView?) -> SafeAreaReading {
    let insets = safeAreaInsets
    return SafeAreaReading(
      bounds: LayoutRect(bounds),
      insets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)))
  }
}

extension NSWindow {
  /// What title bar and toolbar leave of the window, whose coordinates point up.
  func windowSafeArea(_ keyboard: KeyboardView?) -> SafeAreaReading {
    let (size, area) = (frame.size, contentLayoutRect)
    return SafeAreaReading(
      bounds: frameInScene,
      insets: LayoutInsets(
        top: Double(size.height - area.maxY), left: Double(area.minX), bottom: Double(area.minY),
        right: Double(size.width - area.maxX)))
  }
}
#endif
