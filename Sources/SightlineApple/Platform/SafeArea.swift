#if canImport(UIKit) && !os(watchOS)
import SightlineCore
import SightlineHost
import UIKit

extension UIView {
  /// Returns the view's safe area as of the last layout.
  ///
  /// - Parameter keyboard: the view that tracks the keyboard of the window.
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
  /// Returns the window's safe area as of the last layout.
  func windowSafeArea(_ keyboard: KeyboardView?) -> SafeAreaReading { safeArea(keyboard) }
}

/// A view as large as its window, over all others, that tracks the keyboard.
///
/// `keyboardLayoutGuide` gives the keyboard's position even if it appeared earlier, and while a
/// finger drags it away. Notifications only announce movements, in screen coordinates, and several
/// times for a floating keyboard. The guide of an app's view could follow a floating keyboard; the
/// guide of this view, for safe areas, does not, and that of `follower` does. Both are in the
/// window's coordinates, even where it is smaller than the screen or another app has the keyboard.
@MainActor
final class KeyboardView: PassiveView {
  /// A view with the frame of the keyboard, docked or floating.
  let cover = PassiveView()
  private let follower = PassiveView()
  /// Whether it is in no window.
  private(set) var isLost = true

  override func movedToWindow() { isLost = window == nil }

  /// Whether keyboards are on screen.
  static var mayCover: Bool {
    #if os(tvOS)
    return false
    #else
    return true
    #endif
  }

  /// The frame of the docked keyboard, in the view's own coordinates; `nil` without one.
  var keyboard: CGRect? { keyboard(of: self) }

  private func keyboard(of view: UIView) -> CGRect? {
    #if os(tvOS)
    return nil
    #else
    let guide = view.keyboardLayoutGuide.layoutFrame
    // "When offscreen or undocked, the topAnchor is tied to the bottomAnchor of the view's
    // safeAreaLayoutGuide." A guide that was never laid out has no height.
    let rest = view.bounds.maxY - view.safeAreaInsets.bottom
    return guide.height > 0 && guide.minY < rest - KeyboardView.tolerance ? guide : nil
    #endif
  }

  /// Moves the cover to the keyboard, and returns what it is; `nil` without a keyboard.
  func placeCover(_ covers: Bool) -> VisibilityCover? {
    guard covers, let frame = keyboard(of: follower) else { return nil }
    if cover.frame != frame { cover.frame = frame }
    return .opaque
  }

  /// Inserts it at the back of the window, at the window's size. Does nothing on systems
  /// without the guide.
  func insert(into window: UIWindow) {
    #if !os(tvOS)
    frame = window.bounds
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    // The keyboard is in a window above. Nothing is drawn here.
    layer.zPosition = KeyboardView.depth
    follower.frame = bounds
    follower.autoresizingMask = autoresizingMask
    addSubview(follower)
    addSubview(cover)
    insert(atBackOf: window)
    // Create the guides before the next layout, which positions them. They count from the pass
    // after that.
    _ = keyboardLayoutGuide
    follower.keyboardLayoutGuide.followsUndockedKeyboard = true
    AppHost.shared.requestTurn()
    #endif
  }

  /// Above the views of any app.
  private static let depth: CGFloat = 1e6

  /// Auto Layout rounds to pixels, with at most 3 per point.
  private static let tolerance: CGFloat = 0.5
}
#elseif canImport(AppKit)
import AppKit
import SightlineCore
import SightlineHost

/// A Mac has no on-screen keyboard.
@MainActor
final class KeyboardView: PassiveView {
  static var mayCover: Bool { false }
  let isLost = false
  let cover = PassiveView()

  func placeCover(_ covers: Bool) -> VisibilityCover? { nil }

  func insert(into window: NSWindow) {}
}

extension NSView {
  /// Returns the view's safe area as of the last layout.
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
  /// Returns the area of the window that the title bar and toolbar leave free. The window's y axis
  /// points up.
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
